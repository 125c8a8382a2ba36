import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { creditAmount } from '../../../../src/server/ordering/refunds/credit-amount.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { confirmed, outcomeOf } from '../orders/parcels.ts'
import { charged, due, held, parcel, refund } from './charges.ts'
import { clock, edit, payDifference, sums, units } from './editor.ts'

const kinds = ['ship', 'edit', 'add', 'swap', 'pay', 'refund', 'credit'] as const
const skus = ['FAN', 'MANUAL', 'RAM'] as const
type Step = { kind: (typeof kinds)[number]; line: number; count: number; sku: (typeof skus)[number] }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    line: fc.nat(3),
    count: fc.integer({ min: 0, max: 3 }),
    sku: fc.constantFrom(...skus),
  }),
  { minLength: 2, maxLength: 6 },
)

/** Each kind of change once, whatever the random ones are. */
const everyKind: Step[] = [
  { kind: 'ship', line: 0, count: 1, sku: 'FAN' },
  { kind: 'edit', line: 1, count: 3, sku: 'FAN' },
  { kind: 'add', line: 0, count: 1, sku: 'FAN' },
  { kind: 'swap', line: 2, count: 1, sku: 'MANUAL' },
  { kind: 'refund', line: 1, count: 1, sku: 'FAN' },
  { kind: 'credit', line: 0, count: 0, sku: 'FAN' },
]

async function take(shop: Shop, id: string, { kind, line: at, count, sku }: Step): Promise<string> {
  const rows = await orderLineRows(shop.db, id)
  const line = rows[at % rows.length]
  if (!line) throw new Error('no line')
  const [position, wanted] = [line.position, line.shipped + Math.max(0, count - 1)]
  clock.advance(1)
  if (kind === 'ship') return outcomeOf(parcel(shop, id, [position, Math.max(1, count)]))
  if (kind === 'edit') return outcomeOf(edit(shop, id, units([position, wanted])))
  if (kind === 'add') return outcomeOf(edit(shop, id, { added: [{ sku, quantity: Math.max(1, count) }] }))
  if (kind === 'swap')
    return outcomeOf(edit(shop, id, { ...units([position, line.shipped]), added: [{ sku, quantity: 1 }] }))
  if (kind === 'pay') return (await payDifference(shop, id).catch(() => 'nothing to pay')) && 'paid'
  if (kind === 'credit')
    return outcomeOf(creditAmount(shop, { orderId: id, actor: 'x', amount: 3_333 * (count + 1), reason: 'late' }))
  return outcomeOf(refund(shop, id, position, Math.max(1, count)))
}

test('documents, payments and order agree to the öre after parcels, changes and refunds in any order', async () => {
  await using shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
  const known = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.constantFrom([], ['TEN'], ['FIXED50'], ['MIN1000']),
      fc.constantFrom('sandbox', 'invoice'),
      async (turns, coupons, method) => {
        const email = `b${known.size}${Date.now()}@example.se`
        const id = await confirmed(
          shop,
          [
            ['FAN', 3],
            ['MANUAL', 3],
            ['RAM', 2],
          ],
          { coupons, form: { payment_method: method, email } },
        )
        await parcel(shop, id, [1, 1])
        for (const turn of turns) {
          const outcome = await take(shop, id, turn)
          known.add(`${turn.kind} ${outcome}`)
          expect(outcome).not.toContain('rror')
          const [owed, paper] = [await due(shop, id), await charged(shop, id)]
          const {
            unpaid_difference: unpaid,
            total,
            items_total: items,
            discount_total: off,
            delivery_total: sent,
          } = await sums(shop, id)
          expect(total).toBe(items - off + sent)
          // What is asked for and unpaid has its receipt with the payment or the next parcel.
          if (unpaid === 0) expect(paper).toEqual(owed)
          expect(await held(shop, id)).toBe(owed.total - unpaid)
          expect(owed.vat).toBeGreaterThanOrEqual(0)
          expect(owed.vat).toBeLessThanOrEqual(Math.max(0, owed.total))
        }
      },
    ),
    { numRuns: inject('engine') === 'sqlite' ? 40 : 15, examples: [[everyKind, [], 'invoice']] },
  )
  for (const outcome of ['edit done', 'add done', 'swap done', 'ship shipped', 'refund refunded', 'credit refunded'])
    expect([...known]).toContain(outcome)
})
