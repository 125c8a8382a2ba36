import { vatCountry, vatPart, type VatRate } from '../../../domain/money/vat.ts'
import { amountsAtRates, lineAtRate, type ChangedRates } from '../../../domain/orders/lines-at-rates.ts'
import { paidForUnits, sumOfPaid } from '../../../domain/orders/paid-units.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { chargedRate } from '../../catalog/pricing.ts'
import { vatRows } from '../../catalog/rate-queries.ts'
import { attemptsOf } from '../../payments/queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import { deliveryJson, rateAmountsJson, termsJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { documentsOf } from '../documents/document-queries.ts'
import { invoicePaymentsOf } from '../invoices/invoice-queries.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderDelivery } from '../orders/order-page.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { deductedOf, refundLinesOf, refundsOf, type RefundRow } from '../orders/refund-queries.ts'
import { termsOf } from '../orders/terms-queries.ts'
import type { OrderAction } from '../orders/transition.ts'
import {
  setLineVat,
  setOrderVat,
  setRefundLineVat,
  setRefundVat,
  setTerms,
  vatClassesOfOrder,
} from './supply-queries.ts'

/**
 * Gives an order whose first parcel is being sent the VAT rates of today, unless money came for it before, which made
 * VAT due, or a document states its VAT. Gift cards are no payment before the supply: VAT is due when the goods are
 * handed over. Within the transaction that has locked the order; returns it as it is then.
 */
export async function taxAtSupply(trx: DatabaseTransaction, order: OrderRow, action: OrderAction): Promise<OrderRow> {
  const isCaptured = (await attemptsOf(trx, order.id)).some(({ captured }) => captured > 0)
  const noted = (await invoicePaymentsOf(trx, order.id)).reduce((sum, { amount }) => sum + amount, 0)
  return isCaptured || noted > 0 ? order : taxedToday(trx, order, action)
}

/** Gives an order that has just been paid the VAT rates of today if the money was captured. */
export async function taxAtPayment(trx: DatabaseTransaction, order: OrderRow, action: OrderAction): Promise<OrderRow> {
  const isPaid = (await attemptsOf(trx, order.id)).some(({ captured }) => captured > 0)
  return isPaid ? taxedToday(trx, order, action) : order
}

/** Sets today's VAT rates on an order; its prices with VAT stay as they were confirmed. */
async function taxedToday(trx: DatabaseTransaction, order: OrderRow, action: OrderAction): Promise<OrderRow> {
  const rateOf = await changedRates(trx, order, action.now)
  if (!rateOf || (await documentsOf(trx, order.id)).length > 0) return order
  const classes = await vatClassesOfOrder(trx, order.id)
  const before = await orderLineRows(trx, order.id)
  const changed = new Map<VatRate, VatRate>()
  const lines = before.map((line) => {
    const rate = rateOf(classes.get(line.product_id), line.vat_rate)
    if (rate === line.vat_rate) return line
    changed.set(line.vat_rate, rate)
    return { ...line, ...lineAtRate(line, rate) }
  })
  const delivery = deliveryAt(order, rateOf)
  if (changed.size === 0 && delivery.vat === order.delivery_vat) return order
  for (const { id, vat_rate, vat_total, discount_share_vat } of lines)
    await setLineVat(trx, id, { vat_rate, vat_total, discount_share_vat })
  await taxTerms(trx, order.id, before, lines)
  await taxRefunds(trx, order.id, { before, lines, changed, deliveryVat: delivery.vat })
  const discountVat = lines.reduce((sum, line) => sum + line.discount_share_vat, 0)
  const goodsVat = lines.reduce((sum, line) => sum + line.vat_total, 0)
  await setOrderVat(trx, order.id, {
    discount_vat: discountVat,
    delivery_vat: delivery.vat,
    delivery: delivery.json,
    vat_total: goodsVat - discountVat + delivery.vat,
  })
  const rates = [...changed].map(([from, to]) => `${from / 100} % -> ${to / 100} %`).join(', ')
  await appendOrderEvent(trx, order, { ...action, note: `VAT of today: ${rates || 'of the delivery'}` })
  return (await orderById(trx, order.id)) ?? order
}

