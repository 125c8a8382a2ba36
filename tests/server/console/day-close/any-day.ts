import fc from 'fast-check'
import type { Home } from '../../../../src/domain/places/home.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { exchangeReturn, previewExchange } from '../../../../src/server/ordering/exchanges/exchange-return.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { importPayouts } from '../../../../src/server/ordering/payouts/import-payouts.ts'
import { loseDispute } from '../../../../src/server/ordering/payouts/lose-dispute.ts'
import { readPayouts } from '../../../../src/server/ordering/payouts/read-payouts.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { aForm, buy, checkoutWith, swedish } from '../../ordering/checkout/buyer.ts'
import { parcel } from '../../ordering/edits/charges.ts'
import { clock, payDifference } from '../../ordering/edits/editor.ts'
import { aCard } from '../../ordering/gift-cards/holder.ts'
import { pay } from '../../ordering/orders/parcels.ts'
import { line, report } from '../payout-reports.ts'
import { less, totalOf, type Ledger, type Part } from './ledger.ts'

/** Where a shop is, and what it charges: prices with VAT in minor units, and rates in basis points. */
export type Market = {
  home: Home
  postalCode: string
  /** `later` is the standard rate from the second day on. */
  rates: { standard: number; reduced: number; later?: number }
  delivery: { price: number; freeFrom: number }
}

const prices = { FAN: 9_900, RAM: 19_900, 'KB-US': 54_900, MANUAL: 12_500, 'ODD-PRICE': 1_099 } as const
type Sku = keyof typeof prices
const cardPrice = 50_000

const fates = [
  'kept',
  'unit refunded',
  'all refunded',
  'unit returned',
  'exchanged for more',
  'exchanged for less',
  'dispute lost',
  'dispute claimed',
  'dispute won',
  'dispute lost and refunded',
] as const

export type AnyOrder = {
  goods: [Sku, number][]
  isReduced: boolean
  /** What a gift card that the shop gave away pays, 0 without one. */
  card: number
  /** How many gift cards are bought with it. */
  cards: number
  isOnInvoice: boolean
  isSentAtOnce: boolean
  fate: (typeof fates)[number]
}

const anything: fc.Arbitrary<AnyOrder> = fc.record({
  goods: fc.subarray<[Sku, number]>(
    [
      ['FAN', 3],
      ['RAM', 2],
      ['MANUAL', 3],
      ['ODD-PRICE', 7],
    ],
    { minLength: 1 },
  ),
  isReduced: fc.boolean(),
  card: fc.constantFrom(0, 0, 1_234, 1_000_000),
  cards: fc.constantFrom(0, 0, 1, 2),
  isOnInvoice: fc.boolean(),
  isSentAtOnce: fc.boolean(),
  fate: fc.constantFrom(...fates),
})

/** Gift cards are bought with money alone, and only payments by card are moved to an exchange or disputed. */
export const anyOrder = anything.map((order): AnyOrder => {
  const isPlain = order.fate.startsWith('exchanged') || order.fate.startsWith('dispute')
  const isOnInvoice = order.isOnInvoice && !isPlain
  const cards = isPlain || isOnInvoice ? 0 : order.cards
  return { ...order, isOnInvoice, cards, card: isPlain || isOnInvoice || cards > 0 ? 0 : order.card }
})

type Placed = AnyOrder & {
  id: string
  by: string
  goodsParts: Part[]
  parts: Part[]
  byCard: number
  orderedOn: string
  /** Money came with the order, which made its VAT due. */
  isPaid: boolean
}
type Day = { shop: Shop; market: Market; ledger: Ledger; on: string }

const rateOf = ({ rates }: Market, sku: Sku) => (sku === 'MANUAL' ? rates.reduced : rates.standard)
const unit = (market: Market, sku: Sku, units: number, percent = 0): Part => ({
  inc: less(prices[sku], percent),
  rate: rateOf(market, sku),
  units,
})

/** A part at the standard rate of today, whose price without VAT stays when the rate changes. */
function unitNow({ rates: { standard, later = standard } }: Market, sku: Sku): Part {
  const inc = Math.floor((prices[sku] * (10_000 + later) * 2 + 10_000 + standard) / (2 * (10_000 + standard)))
  return { inc, rate: later, units: 1 }
}

