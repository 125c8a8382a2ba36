import { updateCustomer, type CustomerRow } from '../../identity/customer-queries.ts'
import { moveSubscriptions } from '../../identity/login/move-subscriptions-queries.ts'
import { deleteNameWords } from '../../identity/name-word-queries.ts'
import { insertMember, membershipOf, setRole } from '../../identity/organizations/organization-queries.ts'
import { deleteSessions, sessionIdsOf } from '../../identity/sessions/session-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { deleteViewsOf } from './erase-views-queries.ts'
import { guestOrders, isMovable, type MergePlan, type MergeSource } from './merge-plan-queries.ts'

/** Gives an account what was ordered, asked for and watched with an address without an account. */
export async function moveGuest(trx: DatabaseTransaction, email: string, kept: CustomerRow): Promise<void> {
  const ids = (await guestOrders(trx, email)).filter(isMovable).map(({ id }) => id)
  if (ids.length > 0) {
    await trx.updateTable('orders').set({ customer_id: kept.id }).where('id', 'in', ids).execute()
    await moveGuestSubscriptions(trx, ids, kept.id)
  }
  await trx
    .updateTable('part_requests')
    .set({ customer_id: kept.id })
    .where('customer_id', 'is', null)
    .where('email', '=', email)
    .execute()
  await moveSubscriptions(trx, { customerId: kept.id, from: email, to: kept.email })
  const known = trx.selectFrom('stock_alerts').select('product_id').where('email', '=', kept.email)
  await trx.deleteFrom('stock_alerts').where('email', '=', email).where('product_id', 'in', known).execute()
  await trx.updateTable('stock_alerts').set({ email: kept.email }).where('email', '=', email).execute()
  const invited = trx.selectFrom('organization_invitations').select('organization_id').where('email', '=', kept.email)
  await trx
    .deleteFrom('organization_invitations')
    .where('email', '=', email)
    .where('organization_id', 'in', invited)
    .execute()
  await trx.updateTable('organization_invitations').set({ email: kept.email }).where('email', '=', email).execute()
  await trx.updateTable('gift_cards').set({ email: kept.email }).where('email', '=', email).execute()
}

/** Gives an account the subscriptions that a guest's orders have started, with their open checkouts. */
async function moveGuestSubscriptions(trx: DatabaseTransaction, orderIds: readonly string[], keptId: string) {
  const theirs = trx
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', 'in', orderIds)
    .where('customer_id', 'is', null)
  const open = trx
    .selectFrom('subscription_renewals')
    .select('checkout_id')
    .where('status', '=', 'open')
    .where('subscription_id', 'in', theirs)
  const carts = trx.updateTable('carts').set({ customer_id: keptId }).where('checkout_id', 'in', open)
  await carts.where('customer_id', 'is', null).execute()
  await trx.updateTable('subscriptions').set({ customer_id: keptId }).where('id', 'in', theirs).execute()
}

/** Gives an account everything that another one has. The other one must be deleted after it. */
export async function moveAccount(trx: DatabaseTransaction, from: CustomerRow, kept: CustomerRow): Promise<void> {
  await moveMembership(trx, from, kept)
  await deleteTwice(trx, from, kept)
  for (const table of [
    'orders',
    'subscriptions',
    'quotes',
    'part_requests',
    'addresses',
    'part_lists',
    'saved_devices',
    'personal_discounts',
    'carts',
    'coupons',
  ] as const)
    await trx.updateTable(table).set({ customer_id: kept.id }).where('customer_id', '=', from.id).execute()
  const buyers = trx.updateTable('price_list_buyers').set({ buyer_id: kept.id })
  await buyers.where('kind', '=', 'customer').where('buyer_id', '=', from.id).execute()
  for (const table of ['staff_notes', 'audit_reasons'] as const)
    await trx
      .updateTable(table)
      .set({ subject_id: kept.id })
      .where('subject_kind', '=', 'customer')
      .where('subject_id', '=', from.id)
      .execute()
  // Somebody who follows the link of an old mail wants no more of them.
  await trx.updateTable('mail_links').set({ subject: kept.id }).where('subject', '=', from.id).execute()
  if (kept.phone === '' && from.phone !== '') await updateCustomer(trx, kept.id, { phone: from.phone })
}

