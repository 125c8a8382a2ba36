import { addressJson, anyObjectJson } from '../../platform/db/json-columns.ts'
import { sql } from 'kysely'
import type { EraseBlock } from '../../../contracts/customer-pages/profile-page.ts'
import type { OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { deleteNameWords } from '../../identity/name-word-queries.ts'
import { deleteNotesAbout } from '../../identity/customers/staff-note-queries.ts'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { deleteLabels } from '../orders/labels/label-queries.ts'
import { deleteListsOf } from '../lists/list-queries.ts'
import { deleteRequests, requestsOfPerson } from '../requests/delete-queries.ts'
import { membersOf, type Membership } from '../../identity/organizations/organization-queries.ts'

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
  const orders = (await ordersOfPerson(db, customer))
    .filter(({ status }) => openOrderStatuses.has(status))
    .map(({ number }) => number)
  const others =
    membership?.role === 'admin' ? (await membersOf(db, membership.id)).filter(({ id }) => id !== customer.id) : []
  return { orders, isLastAdmin: others.length > 0 && !others.some(({ role }) => role === 'admin') }
}

/**
 * Removes the buyer's data from an order, keeping its amounts and country. Orders of organizations keep their address.
 */
export async function anonymizeOrder(
  trx: DatabaseTransaction,
  order: { id: string; checkout_id: string; address: string; organization_id: string | null },
): Promise<void> {
  const address = addressJson.read(order.address)
  const nowhere = { organization: '', line1: '', line2: '', postalCode: '', city: '' }
  const kept = addressJson.write({ ...address, name: '', ...(order.organization_id === null ? nowhere : {}) })
  await trx
    .updateTable('orders')
    .set({
      customer_id: null,
      email: '',
      phone: '',
      message: '',
      network: '',
      address: kept,
      invoice_address: '',
      peppol_id: '',
      campaign_data: '{}',
    })
    .where('id', '=', order.id)
    .execute()
  await trx.updateTable('returns').set({ name: '', message: '' }).where('order_id', '=', order.id).execute()
  await deleteLabels(trx, order.id)
  await trx.deleteFrom('order_links').where('order_id', '=', order.id).execute()
  await trx.deleteFrom('withdrawal_links').where('order_id', '=', order.id).execute()
  await trx.deleteFrom('sessions').where('order_id', '=', order.id).execute()
  await trx.deleteFrom('carts').where('checkout_id', '=', order.checkout_id).execute()
  await trx.deleteFrom('outbox').where('kind', 'like', 'mail.%').where('payload', 'like', `%${order.id}%`).execute()
}

/** Deletes the personal data of a customer that bookkeeping does not need. */
export async function deletePerson(
  trx: DatabaseTransaction,
  { id, email, verified_at: verifiedAt }: CustomerRow,
  at: string,
): Promise<void> {
  for (const table of [
    'addresses',
    'personal_discounts',
    'organization_members',
    'login_links',
    'carts',
    'saved_carts',
    'coupons',
    'saved_devices',
  ] as const) {
    await trx.deleteFrom(table).where('customer_id', '=', id).execute()
  }
  await trx.deleteFrom('price_list_buyers').where('kind', '=', 'customer').where('buyer_id', '=', id).execute()
  await deleteListsOf(trx, id)
  await deleteNotesAbout(trx, { kind: 'customer', id })
  await deleteNameWords(trx, 'customer', id)
  await trx.deleteFrom('login_links').where('email', '=', email).execute()
  await trx.deleteFrom('organization_invitations').where('email', '=', email).execute()
  await trx.deleteFrom('stock_alerts').where('email', '=', email).execute()
  if (verifiedAt !== null) await deleteCartsOf(trx, email)
  const requests = await requestsOfPerson(trx, { id, email, verified_at: verifiedAt })
  await deleteRequests(
    trx,
    requests.map((request) => request.id),
  )
  await deleteEffectsOf(trx, email)
  await trx.updateTable('gift_cards').set({ email: '' }).where('email', '=', email).execute()
  await trx
    .updateTable('subscriptions')
    .set({ status: 'cancelled', updated_at: at, customer_id: null, email: '', form: '{}' })
    .where((row) => row.or([row('customer_id', '=', id), row('email', '=', email)]))
    .execute()
  await trx
    .updateTable('quotes')
    .set({ status: 'withdrawn', decided_at: at })
    .where('customer_id', '=', id)
    .where('status', 'in', ['requested', 'priced'])
    .execute()
  await trx.updateTable('quotes').set({ customer_id: null, message: '' }).where('customer_id', '=', id).execute()
  await trx.deleteFrom('customers').where('id', '=', id).execute()
}

/** Deletes unordered checkouts that were filled in with an e-mail address without being signed in. */
async function deleteCartsOf(trx: DatabaseTransaction, email: string): Promise<void> {
  const found = await trx
    .selectFrom('carts')
    .select(['checkout_id as id', 'form as text'])
    .where(...mentioning('form', email))
    .execute()
  const ids = namingExactly(found, email)
  if (ids.length > 0) await trx.deleteFrom('carts').where('checkout_id', 'in', ids).execute()
}

/** Deletes pending and finished outbox entries that contain an e-mail address. */
async function deleteEffectsOf(trx: DatabaseTransaction, email: string): Promise<void> {
  const found = await trx
    .selectFrom('outbox')
    .select(['id', 'payload as text'])
    .where(...mentioning('payload', email))
    .execute()
  const ids = namingExactly(found, email)
  if (ids.length > 0) await trx.deleteFrom('outbox').where('id', 'in', ids).execute()
}

/**
 * Builds a LIKE condition that preselects texts with an e-mail address. `_` and `%` in the address match any
 * characters, so `namingExactly` checks the result.
 */
function mentioning(column: 'form' | 'payload', email: string) {
  return [sql<string>`lower(${sql.ref(column)})`, 'like', `%"${email.toLowerCase()}"%`] as const
}

/** Filters rows whose JSON has this address as a value, ignoring case. */
function namingExactly(rows: readonly { id: string; text: string }[], email: string): string[] {
  const wanted = email.toLowerCase()
  const isNamed = (text: string) =>
    Object.values(anyObjectJson.read(text)).some((value) => typeof value === 'string' && value.toLowerCase() === wanted)
  return rows.filter(({ text }) => isNamed(text)).map(({ id }) => id)
}
