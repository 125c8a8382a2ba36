import type { RefundCalculation, RefundMeans } from '../../../contracts/customer-pages/order-page.ts'
import { negated } from '../../../domain/orders/allowances.ts'
import { paidForUnits, sumOfPaid } from '../../../domain/orders/paid-units.ts'
import type { RefundedUnits } from '../../../domain/orders/refund-deduction.ts'
import type { ReturnKind } from '../../../domain/orders/returns.ts'
import type { Database } from '../../platform/db/tables.ts'
import { deliveryOf } from '../documents/document-content.ts'
import { invoiceSums } from '../invoices/settle-invoice.ts'
import { toRefund } from '../orders/line-units.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import { expectedBack, isCharged } from '../refunds/billing.ts'
import { takenBack } from '../refunds/left-by-rate.ts'
import { refundDeduction } from '../refunds/refund-deduction.ts'
import { takenByBank } from '../refunds/taken-by-bank.ts'
import { creditedFor } from '../refunds/write-refund.ts'

/**
 * Calculates the refund for returning units, in minor units. A withdrawal includes the delivery if nothing of the
 * order is kept.
 */
export async function expectedRefund(
  db: Database,
  order: OrderRow,
  units: readonly RefundedUnits[],
  kind: ReturnKind,
): Promise<RefundCalculation> {
  const lines = await orderLineRows(db, order.id)
  const requested = lines.map((line) => {
    const unit = units.find(({ position }) => position === line.position)
    const quantity = Math.min(unit?.quantity ?? 0, toRefund(line))
    return { line, position: line.position, quantity, byChoice: Math.min(unit?.byChoice ?? 0, quantity) }
  })
  const paid = sumOfPaid(requested.map(({ line, quantity }) => paidForUnits(line, line.refunded, quantity))).amount
  const lost = await refundDeduction(db, order.id, lines, requested)
  const isWhole = requested.every(({ line, quantity }) => toRefund(line) === quantity)
  const isDeliveryBack = (await refundsOf(db, order.id)).some((refund) => refund.delivery > 0)
  const delivery = kind === 'withdrawal' && isWhole && !isDeliveryBack ? order.delivery_total : 0
  const credited = creditedFor(lines, requested, {
    delivery: deliveryOf(order, { amount: delivery, vat: delivery > 0 ? order.delivery_vat : 0 }),
    recalculated: negated(lost),
  })
  const back = sumOfPaid(await takenBack(db, order.id, lines, credited)).amount
  const [goods, deduction] = [paid - back, sumOfPaid(lost).amount]
  const total = goods - deduction + delivery
  const setOff = isBilled(order) ? 0 : total - (await expectedBack(db, order, total))
  const { disputed } = await takenByBank(db, order.id)
  const means = await meansOf(db, order, total - setOff)
  return { goods, deduction, delivery, total, setOff, disputed, isExVat: order.reverse_charge === 1, means }
}

/** Refunds count towards what is not paid yet before they are paid back, to payments and then to gift cards. */
async function meansOf(db: Database, order: OrderRow, amount: number): Promise<RefundMeans> {
  const unpaid = await unpaidOf(db, order)
  if (unpaid <= 0) return 'refunded'
  if (unpaid < amount) return 'partly'
  return isBilled(order) ? 'not_billed' : 'not_charged'
}

async function unpaidOf(db: Database, order: OrderRow): Promise<number> {
  if (isBilled(order)) return (await invoiceSums(db, order)).open
  if (await isCharged(db, order)) return 0
  const lowered = (await refundsOf(db, order.id)).reduce((sum, { amount }) => sum + amount, 0)
  return order.total - order.gift_card_total - lowered
}
