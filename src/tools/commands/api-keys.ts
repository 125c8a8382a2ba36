import { apiScopes, isApiScope } from '../../domain/staff/api-scopes.ts'
import { newestApiKeys } from '../../server/identity/api-keys/api-key-queries.ts'
import { ApiKeyError, makeApiKey, revokeApiKey } from '../../server/identity/api-keys/api-keys.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
  commandActor,
} from '../operator-command.ts'
import { minuteOf, textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- api-keys <command> [options]

Keys with which other systems use the API; docs/how-to/connect-another-system.md. Works while the shop runs.

  list                          the newest keys, and when each was last used
      --limit N
  make NAME --scopes SCOPE,…    makes a key and prints it, which cannot be shown again
      --days N                    how long it lasts; without it until it is revoked
  revoke ID                     the next request with the key is refused

  --by NAME                     who does it, for the audit log
  --json                        output for programs
  --help                        shows this text`

const text = { type: 'string' } as const
const maxNameLength = 60

/** The `api-keys` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'api-keys',
  usage,
  commands: { list, make, revoke },
  options: { scopes: text, days: text, limit: text, by: text },
})

async function list({ db }: OperatorShop, given: Given): Promise<Answer> {
  const rows = await newestApiKeys(db, wholeNumber(given, 'limit', { min: 1, max: 1_000, otherwise: 50 }))
  const data = rows.map(({ hash: _hash, ...row }) => row)
  const table = data.map((row) => [
    row.id,
    row.name,
    `…${row.ending}`,
    row.last_used_at === null ? 'never' : minuteOf(row.last_used_at),
    row.revoked_at === null ? (row.expires_at === null ? '' : `until ${minuteOf(row.expires_at)}`) : 'revoked',
  ])
  return { data, lines: textTable(['ID', 'NAME', 'KEY', 'LAST USED', 'STATE'], table) }
}

async function make(shop: OperatorShop, given: Given): Promise<Answer> {
  const name = given.words.join(' ').trim()
  const scopes = (textOf(given, 'scopes') ?? '').split(',').filter((each) => each !== '')
  if (name === '' || name.length > maxNameLength)
    throw new OperatorError(`Name the key, in at most ${maxNameLength} characters.`)
  const unknown = scopes.find((each) => !isApiScope(each))
  if (scopes.length === 0 || unknown !== undefined)
    throw new OperatorError(`--scopes takes some of ${apiScopes.join(', ')}.`)
  const days = textOf(given, 'days') === undefined ? null : wholeNumber(given, 'days', daysRange)
  const secret = await makeApiKey(shop, commandActor(given), { name, scopes: scopes.filter(isApiScope), days }).catch(
    throwOperatorError,
  )
  return { data: { name, scopes, secret }, lines: [secret, 'This is the only time that the key is shown.'] }
}

const daysRange = { min: 1, max: 3_650, otherwise: 365 }

async function revoke(shop: OperatorShop, given: Given): Promise<Answer> {
  const [id] = given.words
  if (id === undefined) throw new OperatorError('Name a key by its id, which "api-keys list" shows.')
  await revokeApiKey(shop, commandActor(given), id).catch(throwOperatorError)
  return { data: { id, revoked: true }, lines: ['The key is revoked.'] }
}

function throwOperatorError(error: unknown): never {
  if (!(error instanceof ApiKeyError)) throw error
  throw new OperatorError(error.fault === 'unknown' ? 'No live key has this id.' : 'There are too many live keys.')
}
