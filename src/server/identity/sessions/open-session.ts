import { newId } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { deleteSessions, insertSession, insertTokens, leastUsedSessions } from './session-queries.ts'
import { guestIdleSeconds, idleSeconds, newPair, tokenRows, accessSeconds, type TokenPair } from './tokens.ts'

/** The owner of the new session: a customer, or the guest of one order. */
export type Holder = { customerId: string } | { orderId: string }
type Opening = { holder: Holder; method: 'password' | 'link'; userAgent: string }
export type IssuedTokens = TokenPair & { sessionId: string; expiresIn: number; sessionEnd: string }

/** How many sessions a customer has at most, as many as the account shows; a new one ends the least recently used. */
const maxSessions = 100

/**
 * Opens a session and returns its tokens; only their hashes are stored. Every login ends here, also one by another
 * identity provider (docs/how-to/sessions.md).
 */
export async function openSession(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { holder, method, userAgent }: Opening,
): Promise<IssuedTokens> {
  const at = now()
  const id = newId(at.getTime())
  const isGuest = 'orderId' in holder
  const sessionEnd = new Date(at.getTime() + (isGuest ? guestIdleSeconds : idleSeconds) * 1000).toISOString()
  const pair = newPair()
  await db.transaction().execute(async (trx) => {
    await insertSession(trx, {
      id,
      method,
      customer_id: isGuest ? null : holder.customerId,
      order_id: isGuest ? holder.orderId : null,
      user_agent: userAgent.slice(0, 200),
      created_at: at.toISOString(),
      last_used_at: at.toISOString(),
      expires_at: sessionEnd,
    })
    await insertTokens(trx, tokenRows(id, pair, at, sessionEnd))
    if (!isGuest) await deleteSessions(trx, await leastUsedSessions(trx, holder.customerId, maxSessions))
  })
  return { ...pair, sessionId: id, expiresIn: accessSeconds, sessionEnd }
}
