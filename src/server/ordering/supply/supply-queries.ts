import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

/** The VAT class of each product of an order that still exists. */
export async function vatClassesOfOrder(db: Queryable, orderId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('order_lines as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['l.product_id', 'p.vat_class'])
    .where('l.order_id', '=', orderId)
    .execute()
  return new Map(rows.map(({ product_id: id, vat_class: vatClass }) => [id, vatClass]))
}

type LineVat = Pick<NewRow<'order_lines'>, 'vat_rate' | 'vat_total' | 'discount_share_vat'>

export async function setLineVat(trx: DatabaseTransaction, id: string, vat: LineVat): Promise<void> {
  await trx.updateTable('order_lines').set(vat).where('id', '=', id).execute()
}

type OrderVat = Partial<Pick<NewRow<'orders'>, 'vat_total' | 'discount_vat' | 'delivery_vat' | 'delivery'>>

export async function setOrderVat(trx: DatabaseTransaction, id: string, vat: OrderVat): Promise<void> {
  await trx.updateTable('orders').set(vat).where('id', '=', id).execute()
}

export async function setTerms(trx: DatabaseTransaction, orderId: string, terms: string): Promise<void> {
  await trx.updateTable('order_terms').set({ terms }).where('order_id', '=', orderId).execute()
}

type RefundVat = Pick<NewRow<'order_refunds'>, 'vat' | 'delivery_vat' | 'deduction_vat' | 'deduction_rates'>

export async function setRefundVat(trx: DatabaseTransaction, id: string, vat: RefundVat): Promise<void> {
  await trx.updateTable('order_refunds').set(vat).where('id', '=', id).execute()
}

export async function setRefundLineVat(
  trx: DatabaseTransaction,
  refundId: string,
  position: number,
  vat: number,
): Promise<void> {
  await trx
    .updateTable('order_refund_lines')
    .set({ vat })
    .where('refund_id', '=', refundId)
    .where('position', '=', position)
    .execute()
}
