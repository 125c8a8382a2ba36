import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { FakeStripe } from '../../../support/fake-stripe.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { clock, payDifference } from '../edits/editor.ts'
import { anyOrder, place, type AnyOrder } from './any-order.ts'
import { anyStep, take, type Step } from './any-step.ts'
import { checkCards, checkOrder } from './invariants.ts'
import { checkStripe, payerAt, settle, type Account } from './stripe-account.ts'

/** `isOfExchange`: taken with the newest exchange, if there is one. */
type Turn = { step: Step; isSettled: boolean; isOfExchange: boolean }
const turn = fc.record({ step: anyStep, isSettled: fc.boolean(), isOfExchange: fc.boolean() })
const steps = fc.array(turn, { minLength: 2, maxLength: 8 })
const refundAll: Step = { kind: 'refund all', line: 0, count: 0, sku: 'FAN', times: 'once' }
/** At last everything that is left is refunded. */
const lastTurns: Turn[] = [true, false].map((isOfExchange) => ({ step: refundAll, isSettled: true, isOfExchange }))

/** Carries out the steps, and what they ask of Stripe at once or later. */
async function carryOut(account: Account, order: AnyOrder, turns: readonly Turn[]): Promise<void> {
  const { shop, fake } = account
  const payer = payerAt(fake)
  const log: string[] = []
  try {
    const { id, cards } = await place(shop, { ...order, method: 'stripe' }, payer)
    const made: string[] = []
    for (const { step, isSettled, isOfExchange } of [...turns, ...lastTurns]) {
      const of = isOfExchange ? (made.at(-1) ?? id) : id
      const isPayment = step.kind === 'pay'
      const outcomes = isPayment
        ? [await payDifference(shop, of, payer).catch(() => 'nothing to pay')]
        : await take(shop, of, step, made)
      const { kind, line, count, sku, times } = step
      const what = `${of === id ? '' : 'exchange: '}${kind} ${line} ${count} ${sku} ${times}`
      log.push(`${what}: ${outcomes.join(', ')}`)
      expect(log.at(-1), 'a step is taken or refused').not.toMatch(/error/i)
      if (isSettled) await settle(account, [id, ...made])
      for (const each of [id, ...made]) await checkOrder(shop, each)
      await checkCards(shop, cards)
      if (isSettled) await checkStripe(account, [id, ...made], step === refundAll)
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nafter ${log.join('\n      ')}`, {
      cause: error,
    })
  }
}

test(
  'Stripe has taken what is due after any steps, with the order or at shipment',
  { timeout: 7_200_000 },
  async () => {
    const all = cases(400, 0.025)
    for (const capture of ['at-shipment', 'at-once'] as const) {
      await using fake = await FakeStripe.start()
      await using plain = await fixtureShop(clock)
      const shop: Shop = { ...plain, env: { ...plain.env, ...fake.env, STRIPE_CAPTURE: capture } }
      await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
      await fc.assert(
        fc.asyncProperty(anyOrder, steps, (order, turns) => carryOut({ shop, fake }, order, turns)),
        { numRuns: Math.ceil(all / 2) },
      )
    }
  },
)
