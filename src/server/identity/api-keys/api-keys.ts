import { dayMs } from '../../../domain/durations.ts'
import type { ApiScope } from '../../../domain/staff/api-scopes.ts'
import { audited, type Actor } from '../../platform/audit/audit.ts'
import { apiScopesJson } from '../../platform/db/json-columns.ts'
import { hashSecret, newId, newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import {
  apiKeyByHash,
  apiKeyById,
  countLiveKeys,
  insertApiKey,
  markRevoked,
  markUsed,
  type ApiKeyRow,
} from './api-key-queries.ts'

/** Lets programs that look for leaked secrets recognise a key. */
const beginning = 'shopkey_'
const maxKeys = 100
const usedAgainMs = 60_000

type Services = Pick<Shop, 'db' | 'now'>
type NewKey = { name: string; scopes: readonly ApiScope[]; days: number | null }

/** What a key may do now, and who is named where it changes something. */
export type ApiKey = { readonly id: string; readonly name: string; readonly scopes: ReadonlySet<ApiScope> }

/** Thrown for a key that cannot be made or revoked. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError'
  readonly fault: 'unknown' | 'too_many'

  constructor(fault: 'unknown' | 'too_many') {
    super(fault)
    this.fault = fault
  }
}

/** Makes a key and returns its secret, of which only the hash is kept. `days` is how long it lasts. */
export async function makeApiKey(services: Services, actor: Actor, { name, scopes, days }: NewKey): Promise<string> {
  const secret = beginning + newSecret()
  const now = services.now()
  const row: ApiKeyRow = {
    id: newId(now.getTime()),
    hash: hashSecret(secret),
    ending: secret.slice(-4),
    name,
    scopes: apiScopesJson.write(scopes),
    created_by: actor.name,
    created_at: now.toISOString(),
    expires_at: days === null ? null : new Date(now.getTime() + days * dayMs).toISOString(),
    last_used_at: null,
    revoked_at: null,
  }
  const action = {
    operation: 'api_keys.make',
    subject: { kind: 'api_key', id: row.id, label: name },
    note: scopes.join(' '),
  }
  await audited(services, actor, action, ({ db }) =>
    db.transaction().execute(async (trx) => {
      if ((await countLiveKeys(trx)) >= maxKeys) throw new ApiKeyError('too_many')
      await insertApiKey(trx, row)
    }),
  )
  return secret
}

/** Revokes a key: the next request with it is refused. */
export async function revokeApiKey(services: Services, actor: Actor, id: string): Promise<void> {
  const key = await apiKeyById(services.db, id)
  if (!key) throw new ApiKeyError('unknown')
  const subject = { kind: 'api_key', id, label: key.name }
  await audited(services, actor, { operation: 'api_keys.revoke', subject }, ({ db, now }) =>
    db.transaction().execute(async (trx) => {
      if (!(await markRevoked(trx, id, now().toISOString()))) throw new ApiKeyError('unknown')
    }),
  )
}

/** The key of a secret; undefined for one that is unknown, revoked or too old. Notes its use, once a minute. */
export async function identifyKey({ db, now }: Services, secret: string): Promise<ApiKey | undefined> {
  if (!secret.startsWith(beginning)) return undefined
  const row = await apiKeyByHash(db, hashSecret(secret))
  if (!row || isOver(row, now())) return undefined
  const isUsedLately = row.last_used_at !== null && now().getTime() - Date.parse(row.last_used_at) < usedAgainMs
  if (!isUsedLately) await markUsed(db, row.id, now().toISOString())
  return { id: row.id, name: row.name, scopes: new Set(apiScopesJson.read(row.scopes)) }
}

/** Whether a key no longer opens anything. */
export function isOver({ revoked_at: revoked, expires_at: expires }: ApiKeyRow, now: Date): boolean {
  return revoked !== null || (expires !== null && expires <= now.toISOString())
}
