import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { FakeStripe } from '../../../support/fake-stripe.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { clock, payDifference } from '../edits/editor.ts'
import { outcomeOf } from '../orders/parcels.ts'
import { anyOrder, place, type AnyOrder } from './any-order.ts'
import { actionOf, anyStep, type Step } from './any-step.ts'
import { checkCards, checkOrder } from './invariants.ts'
import { checkStripe, payerAt, settle, type Account } from './stripe-account.ts'

/** Steps at the same moment, and whether what they ask of the provider is carried out at that moment, or after it. */
type Turn = { steps: Step[]; isOfExchange: boolean; isDelivering: boolean; isSettled: boolean }
const turn: fc.Arbitrary<Turn> = fc.record({
  steps: fc.array(anyStep, { minLength: 2, maxLength: 3 }),
  isOfExchange: fc.boolean(),
  isDelivering: fc.boolean(),
  isSettled: fc.boolean(),
})
const turns = fc.array(turn, { minLength: 2, maxLength: 6 })

type Trial = Account & { method: AnyOrder['method'] }

/** Takes steps at once; returns how each ended. */
async function takeAtOnce({ shop, fake, method }: Trial, id: string, { steps, isDelivering }: Turn, made: string[]) {
  clock.advance(1)
  const payer = method === 'stripe' ? payerAt(fake) : undefined
  const pay = () =>
    payDifference(shop, id, payer).then(
      () => ({ kind: 'paid' }),
      () => ({ kind: 'nothing to pay' }),
    )
  const actions = await Promise.all(
    steps.map(async (step) => (step.kind === 'pay' ? pay : actionOf(shop, id, step, made))),
  )
  const jobs = isDelivering ? [() => deliverOutbox(shop).then(() => ({ kind: 'delivered' }))] : []
  const outcomes = await Promise.all([...actions, ...jobs].map((act) => outcomeOf(act())))
  return steps.map(({ kind, line, count, sku }, at) => `${kind} ${line} ${count} ${sku}: ${outcomes[at]}`).join(' | ')
}

async function carryOut(trial: Trial, order: AnyOrder, all: readonly Turn[]): Promise<void> {
  const { shop, fake, method } = trial
  const { id, cards } = await place(shop, { ...order, method }, method === 'stripe' ? payerAt(fake) : undefined)
  const made: string[] = []
  const log: string[] = []
  try {
    for (const each of all) {
      log.push(await takeAtOnce(trial, each.isOfExchange ? (made.at(-1) ?? id) : id, each, made))
      expect(log.at(-1), 'a step is taken or refused').not.toMatch(/error/i)
      const isSettled = each.isSettled && method === 'stripe'
      if (isSettled) await settle(trial, [id, ...made])
      for (const one of [id, ...made]) await checkOrder(shop, one)
      await checkCards(shop, cards)
      if (isSettled) await checkStripe(trial, [id, ...made], false)
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nafter ${log.join('\n      ')}`, {
      cause: error,
    })
  }
}

test.each([
  ['a card that is charged at shipment', 'stripe', 'at-shipment'],
  ['a card that is charged at once', 'stripe', 'at-once'],
  ['a payment of the sandbox', 'sandbox', 'at-once'],
  ['an invoice', 'invoice', 'at-once'],
] as const)(
  'refunds, changes, payments and parcels of %s at the same moment agree',
  { timeout: 7_200_000 },
  async (_, method, capture) => {
    await using fake = await FakeStripe.start()
    await using plain = await fixtureShop(clock)
    const env = { ...plain.env, ...fake.env, STRIPE_CAPTURE: capture }
    const shop: Shop = method === 'stripe' ? { ...plain, env } : plain
    await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
    const property = fc.asyncProperty(anyOrder, turns, (order, all) => carryOut({ shop, fake, method }, order, all))
    await fc.assert(property, { numRuns: cases(inject('engine') === 'sqlite' ? 150 : 100, 0.02) })
  },
)
