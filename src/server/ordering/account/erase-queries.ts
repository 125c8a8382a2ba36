import type { EraseBlock } from '../../../contracts/customer-pages/profile-page.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import { strikerOf } from '../../../domain/visitors/struck-text.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { deleteNotesAbout } from '../../identity/customers/staff-note-queries.ts'
import { deleteNameWords } from '../../identity/name-word-queries.ts'
import { membersOf, type Membership } from '../../identity/organizations/organization-queries.ts'
import { changeAuditReasons, deleteAuditReasons } from '../../platform/audit/audit-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { foldedWords } from '../../search/words.ts'
import { deleteListsOf } from '../lists/list-queries.ts'
import { deleteRequests, requestsOfPerson } from '../requests/delete-queries.ts'
import { deleteEffectsOf, deleteGuestCartsOf, type Person } from './erase-mentions-queries.ts'
import { deleteViewsOf } from './erase-views-queries.ts'
import { owingOrders } from './owing-queries.ts'

/** Statuses of orders that still need the buyer's data. */
export const openOrderStatuses: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'pending_payment',
  'confirmed',
  'processing',
  'shipped',
  'return_requested',
])

/**
 * Reads all orders of a person: those placed while signed in, and guest orders with the verified address. They are
 * found by their indexes before they are ordered: SQLite would read all orders of the shop in their order instead.
 */
export async function ordersOfPerson(db: Queryable, { id, email, verified_at: verifiedAt }: CustomerRow) {
  const theirs = db
    .selectFrom('orders as theirs')
    .select('theirs.seq')
    .where((order) =>
      order.or([
        order('customer_id', '=', id),
        ...(verifiedAt === null ? [] : [order.and([order('customer_id', 'is', null), order('email', '=', email)])]),
      ]),
    )
  return db.selectFrom('orders').selectAll().where('seq', 'in', theirs).orderBy('seq').execute()
}

export async function eraseBlockOf(
  db: Queryable,
  customer: CustomerRow,
  membership: Membership | undefined,
): Promise<EraseBlock> {
  const members = membership ? (await membersOf(db, membership.id)).filter(({ id }) => id !== customer.id) : []
  const theirs = await ordersOfPerson(db, customer)
  const owing = await owingOrders(
    db,
    // An organization owes for its own orders, as long as somebody else belongs to it.
    theirs.filter(({ organization_id: organization }) => members.length === 0 || organization !== membership?.id),
  )
  const orders = theirs
    .filter(({ id, status }) => openOrderStatuses.has(status) || owing.has(id))
    .map(({ number }) => number)
  const others = membership?.role === 'admin' ? members : []
  return { orders, isLastAdmin: others.length > 0 && !others.some(({ role }) => role === 'admin') }
}

/**
 * Deletes the personal data of a customer that bookkeeping does not need: what belongs to the account, and what guests
 * have left with its verified address. What other accounts have with that address stays theirs.
 */
export async function deletePerson(trx: DatabaseTransaction, customer: CustomerRow, at: string): Promise<void> {
  const { id, name } = customer
  await deleteRenewalCarts(trx, customer)
  for (const table of [
    'addresses',
    'personal_discounts',
    'organization_members',
    'login_links',
    'carts',
    'saved_carts',
    'coupons',
    'saved_devices',
    'customer_visits',
  ] as const) {
    await trx.deleteFrom(table).where('customer_id', '=', id).execute()
  }
  await trx.deleteFrom('price_list_buyers').where('kind', '=', 'customer').where('buyer_id', '=', id).execute()
  await deleteListsOf(trx, id)
  await deleteNotesAbout(trx, { kind: 'customer', id })
  await deleteAuditReasons(trx, { kind: 'customer', id })
  await deleteNameWords(trx, 'customer', id)
  if (customer.verified_at !== null) await deleteOfAddress(trx, customer)
  const requests = await requestsOfPerson(trx, customer)
  await deleteRequests(
    trx,
    requests.map((request) => request.id),
  )
  await deleteEffectsOf(trx, customer)
  await eraseSearchesFor(trx, name)
  await trx.deleteFrom('mail_links').where('subject', '=', id).execute()
  await endAgreements(trx, customer, at)
  await trx.deleteFrom('customers').where('id', '=', id).execute()
}