async function moveMembership(trx: DatabaseTransaction, from: CustomerRow, kept: CustomerRow): Promise<void> {
  const [theirs, ours] = [await membershipOf(trx, from.id), await membershipOf(trx, kept.id)]
  if (!theirs) return
  await trx.deleteFrom('organization_members').where('customer_id', '=', from.id).execute()
  if (!ours) await insertMember(trx, { organization_id: theirs.id, customer_id: kept.id, role: theirs.role })
  else if (theirs.role === 'admin' && ours.role !== 'admin') await setRole(trx, theirs.id, kept.id, 'admin')
}

/** Deletes what both accounts have: of two discounts of a category the smaller one. */
async function deleteTwice(trx: DatabaseTransaction, { id: from }: CustomerRow, { id: kept }: CustomerRow) {
  for (const [loser, winner, isLess] of [
    [from, kept, '<='],
    [kept, from, '<'],
  ] as const)
    await trx
      .deleteFrom('personal_discounts')
      .where('customer_id', '=', loser)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('personal_discounts as other')
            .select('other.id')
            .where('other.customer_id', '=', winner)
            .whereRef('other.discount_category', '=', 'personal_discounts.discount_category')
            .whereRef('personal_discounts.percent', isLess, 'other.percent'),
        ),
      )
      .execute()
  const devices = trx.selectFrom('saved_devices').select('device_id').where('customer_id', '=', kept)
  await trx.deleteFrom('saved_devices').where('customer_id', '=', from).where('device_id', 'in', devices).execute()
  const lists = trx.selectFrom('price_list_buyers').select('list_id').where('kind', '=', 'customer')
  await trx
    .deleteFrom('price_list_buyers')
    .where('kind', '=', 'customer')
    .where('buyer_id', '=', from)
    .where('list_id', 'in', lists.where('buyer_id', '=', kept))
    .execute()
  await deleteSameAddresses(trx, from, kept)
}

async function deleteSameAddresses(trx: DatabaseTransaction, from: string, kept: string): Promise<void> {
  const same = ['name', 'line1', 'line2', 'postal_code', 'city', 'country'] as const
  await trx
    .deleteFrom('addresses')
    .where('customer_id', '=', from)
    .where(({ exists, selectFrom }) =>
      exists(
        same.reduce(
          (query, column) => query.whereRef(`other.${column}`, '=', `addresses.${column}`),
          selectFrom('addresses as other').select('other.id').where('other.customer_id', '=', kept),
        ),
      ),
    )
    .execute()
}

/** Ends coupons whose key has the id of the account that will be gone. */
export async function endCoupons(
  trx: DatabaseTransaction,
  { endedCoupons: codes }: Pick<MergePlan, 'endedCoupons'>,
  at: string,
): Promise<void> {
  if (codes.length > 0) await trx.updateTable('coupons').set({ stopped_at: at }).where('code', 'in', codes).execute()
}

/** Deletes an account that has nothing left, with its sign-ins, links and visits of staff. */
export async function deleteAccount(
  trx: DatabaseTransaction,
  { id }: CustomerRow,
  { email }: Pick<MergeSource, 'email'>,
): Promise<void> {
  await deleteSessions(trx, await sessionIdsOf(trx, id))
  for (const table of ['login_links', 'saved_carts', 'customer_visits'] as const)
    await trx.deleteFrom(table).where('customer_id', '=', id).execute()
  await trx.deleteFrom('login_links').where('email', '=', email).execute()
  await deleteNameWords(trx, 'customer', id)
  await deleteViewsOf(trx, email)
  await trx.deleteFrom('customers').where('id', '=', id).execute()
}