type RateOf = (vatClass: string | undefined, known: VatRate) => VatRate

/**
 * Returns a function from a VAT class and the rate it had on the order's day to the rate of today; a line whose rate
 * was another than that of its class keeps it. Undefined where no VAT is charged, and on the order's own day.
 */
async function changedRates(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<RateOf | undefined> {
  if (order.reverse_charge === 1) return undefined
  const home = await homeNow(trx)
  const [ordered, today] = [dayOf(new Date(order.placed_at), home), dayOf(now, home)]
  if (ordered === today) return undefined
  const rows = await vatRows(trx, [vatCountry(order.country)])
  const on = (vatClass: string, day: string) => chargedRate(rows, { country: order.country, home }, vatClass, day)
  return (vatClass, known) => (vatClass !== undefined && on(vatClass, ordered) === known ? on(vatClass, today) : known)
}

/** The VAT of the delivery, which has the standard rate, and the delivery as JSON with that rate. */
function deliveryAt(order: OrderRow, rateOf: RateOf): { vat: number; json: string } {
  const delivery = orderDelivery(order)
  const { delivery_total: total, delivery_vat: vat } = order
  if (delivery.rate === undefined) return { vat, json: order.delivery }
  const rate = rateOf('standard', delivery.rate)
  if (rate === delivery.rate) return { vat, json: order.delivery }
  return { vat: vatPart(total, rate), json: deliveryJson.write({ ...delivery, rate }) }
}

/** Sets the new rates in the stored terms, by which later refunds are calculated. */
async function taxTerms(
  trx: DatabaseTransaction,
  orderId: string,
  before: readonly OrderLineRow[],
  lines: readonly OrderLineRow[],
): Promise<void> {
  const terms = await termsOf(trx, orderId)
  if (!terms) return
  const taxed = terms.lines.map((line, at) => {
    const rate = lines[at]?.vat_rate
    return rate === undefined || rate === before[at]?.vat_rate ? line : { ...line, vat: rate / 100 }
  })
  await setTerms(trx, orderId, termsJson.write({ ...terms, lines: taxed }))
}

type Taxed = {
  before: readonly OrderLineRow[]
  lines: readonly OrderLineRow[]
  changed: ChangedRates
  deliveryVat: number
}

/** Recalculates the VAT of what was taken off the order before it was charged. */
async function taxRefunds(trx: DatabaseTransaction, orderId: string, taxed: Taxed): Promise<void> {
  const counted = new Map<number, number>()
  for (const refund of await refundsOf(trx, orderId)) await taxRefund(trx, refund, counted, taxed)
}

async function taxRefund(
  trx: DatabaseTransaction,
  refund: RefundRow,
  counted: Map<number, number>,
  { before, lines, changed, deliveryVat }: Taxed,
): Promise<void> {
  let goodsVat = 0
  for (const { position, quantity } of await refundLinesOf(trx, refund.id)) {
    const [line, earlier] = [lines.find((each) => each.position === position), counted.get(position) ?? 0]
    const { vat } = line ? paidForUnits(line, earlier, quantity) : { vat: 0 }
    counted.set(position, earlier + quantity)
    goodsVat += vat
    await setRefundLineVat(trx, refund.id, position, vat)
  }
  const lost = amountsAtRates(deductedOf(refund, before), changed)
  const ofDelivery = refund.delivery > 0 ? deliveryVat : 0
  const { vat: lostVat } = sumOfPaid(lost)
  await setRefundVat(trx, refund.id, {
    delivery_vat: ofDelivery,
    deduction_vat: lostVat,
    deduction_rates: rateAmountsJson.write(lost),
    vat: goodsVat + ofDelivery - lostVat + refund.allowance_vat,
  })
}
