import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import type { IssuedTokens } from './open-session.ts'
import {
  deleteSessions,
  insertTokens,
  prolongSession,
  sessionById,
  tokenByHash,
  markUsed,
  type SessionRow,
} from './session-queries.ts'
import {
  accessSeconds,
  guestIdleSeconds,
  idleSeconds,
  maxSeconds,
  successorOf,
  tokenRows,
  type TokenPair,
} from './tokens.ts'

/** How long a used refresh token still gets the answer of its first use, because tabs and retries send the same one. */
const graceMs = 10_000

type Strategy = 'account' | 'order'
type Refreshed = { kind: 'over' } | { kind: 'replayed'; sessionId: string } | { kind: 'issued'; tokens: IssuedTokens }

/**
 * Issues the next pair of tokens. The same refresh token within 10 s of its use gets the newest pair again; later it
 * is taken for stolen or replayed, and the session ends. `strategy` restricts the kind of session, where given.
 */
export async function refreshSession(
  shop: Pick<Shop, 'db' | 'now' | 'log'>,
  refreshToken: string,
  strategy?: Strategy,
): Promise<IssuedTokens | null> {
  const result = await shop.db.transaction().execute((trx) => refreshIn(trx, refreshToken, shop.now(), strategy))
  if (result.kind === 'replayed')
    shop.log.warn({ session: result.sessionId }, 'a used refresh token was shown again, its session has ended')
  return result.kind === 'issued' ? result.tokens : null
}

async function refreshIn(
  trx: DatabaseTransaction,
  refreshToken: string,
  now: Date,
  strategy?: Strategy,
): Promise<Refreshed> {
  const hash = hashSecret(refreshToken)
  const token = await tokenByHash(trx, hash)
  const session =
    token?.kind === 'refresh' && token.expires_at > now.toISOString()
      ? await sessionById(trx, token.session_id)
      : undefined
  if (!token || !session || session.expires_at <= now.toISOString()) return { kind: 'over' }
  if (strategy && (session.order_id !== null) !== (strategy === 'order')) return { kind: 'over' }
  const pair = successorOf(refreshToken, token.nonce)
  if (await markUsed(trx, hash, now.toISOString())) return issue(trx, session, pair, now)
  return repeatAnswer(trx, { session, pair, hash, now, strategy })
}

async function issue(trx: DatabaseTransaction, session: SessionRow, pair: TokenPair, now: Date): Promise<Refreshed> {
  const sessionEnd = extendedExpiry(session, now)
  await insertTokens(trx, tokenRows(session.id, pair, now, sessionEnd))
  await prolongSession(trx, session.id, now.toISOString(), sessionEnd)
  return { kind: 'issued', tokens: { ...pair, sessionId: session.id, expiresIn: accessSeconds, sessionEnd } }
}

type Again = { session: SessionRow; pair: TokenPair; hash: string; now: Date; strategy?: Strategy | undefined }

/**
 * Answers a second use. The pair of the first use may itself have been used, so this follows the chain to the newest
 * pair.
 */
async function repeatAnswer(
  trx: DatabaseTransaction,
  { session, pair, hash, now, strategy }: Again,
): Promise<Refreshed> {
  const usedAt = Date.parse((await tokenByHash(trx, hash))?.used_at ?? '')
  if (!(now.getTime() - usedAt <= graceMs)) {
    await deleteSessions(trx, [session.id])
    return { kind: 'replayed', sessionId: session.id }
  }
  const next = await tokenByHash(trx, hashSecret(pair.refresh))
  if (next?.used_at) return refreshIn(trx, pair.refresh, now, strategy)
  const expiresIn = Math.floor((usedAt + accessSeconds * 1000 - now.getTime()) / 1000)
  return { kind: 'issued', tokens: { ...pair, sessionId: session.id, expiresIn, sessionEnd: session.expires_at } }
}

function extendedExpiry({ created_at: createdAt, order_id: orderId }: SessionRow, now: Date): string {
  const idle = now.getTime() + (orderId === null ? idleSeconds : guestIdleSeconds) * 1000
  return new Date(Math.min(idle, Date.parse(createdAt) + maxSeconds * 1000)).toISOString()
}
