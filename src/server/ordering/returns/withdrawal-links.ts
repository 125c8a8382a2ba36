import { href } from '../../../routes.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { insertWithdrawalLink, linkedOrder, liveWithdrawalLink } from './withdrawal-link-queries.ts'

/**
 * A mail may be read late: the link works as long as the right itself lasts, and the day of the request is what counts.
 */
export const withdrawalLinkDays = 14

/** An order that whoever asks has proved to be theirs; `link` is the mailed proof and the moment it was asked for. */
export type ProvedOrder = { order: OrderRow; link: WithdrawalLink | null }
export type WithdrawalLink = { hash: string; askedAt: string }

/** The address of a link that withdraws once; the token is stored nowhere. */
export async function withdrawalLink(
  { db, env, now }: Pick<Shop, 'db' | 'env' | 'now'>,
  order: OrderRow,
  askedAt: string,
): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(now().getTime() + withdrawalLinkDays * 86_400_000).toISOString()
  await insertWithdrawalLink(db, {
    hash: hashSecret(token),
    order_id: order.id,
    asked_at: askedAt,
    expires_at: expiresAt,
    spent_at: null,
  })
  return env.ORIGIN + href(order.language, 'withdrawal', {}, { token })
}

/** The order of a mailed token; undefined for one that is unknown, used or expired. */
export async function orderOfWithdrawalLink(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  token: string,
): Promise<ProvedOrder | undefined> {
  const hash = hashSecret(token)
  const link = await liveWithdrawalLink(db, hash, now().toISOString())
  const order = link && (await linkedOrder(db, link.order_id))
  return order && { order, link: { hash, askedAt: link.asked_at } }
}
