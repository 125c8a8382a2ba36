import { dayMs } from '../../../domain/durations.ts'
import { href } from '../../../routes.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { insertWithdrawalLink, linkedOrder, liveWithdrawalLink } from './withdrawal-link-queries.ts'

/** Days that a withdrawal link is valid: as long as the withdrawal period, because the day of the request counts. */
export const withdrawalLinkDays = 14

/**
 * An order whose access is proved, by session or by mailed link. `link` holds the hash of the link and when it was
 * requested.
 */
export type ProvedOrder = { order: OrderRow; link: WithdrawalLink | null }
export type WithdrawalLink = { hash: string; askedAt: string }

/** Creates a link that can withdraw once and returns its URL. Only the hash of the token is stored. */
export async function withdrawalLink(
  { db, env, now }: Pick<Shop, 'db' | 'env' | 'now'>,
  order: OrderRow,
  askedAt: string,
): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(now().getTime() + withdrawalLinkDays * dayMs).toISOString()
  await insertWithdrawalLink(db, order, { hash: hashSecret(token), asked_at: askedAt, expires_at: expiresAt })
  return env.ORIGIN + href(order.language, 'withdrawal', {}, { token })
}

/** Reads the order of a mailed token; undefined if the token is unknown, used or expired. */
export async function orderOfWithdrawalLink(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  token: string,
): Promise<ProvedOrder | undefined> {
  const hash = hashSecret(token)
  const link = await liveWithdrawalLink(db, hash, now().toISOString())
  const order = link && (await linkedOrder(db, link.order_id))
  return order && { order, link: { hash, askedAt: link.asked_at } }
}
