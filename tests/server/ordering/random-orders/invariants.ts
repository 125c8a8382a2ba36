import { expect } from 'vitest'
import { vatPart } from '../../../../src/domain/money/vat.ts'
import type { DocumentContent } from '../../../../src/server/ordering/documents/document-content.ts'
import { invoiceSums } from '../../../../src/server/ordering/invoices/settle-invoice.ts'
import { orderById, orderLineRows, type OrderRow } from '../../../../src/server/ordering/orders/queries.ts'
import { refundsOf } from '../../../../src/server/ordering/orders/refund-queries.ts'
import { attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { charged, due, held, papers } from '../edits/charges.ts'
import { balanceOf } from '../gift-cards/holder.ts'
import type { Card } from './any-order.ts'

/**
 * VAT is taken off the price of a unit and rounded, so the VAT of a document's rate may be this far from that of its
 * sum, in minor units. What is kept at each rate is exact nevertheless: see `exact-rates.test.ts`.
 */
const maxRounded = 12

/** Everything that must hold of an order and its money after each step. */
export async function checkOrder(shop: Shop, id: string): Promise<void> {
  const order = await orderById(shop.db, id)
  if (!order) throw new Error(`No order ${id}.`)
  expect(order.total, 'the total is goods less discounts plus delivery').toBe(
    order.items_total - order.discount_total + order.delivery_total,
  )
  await checkLeft(shop, order)
  await checkDocuments(shop, order)
  await checkPayments(shop, order)
  await checkInvoice(shop, order)
  await checkNothingLeft(shop, order)
}

async function checkLeft(shop: Shop, { id, unpaid_difference: unpaid }: OrderRow): Promise<void> {
  const left = await due(shop, id)
  expect(left.total, 'never more is credited than was asked for').toBeGreaterThanOrEqual(0)
  expect(left.vat, 'never more VAT is credited than was asked for').toBeGreaterThanOrEqual(0)
  expect(left.vat, 'VAT is a part of what is left').toBeLessThanOrEqual(left.total)
  expect(unpaid, 'what is unpaid is not negative').toBeGreaterThanOrEqual(0)
  expect(unpaid, 'what is unpaid is a part of what is left').toBeLessThanOrEqual(left.total)
}

async function checkDocuments(shop: Shop, { id, unpaid_difference: unpaid }: OrderRow): Promise<void> {
  const documents = await papers(shop, id)
  const isSent = (await orderLineRows(shop.db, id)).some(({ shipped }) => shipped > 0)
  // What is added and unpaid has its receipt with the payment or the next parcel.
  if (documents.length > 0 && isSent && unpaid === 0)
    expect(await charged(shop, id), 'documents charge what is left, with its VAT').toEqual(await due(shop, id))
  for (const { number, rates, total, vat } of documents) {
    const sum = rates.reduce((all, each) => ({ gross: all.gross + each.net + each.vat, vat: all.vat + each.vat }), {
      gross: 0,
      vat: 0,
    })
    expect(sum, `the rates of ${number} add up to it`).toEqual({ gross: total, vat })
    for (const each of rates)
      expect(offRate(each), `${number} has the VAT of ${each.rate}`).toBeLessThanOrEqual(maxRounded)
  }
  for (const [rate, sum] of sumsByRate(documents)) {
    expect(sum.net, `never more is credited than charged at ${rate}`).toBeGreaterThanOrEqual(0)
    expect(sum.vat, `never more VAT is credited than charged at ${rate}`).toBeGreaterThanOrEqual(0)
    expect(offRate({ rate, ...sum }), `all documents have the VAT of ${rate}`).toBeLessThanOrEqual(maxRounded)
  }
}

type Sum = { net: number; vat: number }

/** How far VAT is from that of its amount. */
function offRate({ rate, net, vat }: Sum & { rate: number }): number {
  const gross = net + vat
  return Math.abs(Math.sign(gross) * vatPart(Math.abs(gross), rate) - vat)
}

/** What documents charge at each VAT rate, less what they credit. */
export function sumsByRate(documents: readonly DocumentContent[]): Map<number, Sum> {
  const sums = new Map<number, Sum>()
  for (const { kind, rates } of documents)
    for (const { rate, net, vat } of rates) {
      const sign = kind === 'credit_note' ? -1 : 1
      const before = sums.get(rate) ?? { net: 0, vat: 0 }
      sums.set(rate, { net: before.net + sign * net, vat: before.vat + sign * vat })
    }
  return sums
}

/** What gift cards have paid of an order and did not get back; all of them, or those that nobody bought. */
export async function onCards({ db }: Shop, orderId: string, which: 'all' | 'given' = 'all'): Promise<number> {
  const given = db.selectFrom('gift_cards').select('id').where('order_id', 'is', null)
  const all = db.selectFrom('gift_card_uses').selectAll().where('order_id', '=', orderId)
  const uses = await (which === 'all' ? all : all.where('gift_card_id', 'in', given)).execute()
  return uses.reduce((sum, { amount, returned }) => sum + Number(amount) - Number(returned), 0)
}

async function checkPayments(shop: Shop, order: OrderRow): Promise<void> {
  const attempts = await attemptsOf(shop.db, order.id)
  const refunds = await shop.db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  for (const { id, authorized, captured, refunded } of attempts) {
    expect(refunded, 'never more is paid back than was paid').toBeLessThanOrEqual(captured)
    expect(captured, 'never more is taken than was agreed to').toBeLessThanOrEqual(authorized)
    const own = refunds.filter((each) => each.attempt_id === id && each.status !== 'failed')
    if (captured > 0 && order.payment_method === 'sandbox')
      expect(refunded, 'a payment has paid back the sum of its refunds').toBe(
        own.reduce((sum, { amount }) => sum + Number(amount), 0),
      )
  }
  if (order.payment_method !== 'sandbox' || order.status === 'pending_payment') return
  const kept = (await held(shop, order.id)) + (await onCards(shop, order.id))
  const expected = order.status === 'cancelled' ? 0 : (await due(shop, order.id)).total - order.unpaid_difference
  expect(kept, 'what was paid less what went back, to payments and cards, is what is left').toBe(expected)
}

async function checkInvoice(shop: Shop, order: OrderRow): Promise<void> {
  const invoices = await shop.db.selectFrom('invoices').selectAll().where('order_id', '=', order.id).execute()
  if (invoices.length === 0 || order.status === 'cancelled') return
  const { open, paid } = await invoiceSums(shop.db, order)
  const owed = (await due(shop, order.id)).total - (await onCards(shop, order.id))
  expect(open, 'an invoice owes what is left, less what cards and its payments have paid').toBe(owed - paid)
}

async function checkNothingLeft(shop: Shop, order: OrderRow): Promise<void> {
  const lines = await orderLineRows(shop.db, order.id)
  const isDeliveryBack = (await refundsOf(shop.db, order.id)).some(({ delivery }) => delivery > 0)
  if (lines.some(({ refunded, quantity }) => refunded < quantity)) return
  if (order.delivery_total > 0 && !isDeliveryBack) return
  expect(await due(shop, order.id), 'when all is back, nothing is left').toEqual({ total: 0, vat: 0 })
  const documents = await papers(shop, order.id)
  if ((await charged(shop, order.id)).total !== 0) return
  for (const [rate, sum] of sumsByRate(documents))
    expect(sum, `when all is back, nothing is left at the VAT rate ${rate}`).toEqual({ net: 0, vat: 0 })
}

/** A card that was used is worth its balance and what orders hold of it, which is what it was bought for. */
export async function checkCards(shop: Shop, cards: readonly Card[]): Promise<void> {
  for (const { id, worth } of cards) {
    const balance = await balanceOf(shop, id)
    const uses = await shop.db.selectFrom('gift_card_uses').selectAll().where('gift_card_id', '=', id).execute()
    const inOrders = uses.reduce((sum, { amount, returned }) => sum + Number(amount) - Number(returned), 0)
    expect(balance, 'a balance is never negative').toBeGreaterThanOrEqual(0)
    expect(balance + inOrders, 'balance and uses add up to what a card was bought for').toBe(worth)
  }
}
