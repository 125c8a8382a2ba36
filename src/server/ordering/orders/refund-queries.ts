import type { Minor } from '../../../domain/money/money.ts'
import type { VatRate } from '../../../domain/money/vat.ts'
import type { RateAmount } from '../../../domain/orders/allowances.ts'
import { splitByVat } from '../../../domain/orders/split-by-vat.ts'
import { productType } from '../../../domain/products/products.ts'
import { rateAmountsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type RefundRow = Row<'order_refunds'>

export async function refundByKey(db: Queryable, orderId: string, key: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function refundById(db: Queryable, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('order_refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function refundsOf(db: Queryable, orderId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export async function refundLinesOf(db: Queryable, refundId: string) {
  return db.selectFrom('order_refund_lines').selectAll().where('refund_id', '=', refundId).orderBy('position').execute()
}

export async function insertRefund(
  trx: DatabaseTransaction,
  refund: NewRow<'order_refunds'>,
  lines: readonly NewRow<'order_refund_lines'>[],
): Promise<void> {
  await trx.insertInto('order_refunds').values(refund).execute()
  if (lines.length > 0)
    await trx
      .insertInto('order_refund_lines')
      .values([...lines])
      .execute()
}

/**
 * The discounts that a refund deducted, by VAT rate. Refunds from before these were kept have the sum alone, which is
 * split over the rates of the order's lines.
 */
export function deductedOf(
  { deduction: amount, deduction_vat: vat, deduction_rates: kept }: RefundRow,
  lines: readonly { vat_rate: VatRate; type: number }[],
): RateAmount[] {
  const known = rateAmountsJson.read(kept)
  const rates = lines.flatMap((line) => (line.type === productType.giftCard ? [] : [line.vat_rate]))
  return known.length > 0 ? known : splitByVat({ amount, vat }, [], rates)
}

/** Keeps how much of a refund went back to gift cards, and how much is set off. */
export async function setSettled(
  trx: DatabaseTransaction,
  id: string,
  settled: Pick<RefundRow, 'card_back' | 'given_back' | 'card_parts' | 'set_off'>,
): Promise<void> {
  await trx.updateTable('order_refunds').set(settled).where('id', '=', id).execute()
}

/** Sums what the books have taken back of an order's given cards. */
export async function givenBackOf(db: Queryable, orderId: string): Promise<Minor> {
  const refunds = db.selectFrom('order_refunds').select('given_back as given').where('order_id', '=', orderId)
  const returns = db.selectFrom('card_returns').select('given').where('order_id', '=', orderId)
  const rows = await refunds.unionAll(returns).execute()
  return rows.reduce((sum, { given }) => sum + (given ?? 0), 0)
}

export async function setSetOff(trx: DatabaseTransaction, id: string, setOff: Minor): Promise<void> {
  await trx.updateTable('order_refunds').set({ set_off: setOff }).where('id', '=', id).execute()
}

export async function setRefundNumber(trx: DatabaseTransaction, id: string, number: string): Promise<void> {
  await trx.updateTable('order_refunds').set({ number }).where('id', '=', id).execute()
}
