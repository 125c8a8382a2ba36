import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'
import { termsToInsert } from '../orders/terms-queries.ts'

type Written = { lines: readonly NewRow<'order_lines'>[]; terms: string | undefined }

/** Writes the amounts and lines of a changed order in place of those it had. */
export async function replaceContents(trx: DatabaseTransaction, orderId: string, { lines, terms }: Written) {
  await trx.deleteFrom('order_lines').where('order_id', '=', orderId).execute()
  await trx
    .insertInto('order_lines')
    .values([...lines])
    .execute()
  await trx.deleteFrom('order_terms').where('order_id', '=', orderId).execute()
  if (terms !== undefined) await termsToInsert(trx, { order_id: orderId, terms }).execute()
}

/** Adds lines to an order, what they cost to its sums, and their terms; minor units. */
export async function addContents(
  trx: DatabaseTransaction,
  orderId: string,
  { lines, terms, more }: Written & { more: { amount: number; vat: number } },
): Promise<void> {
  await trx
    .insertInto('order_lines')
    .values([...lines])
    .execute()
  if (terms !== undefined) await trx.updateTable('order_terms').set({ terms }).where('order_id', '=', orderId).execute()
  await trx
    .updateTable('orders')
    .set((row) => ({
      items_total: row('items_total', '+', more.amount),
      vat_total: row('vat_total', '+', more.vat),
      total: row('total', '+', more.amount),
    }))
    .where('id', '=', orderId)
    .execute()
}

export async function updateOrder(
  trx: DatabaseTransaction,
  orderId: string,
  change: Partial<NewRow<'orders'>>,
): Promise<void> {
  await trx.updateTable('orders').set(change).where('id', '=', orderId).execute()
}

/** Adds units to what an order has reserved of a product; the stock itself is reserved before. */
export async function addReserved(trx: DatabaseTransaction, reservation: NewRow<'stock_reservations'>): Promise<void> {
  const result = await trx
    .updateTable('stock_reservations')
    .set((row) => ({ quantity: row('quantity', '+', reservation.quantity) }))
    .where('order_id', '=', reservation.order_id)
    .where('product_id', '=', reservation.product_id)
    .where('status', '=', 'held')
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) await trx.insertInto('stock_reservations').values(reservation).execute()
}

/** Gives an order, and what came from it to its former address, another address; links and sessions of it end. */
export async function readdressOrder(
  trx: DatabaseTransaction,
  { id, email: former }: { id: string; email: string },
  email: string,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ email, mailbox: mailboxOf(email) })
    .where('id', '=', id)
    .execute()
  for (const table of ['subscriptions', 'gift_cards'] as const)
    await trx.updateTable(table).set({ email }).where('order_id', '=', id).where('email', '=', former).execute()
  await trx.deleteFrom('order_links').where('order_id', '=', id).execute()
  await trx.deleteFrom('mail_links').where('purpose', '=', 'payment').where('subject', '=', id).execute()
  await trx.deleteFrom('withdrawal_links').where('order_id', '=', id).execute()
  await trx.deleteFrom('sessions').where('order_id', '=', id).execute()
}