/** Places and pays an order; returns what it is by the specification. */
export async function placed({ shop, market, ledger, on }: Day, order: AnyOrder): Promise<Placed> {
  const { goods, isReduced, card, cards, isOnInvoice } = order
  const { country, currency } = market.home
  const goodsParts = goods.map(([sku, units]) => unit(market, sku, units, isReduced ? 10 : 0))
  const isFree = totalOf(goodsParts) >= market.delivery.freeFrom
  const delivery = { inc: isFree ? 0 : market.delivery.price, rate: market.rates.standard, units: 1 }
  const parts = [...goodsParts, delivery]
  const total = totalOf(parts)
  const byCard = Math.min(card, total)
  const context = { ...swedish(country, currency), home: market.home }
  const bought: [string, number][] = cards > 0 ? [['GIFT', cards]] : []
  const checkoutId = await checkoutWith(shop, [...goods, ...bought], isReduced ? ['TEN'] : [], context)
  if (card > 0)
    await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([(await aCard(shop, card, currency)).id]) })
  const method = isOnInvoice ? 'invoice' : 'sandbox'
  const form = aForm({
    payment_method: method,
    email: `${newId()}@example.se`,
    country,
    postal_code: market.postalCode,
  })
  const result = await buy(shop, checkoutId, form, context)
  if (result.kind !== 'placed') throw new Error(`The order was not placed but ${result.kind}.`)
  ledger.ordered(on, parts)
  const due = total + cards * cardPrice - byCard
  if (!isOnInvoice && due > 0) {
    await pay(shop, result.attemptId)
    ledger.received(on, byOf(order), due)
  }
  const isPaid = !isOnInvoice && due > 0
  return { ...order, id: result.orderId, by: byOf(order), goodsParts, parts, byCard, orderedOn: on, isPaid }
}

/** Only payments of the card provider are disputed; they are paid at the sandbox, and become its own (`asStripe`). */
const byOf = ({ fate, isOnInvoice }: AnyOrder) =>
  isOnInvoice ? 'invoice' : fate.startsWith('dispute') ? 'stripe' : 'sandbox'

/**
 * Sends and delivers an order, which has its document then, unless the mail of its gift cards was the first parcel.
 * What no money was received for before has the VAT of this day; returns the order with it.
 */
export async function sent({ shop, market, ledger, on }: Day, order: Placed): Promise<Placed> {
  const { id, byCard, cards, isPaid, orderedOn } = order
  await parcel(shop, id)
  await deliverOrder(shop, { orderId: id, actor: 'x' })
  const isTaxedNow = !isPaid && orderedOn !== on
  const taxed = isTaxedNow
    ? { ...order, parts: now(market, order.parts), goodsParts: now(market, order.goodsParts) }
    : order
  ledger.taxed(orderedOn, order.parts, taxed.parts)
  if (cards === 0) ledger.document(on, { parts: taxed.parts, byCard }, 1)
  return taxed
}

/** Parts at the standard rate of later days; their prices stay. */
const now = ({ rates: { standard, later = standard } }: Market, parts: readonly Part[]): Part[] =>
  parts.map((part) => (part.rate === standard ? { ...part, rate: later } : part))

/** The mail of gift cards was sent, which is the first parcel of their order. */
export function cardsMailed({ ledger, on }: Day, { parts, cards }: Placed): void {
  if (cards > 0) ledger.document(on, { parts, cards: cards * cardPrice }, 1)
}

/** What happens to an order after it has come. */
export async function ended(day: Day, order: Placed): Promise<void> {
  const { fate, goodsParts, parts } = order
  const one = goodsParts.slice(0, 1).map((part) => ({ ...part, units: 1 }))
  if (fate === 'unit refunded' || fate === 'unit returned') await credited(day, order, one)
  if (fate === 'all refunded') await credited(day, order, parts)
  if (fate.startsWith('exchanged')) await exchanged(day, order, fate === 'exchanged for more' ? 'KB-US' : 'ODD-PRICE')
  if (fate.startsWith('dispute')) await disputed(day, order)
}

/** What is left to pay of an invoice is paid. */
export async function invoicePaid({ shop, ledger, on }: Day, order: Placed): Promise<void> {
  const { id, isOnInvoice, parts, goodsParts, fate } = order
  if (!isOnInvoice || fate === 'all refunded') return
  const credited = fate.startsWith('unit') ? (goodsParts[0]?.inc ?? 0) : 0
  await payInvoice(shop, { orderId: id, actor })
  ledger.received(on, 'invoice', totalOf(parts) - credited)
}

const actor = 'x'

