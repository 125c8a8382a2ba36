import { sql } from 'kysely'
import { productType } from '../../../domain/products/products.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'
import { byMail, typedByPhone } from '../cart/order-buyer.ts'
import type { OrderRow } from '../orders/queries.ts'
import { termsToInsert } from '../orders/terms-queries.ts'

type Written = { lines: readonly NewRow<'order_lines'>[]; terms: string | undefined }

/**
 * Writes the lines of a changed order in place of those it had. What a packer scanned of a line that is gone is
 * forgotten: a line that is added later may have its position.
 */
export async function replaceContents(trx: DatabaseTransaction, orderId: string, { lines, terms }: Written) {
  await trx.deleteFrom('order_lines').where('order_id', '=', orderId).execute()
  await trx
    .insertInto('order_lines')
    .values([...lines])
    .execute()
  await trx
    .deleteFrom('packing_scans')
    .where('order_id', '=', orderId)
    .where(
      'position',
      'not in',
      lines.map(({ position }) => position),
    )
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

/**
 * Gives an order another address; links and sessions of it end, and so does what a browser was shown by such a link. A
 * checkout that was mailed is shown only to whoever has typed in it.
 */
export async function readdressOrder(
  trx: DatabaseTransaction,
  { id, checkout_id: checkoutId }: Pick<OrderRow, 'id' | 'checkout_id'>,
  email: string,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set((row) => ({ email, mailbox: mailboxOf(email), corrections: row('corrections', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('carts')
    .set({ typed_by: 'nobody' })
    .where('checkout_id', '=', checkoutId)
    .where('typed_by', 'in', [byMail, typedByPhone])
    .execute()
  await trx.deleteFrom('order_links').where('order_id', '=', id).execute()
  await trx.deleteFrom('mail_links').where('purpose', '=', 'payment').where('subject', '=', id).execute()
  await trx.deleteFrom('withdrawal_links').where('order_id', '=', id).execute()
  await trx.deleteFrom('sessions').where('order_id', '=', id).execute()
}

/** Tells whether an order has gift cards, which are mailed to its address or were. */
export async function hasGiftCards(db: Queryable, orderId: string): Promise<boolean> {
  const lines = db.selectFrom('order_lines').select('id').where('order_id', '=', orderId)
  return (await lines.where('type', '=', productType.giftCard).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Gives the gift cards of an order that were mailed to its former address another one, and ends their codes, which
 * somebody else may have read. Returns the ids of those that can be used.
 */
export async function readdressGiftCards(
  trx: DatabaseTransaction,
  { id, email: former }: Pick<OrderRow, 'id' | 'email'>,
  email: string,
): Promise<string[]> {
  const cards = await trx
    .updateTable('gift_cards')
    .set({ email })
    .where('order_id', '=', id)
    .where('email', '=', former)
    .returning(['id', 'status', 'balance'])
    .execute()
  const ids = cards.map((card) => card.id)
  // No code has such a hash. The rows stay: their letters are known, and they count how often a card was mailed.
  const ended = { hash: sql<string>`'ended ' || hash` }
  if (ids.length > 0) await trx.updateTable('gift_card_codes').set(ended).where('gift_card_id', 'in', ids).execute()
  return cards.filter(({ status, balance }) => status === 'live' && balance > 0).map((card) => card.id)
}
