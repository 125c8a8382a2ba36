import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { vatPart } from '../../../../src/domain/money/vat.ts'
import type { DocumentContent } from '../../../../src/server/ordering/documents/document-content.ts'
import { creditAmount } from '../../../../src/server/ordering/refunds/credit-amount.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { papers, parcel } from '../edits/charges.ts'
import { confirmed } from '../orders/parcels.ts'

/** Net and VAT that documents charge at each rate, less what they credit. */
function leftByRate(documents: readonly DocumentContent[]): Record<number, [net: number, vat: number]> {
  const left: Record<number, [number, number]> = {}
  for (const { kind, rates } of documents)
    for (const { rate, net, vat } of rates) {
      const sign = kind === 'credit_note' ? -1 : 1
      const [before, vatBefore] = left[rate] ?? [0, 0]
      left[rate] = [before + sign * net, vatBefore + sign * vat]
    }
  return left
}

/** How far the VAT of a document is from that of its amounts at their rates, in öre. */
const offRate = ({ rates }: DocumentContent): number =>
  Math.max(
    ...rates.map(({ rate, net, vat }) => Math.abs(Math.sign(net + vat) * vatPart(Math.abs(net + vat), rate) - vat)),
  )

const goods = [
  ['FAN', 3],
  ['MANUAL', 3],
  ['RAM', 2],
  ['ODD-PRICE', 7],
] as const

test('a lost discount that comes back is credited at the VAT rates that it was charged at', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, goods, { coupons: ['MIN1000'] })
  // 30 % off from 1,000 kr: without two manuals it is lost, and takes all that they cost.
  await withdraw(shop, { orderId, actor: 'x', name: 'Anna', units: [{ position: 2, quantity: 2 }] })
  await parcel(shop, orderId, [1, 1])
  await refundOrder(shop, { orderId, actor: 'x', reason: '', withDelivery: true })
  const [nothing, credit, receipt] = await papers(shop, orderId)
  expect([nothing?.kind, credit?.kind, receipt?.kind]).toEqual(['credit_note', 'credit_note', 'receipt'])
  expect(nothing).toMatchObject({ total: 0, vat: 0, rates: [{ rate: 600, net: 0, vat: 0 }] })
  expect(credit?.rates).toEqual([
    { rate: 2500, net: 43_225, vat: 10_808 },
    { rate: 600, net: 24_765, vat: 1_485 },
  ])
  expect(receipt?.rates).toEqual(credit?.rates)
})

test('an invoice after a lost discount has the VAT of its amounts at each rate', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, goods, { coupons: ['MIN1000'], form: { payment_method: 'invoice' } })
  await withdraw(shop, { orderId, actor: 'x', name: 'Anna', units: [{ position: 2, quantity: 2 }] })
  await parcel(shop, orderId)
  const [invoice] = await papers(shop, orderId)
  expect(invoice).toMatchObject({ kind: 'invoice', total: 80_283, vat: 12_293 })
  expect(invoice && offRate(invoice)).toBeLessThanOrEqual(2)
})

const turns = fc.array(
  fc.record({ kind: fc.constantFrom('withdraw', 'refund', 'credit'), line: fc.nat(3), count: fc.nat(2) }),
  { maxLength: 4 },
)

async function take(shop: Shop, orderId: string, turn: { kind: string; line: number; count: number }): Promise<void> {
  const units = [{ position: turn.line + 1, quantity: turn.count + 1 }]
  const of = { orderId, actor: 'x' }
  if (turn.kind === 'withdraw') await withdraw(shop, { ...of, name: 'Anna', units })
  else if (turn.kind === 'refund') await refundOrder(shop, { ...of, reason: '', units, withDelivery: false })
  else await creditAmount(shop, { ...of, amount: 1_111 * (turn.count + 1), reason: 'late' })
}

test('when all is returned, nothing is left at any VAT rate, however it was returned', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 5_000 }).execute()
  await fc.assert(
    fc.asyncProperty(
      turns,
      fc.constantFrom([], ['TEN'], ['FIXED50'], ['MIN1000'], ['FIXED50', 'MIN1000']),
      fc.constantFrom('sandbox', 'invoice'),
      async (all, coupons, method) => {
        const email = `b${clock.now().getTime()}@example.se`
        clock.advance(1)
        const orderId = await confirmed(shop, goods, { coupons, form: { payment_method: method, email } })
        await parcel(shop, orderId, [1, 1])
        for (const turn of all) {
          clock.advance(1)
          await take(shop, orderId, turn).catch(() => {})
        }
        await refundOrder(shop, { orderId, actor: 'x', reason: '', withDelivery: true }).catch(() => {})
        const documents = await papers(shop, orderId)
        for (const sums of Object.values(leftByRate(documents))) expect(sums).toEqual([0, 0])
      },
    ),
    { numRuns: inject('engine') === 'sqlite' ? 30 : 10 },
  )
})
