import { kindOf } from '../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import { lockCustomer, type CustomerRow } from './customer-queries.ts'

/**
 * Waits for the orders that are being placed with accounts, or with the renewals of a guest, and locks the accounts in
 * the order of their ids: later orders find what has become of them. Whoever changes an account and its checkouts calls
 * this first, because placing an order locks the checkout before the account. Returns the accounts that exist.
 */
export async function lockOrdering(
  trx: DatabaseTransaction,
  ids: readonly string[],
  guestEmail = '',
): Promise<CustomerRow[]> {
  if (kindOf(trx) === 'postgres') await lockCarts(trx, ids, guestEmail)
  const customers: CustomerRow[] = []
  for (const id of ids.toSorted()) {
    const customer = await lockCustomer(trx, id)
    if (customer) customers.push(customer)
  }
  return customers
}

/** Locks the checkouts of accounts, and those of open renewals, which may have no account. */
async function lockCarts(trx: DatabaseTransaction, ids: readonly string[], guestEmail: string): Promise<void> {
  const asGuest = trx.selectFrom('orders').select('id').where('customer_id', 'is', null).where('email', '=', guestEmail)
  const renewed = trx
    .selectFrom('subscription_renewals as r')
    .innerJoin('subscriptions as s', 's.id', 'r.subscription_id')
    .select('r.checkout_id')
    .where('r.status', '=', 'open')
  const theirs = trx
    .selectFrom('carts')
    .select('checkout_id')
    .where('customer_id', 'in', ids)
    .union(renewed.where('s.customer_id', 'in', ids))
    .union(renewed.where('s.customer_id', 'is', null).where('s.order_id', 'in', asGuest))
  await trx
    .selectFrom('carts')
    .select('checkout_id')
    .where('checkout_id', 'in', theirs)
    .orderBy('checkout_id')
    .forUpdate()
    .execute()
}
