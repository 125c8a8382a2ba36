import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import { attemptById, attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { cases } from '../../../support/cases.ts'
import { FakeStripe } from '../../../support/fake-stripe.ts'
import { hear } from '../../payments/payer.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { due, held } from '../edits/charges.ts'
import { clock, payDifference } from '../edits/editor.ts'
import { anyOrder, place, type AnyOrder } from './any-order.ts'
import { anyStep, take, type Step } from './any-step.ts'
import { checkCards, checkOrder, onCards } from './invariants.ts'

type Account = { shop: Shop; fake: FakeStripe }

/** The buyer pays on Stripe's page, and Stripe tells the shop. */
const payerAt = (fake: FakeStripe) => async (shop: Shop, attemptId: string) => {
  await startPayment(shop, attemptId)
  const session = (await attemptById(shop.db, attemptId))?.provider_reference
  if (session) await hear({ shop }, fake.event('checkout.session.completed', fake.pay(session), shop.now()))
}

async function intentsOf({ shop, fake }: Account, orders: readonly string[]) {
  const attempts = (await Promise.all(orders.map((id) => attemptsOf(shop.db, id)))).flat()
  const references = new Set(attempts.flatMap(({ payment_reference: reference }) => reference ?? []))
  return [...references].map((reference) => fake.intent(reference))
}

/** Carries out what the shop asks of Stripe, which then tells of the refunds of each payment. */
async function settle(account: Account, orders: readonly string[]): Promise<void> {
  const { shop, fake } = account
  for (const _ of [1, 2, 3]) {
    clock.advance(3_600)
    await deliverOutbox(shop)
  }
  const waiting = await shop.db.selectFrom('outbox').select('kind').where('done_at', 'is', null).execute()
  const asked = waiting.filter(({ kind }) => kind.startsWith('payment.'))
  expect(asked, 'Stripe refuses nothing').toEqual([])
  for (const { id, refunded } of await intentsOf(account, orders))
    if (refunded > 0) await hear(account, fake.event('charge.refunded', fake.charge(id), shop.now()))
}

/** Orders and their exchanges share payments, so their sums are compared together. */
async function checkStripe(account: Account, orders: readonly string[], isOver: boolean): Promise<void> {
  const { db } = account.shop
  const intents = await intentsOf(account, orders)
  const taken = intents.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
  const isHeld = intents.some(({ status }) => status === 'requires_capture')
  let [wanted, known] = [0, 0]
  for (const id of orders) {
    const order = await orderById(db, id)
    known += await held(account.shop, id)
    if (order && order.status !== 'cancelled')
      wanted += (await due(account.shop, id)).total - order.unpaid_difference - (await onCards(account.shop, id))
  }
  expect(known, 'the shop knows what Stripe has taken').toBe(taken)
  expect(taken, 'Stripe never takes more than is due').toBeLessThanOrEqual(wanted)
  if (!isHeld) expect(taken, 'Stripe has taken what is due').toBe(wanted)
  if (isOver && wanted === 0) expect(isHeld, 'when all is back, nothing is held').toBe(false)
}

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