/** Deletes what belongs to a verified address and to no other account. */
async function deleteOfAddress(trx: DatabaseTransaction, customer: CustomerRow): Promise<void> {
  const { email } = customer
  await trx.deleteFrom('login_links').where('email', '=', email).where('customer_id', 'is', null).execute()
  await trx.deleteFrom('organization_invitations').where('email', '=', email).execute()
  await trx.deleteFrom('stock_alerts').where('email', '=', email).execute()
  await deleteGuestCartsOf(trx, email)
  await deleteViewsOf(trx, email)
  await leaveCards(trx, customer)
}

/**
 * Removes a person from the gift cards that staff have sent to them, and from what they wrote of those. Cards of an
 * order belong to its buyer.
 */
async function leaveCards(
  trx: DatabaseTransaction,
  { name, email, phone }: Pick<CustomerRow, 'name' | 'email' | 'phone'>,
): Promise<void> {
  const cards = trx
    .updateTable('gift_cards')
    .set({ email: '' })
    .where('email', '=', email)
    .where('order_id', 'is', null)
    .returning('id')
  const ids = (await cards.execute()).map((card) => card.id)
  const strike = strikerOf({ names: [name], wholes: [email], numbers: [phone] })
  await changeAuditReasons(trx, { kind: 'gift_card', ids }, strike)
}

/** Ends the subscriptions and open quotes of a person, and removes the person from them. */
async function endAgreements(trx: DatabaseTransaction, person: Person, at: string): Promise<void> {
  const { id } = person
  const theirs = subscriptionIds(trx, person)
  for (const table of ['subscription_changes', 'subscription_drafts'] as const)
    await trx.deleteFrom(table).where('subscription_id', 'in', theirs).execute()
  await trx
    .updateTable('subscriptions')
    .set({ status: 'cancelled', updated_at: at, customer_id: null, email: '', form: '{}' })
    .where('id', 'in', theirs)
    .execute()
  await trx
    .updateTable('quotes')
    .set({ status: 'withdrawn', decided_at: at })
    .where('customer_id', '=', id)
    .where('status', 'in', ['requested', 'priced'])
    .execute()
  await trx
    .updateTable('quotes')
    .set({ customer_id: null, message: '', answer: '' })
    .where('customer_id', '=', id)
    .execute()
}

/** The subscriptions of a person, as the orders: of the account, and of guests with its verified address. */
function subscriptionIds(trx: DatabaseTransaction, { id, email, verified_at: verifiedAt }: Person) {
  return trx
    .selectFrom('subscriptions')
    .select('id')
    .where((row) =>
      row.or([
        row('customer_id', '=', id),
        ...(verifiedAt === null ? [] : [row.and([row('customer_id', 'is', null), row('email', '=', email)])]),
      ]),
    )
}

/** Deletes checkouts of renewals that were not ordered: they are filled in from the subscription. */
async function deleteRenewalCarts(trx: DatabaseTransaction, person: Person) {
  const theirs = trx
    .selectFrom('subscription_renewals')
    .select('checkout_id')
    .where('subscription_id', 'in', subscriptionIds(trx, person))
  await trx.deleteFrom('carts').where('checkout_id', 'in', theirs).execute()
}

/** Deletes what was searched for by a person's whole name. */
async function eraseSearchesFor(trx: DatabaseTransaction, name: string): Promise<void> {
  const words = foldedWords(name)
  if (words.length > 1)
    await trx
      .deleteFrom('search_misses')
      .where('query', 'like', `%${words.join(' ')}%`)
      .execute()
}
