import { formJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'

type Move = { customerId: string; from: string; to: string }

/**
 * Lets the subscriptions of an account follow its address: mails and later orders go to the new one. Links that were
 * mailed to the former one end, also those to pay an order: somebody else may read it now. What was ordered for
 * another address keeps it.
 */
export async function moveSubscriptions(trx: DatabaseTransaction, { customerId, from, to }: Move): Promise<void> {
  if (from === to) return
  await deletePaymentLinks(trx, customerId, from)
  const theirs = await trx
    .selectFrom('subscriptions')
    .select(['id', 'form'])
    .where('customer_id', '=', customerId)
    .where((row) => row.eb(row.fn('lower', ['email']), '=', from))
    .orderBy('id')
    .execute()
  for (const subscription of theirs) await moveSubscription(trx, subscription, to)
}

/** As `moveSubscriptions`, for those that a guest's order began or that it renewed, when its address is corrected. */
export async function moveSubscriptionsOfOrder(
  trx: DatabaseTransaction,
  { orderId, from, to }: { orderId: string; from: string; to: string },
): Promise<void> {
  const renewed = trx.selectFrom('subscription_renewals').select('subscription_id').where('order_id', '=', orderId)
  const theirs = await trx
    .selectFrom('subscriptions')
    .select(['id', 'form'])
    .where((row) => row.or([row('order_id', '=', orderId), row('id', 'in', renewed)]))
    .where('email', '=', from)
    .orderBy('id')
    .execute()
  for (const subscription of theirs) await moveSubscription(trx, subscription, to)
}

async function moveSubscription(trx: DatabaseTransaction, { id, form }: { id: string; form: string }, to: string) {
  await trx
    .updateTable('subscriptions')
    .set({ email: to, form: withAddress(form, to) })
    .where('id', '=', id)
    .execute()
  await moveOpenCheckouts(trx, id, to)
  await trx.deleteFrom('mail_links').where('purpose', '=', 'subscription').where('subject', '=', id).execute()
}

async function deletePaymentLinks(trx: DatabaseTransaction, customerId: string, from: string): Promise<void> {
  const mailed = trx
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where((row) => row.eb(row.fn('lower', ['email']), '=', from))
  await trx.deleteFrom('mail_links').where('purpose', '=', 'payment').where('subject', 'in', mailed).execute()
}

/**
 * A mailed checkout shows its form to whoever has the link: from now on only to the customer, who signs in, because
 * `account` is the hash of no browser.
 */
async function moveOpenCheckouts(trx: DatabaseTransaction, subscriptionId: string, to: string): Promise<void> {
  const open = trx
    .selectFrom('subscription_renewals')
    .select('checkout_id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
  const carts = await trx
    .selectFrom('carts')
    .select(['checkout_id', 'form'])
    .where('checkout_id', 'in', open)
    .orderBy('checkout_id')
    .execute()
  for (const { checkout_id: id, form } of carts)
    await trx
      .updateTable('carts')
      .set({ form: withAddress(form, to), typed_by: 'account' })
      .where('checkout_id', '=', id)
      .execute()
}

function withAddress(form: string, email: string): string {
  return formJson.write({ ...formJson.read(form), email })
}