async function credited({ shop, ledger, on }: Day, order: Placed, parts: Part[]): Promise<void> {
  const { id, fate, byCard, by, cards } = order
  const units = [{ position: 1, quantity: 1 }]
  if (fate === 'all refunded') await refundOrder(shop, { orderId: id, actor, reason: '', withDelivery: true })
  else if (fate === 'unit refunded')
    await refundOrder(shop, { orderId: id, actor, reason: '', units, withDelivery: false })
  else await receiveReturn(shop, { returnId: await asked(shop, id), actor, isRestocked: true, isRefunded: true })
  const withdrawn = fate === 'all refunded' ? cards * cardPrice : 0
  const back = totalOf(parts) + withdrawn
  // Refunds go to the payment first, then to the gift cards; an unpaid invoice owes less.
  const paid = totalOf(order.parts) + cards * cardPrice - byCard
  const money = by === 'invoice' ? back : Math.min(back, paid)
  ledger.document(on, { parts, byCard: back - money, cards: withdrawn }, -1)
  if (by !== 'invoice' && money > 0) ledger.paidBack(on, by, money)
}

async function asked(shop: Shop, orderId: string): Promise<string> {
  const units = [{ position: 1, quantity: 1, reason: 'faulty' as const }]
  return (await requestReturn(shop, { orderId, actor, message: '', units })).id
}

/** One unit comes back, and another part is sent for it at once; the difference is paid, or paid back. */
async function exchanged({ shop, market, ledger, on }: Day, order: Placed, sku: Sku): Promise<void> {
  const returnId = await asked(shop, order.id)
  await receiveReturn(shop, { returnId, actor, isRestocked: true, isRefunded: false })
  const units = [{ position: 1, quantity: 1 }]
  const wanted = { returnId, units, items: [{ sku, quantity: 1 }], isDeliveryFree: true }
  const { preview, owed } = await previewExchange(shop, wanted)
  const by = { staffId: null, name: actor, address: 'x' }
  const made = await exchangeReturn(shop, wanted, { actor: by, key: newId(), seen: preview.seen, owed })
  const [came, goes] = [order.goodsParts.slice(0, 1).map((part) => ({ ...part, units: 1 })), unitNow(market, sku)]
  ledger.ordered(on, [goes])
  ledger.exchanged(on)
  const difference = goes.inc - totalOf(came)
  ledger.document(on, { parts: came }, -1)
  if (difference > 0) {
    clock.advance(1)
    await payDifference(shop, made.id)
    ledger.received(on, order.by, difference)
  }
  if (difference < 0) ledger.paidBack(on, order.by, -difference)
  await parcel(shop, made.id)
  ledger.document(on, { parts: [goes] }, 1)
}

const feeOf = (gross: number) => Math.floor((gross * 14) / 1_000) + 180
const disputeFee = 15_000

/** The provider pays an order out, its bank takes all of it back, and that is settled. */
async function disputed(day: Day, { id, parts, fate }: Placed): Promise<void> {
  const { shop, market, ledger, on } = day
  const [total, reference] = [totalOf(parts), `pi_${id}`]
  await shop.db
    .updateTable('payment_attempts')
    .set({ provider: 'stripe', payment_reference: reference })
    .where('order_id', '=', id)
    .execute()
  const rows: [kind: string, gross: number, fee: number][] = [
    ['charge', total, feeOf(total)],
    ['dispute', -total, disputeFee],
    ...(fate === 'dispute won' ? [['dispute_reversal', total, -disputeFee] as [string, number, number]] : []),
  ]
  const lines = rows.map(([kind, gross, fee]) => {
    const sums = [gross, fee, gross - fee].map((sum) => (sum / 100).toFixed(2)).join(',')
    const row = line(`txn_${kind}_${id}`, sums, kind, reference, `po_${id}`, market.home.currency.toLowerCase())
    return row.replace('2026-06-10', on)
  })
  await importPayouts(shop, await readPayouts(Buffer.from(report(...lines))), actor)
  const isWon = fate === 'dispute won'
  const taken = isWon ? {} : { disputed: total, disputeFee }
  ledger.payout(on, { gross: total, fee: feeOf(total), ...taken })
  if (isWon) return
  const kind = fate === 'dispute claimed' ? 'receivable' : 'write_off'
  await loseDispute(shop, { rowId: `txn_dispute_${id}`, kind, actor })
  if (fate !== 'dispute lost and refunded') return ledger.lost(on, parts, kind)
  // The buyer has the money from the bank: the credit note is set off against the claim, and nothing is paid.
  clock.advance(1)
  await refundOrder(shop, { orderId: id, actor, reason: '', withDelivery: true })
  ledger.lost(on, parts, 'receivable')
  ledger.document(on, { parts }, -1)
}
