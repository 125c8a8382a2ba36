import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from '../../../../src/domain/places/working-days.ts'
import { updateCart } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderDetails } from '../../../../src/server/ordering/order-pages/order-details.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { codesJson } from '../../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { aForm, buy, checkoutWith, fixtureShop } from '../checkout/buyer.ts'
import { papers, parcel, refund } from '../edits/charges.ts'
import { clock } from '../edits/editor.ts'
import { aCard } from '../gift-cards/holder.ts'
import { outcomeOf, pay } from '../orders/parcels.ts'
import { anyOrder, place, places, type AnyOrder } from '../random-orders/any-order.ts'
import { anyStep, take, type Step } from '../random-orders/any-step.ts'
import { checkBooks } from '../random-orders/books.ts'
import { checkCards, checkOrder, sumsByRate } from '../random-orders/invariants.ts'

const day = 86_400

/** A day later, VAT is another in all countries that the orders go to. */
async function vatChanges({ db, now, settings }: Shop, rates: { standard: number; reduced: number }): Promise<void> {
  clock.advance(day)
  const valid_from = dayOf(now(), settings.all.home)
  for (const { country } of places.filter((each) => each.country !== 'NO'))
    for (const [vat_class, rate] of Object.entries(rates))
      await db.insertInto('vat_rates').values({ country, vat_class, rate, valid_from }).execute()
}

/** A price without VAT by section 9 of the specification: price / VAT factor, to the nearest öre. */
const without = (price: number, percent: number) => Math.round((price * 100) / (100 + percent))
const vatIn = (price: number, percent: number) => price - without(price, percent)

const goods: [string, number][] = [
  ['FAN', 2],
  ['MANUAL', 1],
]
/** Two fans for 99.00 and the delivery at the standard rate, and a manual for 125.00 at the reduced one. */
const vatOf = (standard: number, reduced: number) =>
  new Map([
    [standard * 100, 2 * vatIn(9_900, standard) + vatIn(deliveryPrice, standard)],
    [reduced * 100, vatIn(12_500, reduced)],
  ])
const deliveryPrice = 4_900
const total = 2 * 9_900 + 12_500 + deliveryPrice

type Kind = 'invoice' | 'invoice, paid before' | 'card' | 'gift card' | 'card, paid later'
/** An order that is placed, and paid unless it is on invoice, before or after VAT changes. */
async function orderedBefore(shop: Shop, kind: Kind): Promise<string> {
  const checkoutId = await checkoutWith(shop, goods)
  const isByCard = kind === 'gift card'
  if (isByCard)
    await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([(await aCard(shop, 900_000)).id]) })
  const method = kind.startsWith('invoice') ? 'invoice' : 'sandbox'
  const placed = await buy(shop, checkoutId, aForm({ payment_method: method, email: `${kind.length}@example.se` }))
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  if (kind === 'card') await pay(shop, placed.attemptId)
  if (kind === 'invoice, paid before') await payInvoice(shop, { orderId: placed.orderId, actor: 'x' })
  await vatChanges(shop, { standard: 2_000, reduced: 1_200 })
  if (kind === 'card, paid later') await pay(shop, placed.attemptId)
  return placed.orderId
}

test.each([
  ['invoice', vatOf(20, 12)],
  ['gift card', vatOf(20, 12)],
  ['card, paid later', vatOf(20, 12)],
  ['card', vatOf(25, 6)],
  ['invoice, paid before', vatOf(25, 6)],
] as const)('an order by %s has the VAT of its payment or first parcel, and its total', async (kind, expected) => {
  await using shop = await fixtureShop(clock)
  const id = await orderedBefore(shop, kind)
  await parcel(shop, id, [1, 1])
  const [document] = await papers(shop, id)
  expect(new Map(document?.rates.map(({ rate, vat }) => [rate, vat]))).toEqual(expected)
  expect(document?.total).toBe(total)
  const order = await orderById(shop.db, id)
  if (!order) throw new Error('no order')
  const { order: page } = await orderDetails(shop, order)
  const vat = [...expected.values()].reduce((sum, each) => sum + each, 0)
  expect(page.totals.total).toEqual({ inc: total, ex: total - vat })
  expect(page.lines.map(({ vatPercent }) => vatPercent * 100)).toEqual([...expected.keys()])
  // What comes later has the rates of the document.
  await vatChanges(shop, { standard: 2_500, reduced: 600 })
  await parcel(shop, id)
  await refund(shop, id, 1, 2)
  await refund(shop, id, 2, 1)
  const left = [...sumsByRate(await papers(shop, id)).values()].reduce((sum, each) => sum + each.net + each.vat, 0)
  expect(left, 'the delivery is left').toBe(deliveryPrice)
  await checkOrder(shop, id)
})

const steps = (maxLength: number) => fc.array(anyStep, { maxLength })
const refundAll: Step = { kind: 'refund all', line: 0, count: 0, sku: 'FAN', times: 'once' }
const rates = fc.constantFrom({ standard: 2_000, reduced: 1_200 }, { standard: 2_550, reduced: 500 })
type Case = { order: AnyOrder; before: Step[]; after: Step[]; rates: { standard: number; reduced: number } }

async function carryOut(shop: Shop, { order, before, after, rates: changed }: Case): Promise<void> {
  const log: string[] = []
  try {
    const { id, cards } = await place(shop, order)
    const made: string[] = []
    const all = [...before, 'VAT changes', { ...refundAll, kind: 'ship all' }, ...after, refundAll] as const
    for (const step of all) {
      if (step === 'VAT changes') await vatChanges(shop, changed)
      else {
        const { kind, line, count, sku, times } = step
        log.push(`${kind} ${line} ${count} ${sku} ${times}: ${(await take(shop, id, step, made)).join(', ')}`)
      }
      for (const each of [id, ...made]) await checkOrder(shop, each)
      await checkCards(shop, cards)
    }
    await checkBooks(shop, [id, ...made])
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nafter ${log.join('\n      ')}`, {
      cause: error,
    })
  }
}

test('everything agrees after VAT changed between an order and its parcel', { timeout: 7_200_000 }, async () => {
  await using shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
  const order = anyOrder.map((each) => ({ ...each, progress: 'paid' as const }))
  const tried = fc.record({ order, before: steps(3), after: steps(5), rates })
  await fc.assert(
    fc.asyncProperty(tried, (each) => carryOut(shop, each)),
    { numRuns: cases(200, 0.04) },
  )
})

test('an order of the same day keeps its VAT', async () => {
  await using shop = await fixtureShop(clock)
  const placed = await buy(shop, await checkoutWith(shop, goods))
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  expect(await outcomeOf(parcel(shop, placed.orderId))).toBe('shipped')
  const [document] = await papers(shop, placed.orderId)
  expect(new Map(document?.rates.map(({ rate, vat }) => [rate, vat]))).toEqual(vatOf(25, 6))
})
