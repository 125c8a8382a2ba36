import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries } from '../../../../src/server/ordering/books/book-entries.ts'
import { periodSums } from '../../../../src/server/ordering/books/period-sums.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { due, held, papers, parcel } from '../edits/charges.ts'
import { clock, edit, units } from '../edits/editor.ts'
import { confirmed, outcomeOf } from '../orders/parcels.ts'
import { sumsByRate } from './invariants.ts'

/** What the parts cost each, in öre with VAT, and the VAT rates that they are at. */
const parts = [
  { sku: 'FAN', price: 9_900, rate: 2500, net: 7_920 },
  { sku: 'MANUAL', price: 12_500, rate: 600, net: 11_792 },
  { sku: 'RAM', price: 19_900, rate: 1200, net: 17_768 },
] as const
/** Prices and nets with 30 % off, which holds from 1,000 kr. */
const reduced: readonly { price: number; net: number }[] = [
  { price: 6_930, net: 5_544 },
  { price: 8_750, net: 8_255 },
  { price: 13_930, net: 12_438 },
]

const anyTurn = fc.record({
  kind: fc.constantFrom('withdraw', 'return', 'edit', 'refund'),
  line: fc.nat(2),
  count: fc.integer({ min: 1, max: 3 }),
})
const anyTurns = fc.array(anyTurn, { minLength: 1, maxLength: 4 })
const anyQuantities = fc.tuple(
  fc.integer({ min: 1, max: 7 }),
  fc.integer({ min: 1, max: 7 }),
  fc.integer({ min: 1, max: 7 }),
)
type Turn = { kind: string; line: number; count: number }

async function take(shop: Shop, orderId: string, { kind, line, count }: Turn): Promise<void> {
  const taken = [{ position: line + 1, quantity: count }]
  const of = { orderId, actor: 'x' }
  if (kind === 'withdraw') await withdraw(shop, { ...of, name: 'Anna', units: taken })
  if (kind === 'refund')
    await refundOrder(shop, { ...of, reason: '', units: taken, withDelivery: false, isByChoice: true })
  if (kind === 'edit') {
    const { quantity = 0, cancelled = 0 } = (await orderLineRows(shop.db, orderId))[line] ?? {}
    await edit(shop, orderId, units([line + 1, quantity - cancelled - count]))
  }
  const wanted = taken.map((each) => ({ ...each, reason: 'changed_mind' as const }))
  if (kind === 'return') await requestReturn(shop, { ...of, message: '', units: wanted })
  const open = await shop.db
    .selectFrom('returns')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'requested')
    .execute()
  for (const { id: returnId } of open)
    await receiveReturn(shop, { returnId, actor: 'x', isRestocked: true, isRefunded: true })
}

/** What an order of the units that were not given back costs by VAT rate, by the prices above. */
async function costOfKept(shop: Shop, orderId: string, coupons: readonly string[]) {
  const kept = (await orderLineRows(shop.db, orderId)).map(({ quantity, refunded }) => quantity - refunded)
  const spent = kept.reduce((sum, quantity, at) => sum + quantity * (parts[at]?.price ?? 0), 0)
  const isReduced = coupons.includes('MIN1000') && spent >= 100_000
  const sums = new Map<number, { net: number; vat: number }>()
  for (const [at, { price, net, rate }] of parts.entries()) {
    const unit = (isReduced && reduced[at]) || { price, net }
    sums.set(rate, { net: unit.net * (kept[at] ?? 0), vat: (unit.price - unit.net) * (kept[at] ?? 0) })
  }
  return sums
}

async function checkRates(shop: Shop, orderId: string, coupons: readonly string[]): Promise<void> {
  const documents = await papers(shop, orderId)
  const delivery = documents[0]?.delivery ?? 0
  const expected = await costOfKept(shop, orderId, coupons)
  const goods = [...expected.values()].reduce((sum, { net, vat }) => sum + net + vat, 0)
  const isDeliveryBack = documents.some((each) => each.kind === 'credit_note' && each.delivery > 0)
  const kept = isDeliveryBack ? 0 : delivery
  // A lost discount that is dearer than what came back is deducted in part, and the rest from the next refund.
  if ((await due(shop, orderId)).total !== goods + kept) return
  const left = sumsByRate(documents)
  const standard = expected.get(2500) ?? { net: 0, vat: 0 }
  expected.set(2500, { net: standard.net + kept * 0.8, vat: standard.vat + kept * 0.2 })
  for (const { rate } of parts)
    expect(left.get(rate) ?? { net: 0, vat: 0 }, `what is kept at ${rate}`).toEqual(expected.get(rate))
}

async function checkBooks(shop: Shop, orderId: string): Promise<void> {
  await deliverOutbox(shop)
  const entries = await bookEntries(shop.db, shop.settings.all.home, { from: '2026-01-01', to: '2027-12-31' })
  const [sums] = periodSums(entries)
  const documents = await shop.db.selectFrom('documents').select('order_id').distinct().execute()
  const left = await Promise.all(documents.map(async ({ order_id: id }) => (await due(shop, id)).total))
  const charged = (sums?.sales ?? []).reduce((sum, { net, vat }) => sum + net + vat, 0)
  expect(charged, 'the books have what the orders charge').toBe(left.reduce((sum, each) => sum + each, 0))
  expect(await held(shop, orderId), 'what was paid and not paid back is what is left').toBe(
    (await due(shop, orderId)).total,
  )
}

test('documents have exactly what is kept at each VAT rate, after any units came back', async () => {
  await using shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 50_000 }).execute()
  const food = { country: 'SE', vat_class: 'food', rate: 1200, valid_from: '2020-01-01' }
  await shop.db.insertInto('vat_rates').values(food).execute()
  await shop.db.updateTable('products').set({ vat_class: 'food' }).where('sku', '=', 'RAM').execute()
  await fc.assert(
    fc.asyncProperty(anyQuantities, anyTurns, fc.constantFrom([], ['MIN1000']), async (quantities, turns, coupons) => {
      const goods = parts.map(({ sku }, at) => [sku, quantities[at] ?? 1] as const)
      const email = `b${clock.now().getTime()}@example.se`
      clock.advance(1)
      const orderId = await confirmed(shop, goods, { coupons, form: { email } })
      await parcel(shop, orderId, [1, 1])
      await checkRates(shop, orderId, coupons)
      for (const turn of turns) {
        clock.advance(1)
        expect(await outcomeOf(take(shop, orderId, turn).then(() => ({ kind: 'done' })))).not.toMatch(/error/i)
        await checkRates(shop, orderId, coupons)
      }
      await parcel(shop, orderId).catch(() => {})
      await deliverOrder(shop, { orderId, actor: 'x' }).catch(() => {})
      await checkBooks(shop, orderId)
    }),
    {
      numRuns: cases(inject('engine') === 'sqlite' ? 200 : 100, 0.02),
      examples: [
        [
          [2, 2, 6],
          [
            { kind: 'refund', line: 2, count: 3 },
            { kind: 'refund', line: 2, count: 2 },
          ],
          ['MIN1000'],
        ],
      ],
    },
  )
})
