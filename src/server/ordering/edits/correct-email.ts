import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { lockOrder } from '../orders/transition.ts'
import type { Shop } from '../shop.ts'
import { readdressOrder } from './edit-queries.ts'

type Correction = { orderId: string; actor: string; email: string }

/**
 * Writes the right e-mail address of a guest's order, who had misspelt it: mails go there from now on, with those of
 * the subscriptions that the order began. Whoever has the former address may have got a link to the order: the links
 * that were sent and the sessions that they opened end. Throws OrderError for an order of an account, whose customer
 * changes the address, and for one whose buyer was erased.
 */
export async function correctEmail(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { orderId, actor, email: typed }: Correction,
): Promise<void> {
  const email = normalizedEmail(typed)
  if (!isEmail(email)) throw new OrderError('email_invalid', `"${typed}" is no e-mail address.`)
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, now())
    if (order.customer_id !== null || order.email === '')
      throw new OrderError('not_possible', `Order ${order.number} is not a guest's.`)
    if (order.email === email) throw new OrderError('nothing_changed', `Order ${order.number} has that address.`)
    await readdressOrder(trx, order, email)
    await appendOrderEvent(trx, order, { actor, now: now(), note: 'e-mail address corrected' })
  })
}
