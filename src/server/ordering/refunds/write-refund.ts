import { negated, type RateAmount } from '../../../domain/orders/allowances.ts'
import { paidForUnits, sumOfPaid, type Paid } from '../../../domain/orders/paid-units.ts'
import { productType } from '../../../domain/products/products.ts'
import { rateAmountsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { chargesOf, deliveryOf, type OtherCharges } from '../documents/document-content.ts'
import { issueCharge, issueDocument } from '../documents/issue-document.ts'
import { countUnits, type OrderLineRow, type LineUnits } from '../orders/fulfilment-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { insertRefund, refundsOf, setRefundNumber, type RefundRow } from '../orders/refund-queries.ts'
import { goodsOf, releaseReserved } from '../orders/reserved-units.ts'
import type { OrderAction } from '../orders/transition.ts'
import { isCharged } from './billing.ts'
import { takenBack } from './left-by-rate.ts'
import { refundDeduction } from './refund-deduction.ts'

export type RefundOf = {
  order: OrderRow
  lines: readonly OrderLineRow[]
  /** Units to refund. `unsent` of them are cancelled before shipping, `byChoice` are returned by choice. */
  units: readonly (LineUnits & { unsent: number; byChoice: number })[]
  withDelivery: boolean
  reason: string
  key: string
}

/**
 * Records a refund within the order's transaction: exact amounts in minor units, cancelled units and, if the shopper
 * was charged, the credit note, also where a lost discount or an earlier reduction of the price leaves nothing to pay
 * back. A number on the returned row means that the amount is owed; the caller pays it back, and then withdraws the
 * gift cards of the units.
 */
export async function writeRefund(trx: DatabaseTransaction, of: RefundOf, action: OrderAction): Promise<RefundRow> {
  const { order, lines, units } = of
  const isOwed = await isCharged(trx, order)
  if (isOwed) await issueCharge(trx, order, action.now)
  const { amounts, delivery, lost, deduction, allowance, reduced, amount, vat } = await amountsOf(trx, of)
  const refund: RefundRow = {
    id: newId(action.now.getTime()),
    order_id: order.id,
    key: of.key,
    number: null,
    reason: of.reason,
    actor: action.actor,
    amount,
    vat,
    delivery: delivery.amount,
    delivery_vat: delivery.vat,
    deduction: deduction.amount,
    deduction_vat: deduction.vat,
    deduction_rates: rateAmountsJson.write(lost),
    card_back: null,
    given_back: null,
    card_parts: '[]',
    set_off: null,
    allowance: reduced.amount,
    allowance_vat: reduced.vat,
    at: action.now.toISOString(),
  }
  await insertRefund(
    trx,
    refund,
    amounts.map((each) => ({
      refund_id: refund.id,
      position: each.position,
      quantity: each.quantity,
      amount: each.amount,
      vat: each.vat,
      by_choice: each.byChoice,
    })),
  )
  for (const { position, quantity, unsent } of units)
    await countUnits(trx, order.id, position, { refunded: quantity, cancelled: unsent })
  const unsent = units
    .map(({ position, unsent: quantity }) => ({ position, quantity }))
    .filter(({ quantity }) => quantity > 0)
  await releaseReserved(trx, order.id, goodsOf(lines, unsent), action.now)
  if (!isOwed) return refund
  const number = await issueDocument(trx, { order, kind: 'credit_note', refund, allowance, now: action.now })
  await setRefundNumber(trx, refund.id, number)
  return { ...refund, number }
}

/** What is refunded: of each unit, the delivery, less lost discounts and earlier reductions of the price. */
async function amountsOf(trx: DatabaseTransaction, { order, lines, units, withDelivery }: RefundOf) {
  const amounts = units.map((each) => ({ ...each, ...costOf(lines, each) }))
  const delivery = withDelivery ? await deliveryLeft(trx, order) : { amount: 0, vat: 0 }
  const lost = await refundDeduction(trx, order.id, lines, units)
  const recalculated = negated(lost)
  const credited = creditedFor(lines, units, { delivery, recalculated })
  const allowance = negated(await takenBack(trx, order.id, lines, credited))
  const reduced = sumOfPaid(allowance)
  const sum = sumOfPaid([...amounts, delivery, ...recalculated, reduced])
  return { amounts, delivery, lost, deduction: sumOfPaid(lost), allowance, reduced, ...sum }
}

/**
 * What a refund credits at each VAT rate before earlier reductions of the price are taken back. Gift cards, which these
 * never reduced, are left out.
 */
export function creditedFor(
  lines: readonly OrderLineRow[],
  units: readonly LineUnits[],
  besides: OtherCharges,
): RateAmount[] {
  const chosen = units.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line?.type === productType.giftCard ? [] : [{ position, quantity, before: line?.refunded ?? 0 }]
  })
  return chargesOf(lines, chosen, besides).all.map(({ rate, amount, vat }) => ({ rate, amount, vat }))
}

/** Returns the delivery cost that is not refunded yet. */
export async function deliveryLeft(trx: Queryable, order: OrderRow): Promise<OtherCharges['delivery']> {
  const isBack = (await refundsOf(trx, order.id)).some((refund) => refund.delivery > 0)
  return isBack ? { amount: 0, vat: 0 } : deliveryOf(order, { amount: order.delivery_total, vat: order.delivery_vat })
}

function costOf(lines: readonly OrderLineRow[], { position, quantity }: LineUnits): Paid {
  const line = lines.find((each) => each.position === position)
  return line ? paidForUnits(line, line.refunded, quantity) : { amount: 0, vat: 0 }
}
