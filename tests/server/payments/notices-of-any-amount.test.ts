import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { updateCart } from '../../../src/server/ordering/cart/cart-row-queries.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import type { OrderRow } from '../../../src/server/ordering/orders/queries.ts'
import { receiveWebhook } from '../../../src/server/ordering/payment/receive-webhook.ts'
import { acceptHeld, closeHeld, refundHeld } from '../../../src/server/ordering/payment/settle-held.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { sandboxWebhook } from '../../../src/server/payments/providers/sandbox.ts'
import type { AttemptRow } from '../../../src/server/payments/queries.ts'
import { codesJson } from '../../../src/server/platform/db/json-columns.ts'
import { ProblemError } from '../../../src/server/platform/http/answers/problem.ts'
import { newId } from '../../../src/server/platform/ids.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { cases } from '../../support/cases.ts'
import { aForm, buy, checkoutWith, fixtureShop } from '../ordering/checkout/buyer.ts'
import { due, parcel } from '../ordering/edits/charges.ts'
import { clock, edit, payDifference } from '../ordering/edits/editor.ts'
import { aCard } from '../ordering/gift-cards/holder.ts'
import { outcomeOf } from '../ordering/orders/parcels.ts'
import { checkCards, onCards } from '../ordering/random-orders/invariants.ts'

const acts = {
  notice: 6,
  repeat: 2,
  page: 2,
  expire: 2,
  reorder: 2,
  accept: 2,
  'give back': 1,
  close: 1,
  cancel: 1,
  ship: 1,
  refund: 1,
  add: 1,
  'pay difference': 1,
}
type Act = keyof typeof acts
const kinds = Object.entries(acts).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind as Act))
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(3),
  outcome: fc.constantFrom('succeeded', 'succeeded', 'succeeded', 'failed', 'expired'),
  /** What the buyer paid beside what was asked for, in öre; null for another currency. */
  off: fc.constantFrom(0, 0, 0, -1, 1, 5_000, -5_000, null),
  isTwice: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** What the provider took of each attempt, kept apart from the shop: money is taken once. */
type Bank = Map<string, { amount: number; currency: string; eventId: string }>
type Trial = { shop: Shop; checkoutId: string; bank: Bank }

const attemptsOfAll = ({ db }: Shop, checkoutId: string): Promise<AttemptRow[]> =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .selectAll('a')
    .where('o.checkout_id', '=', checkoutId)
    .where('a.provider', '=', 'sandbox')
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()

const ordersOf = ({ db }: Shop, checkoutId: string): Promise<OrderRow[]> =>
  db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).orderBy('seq').execute()

async function tell({ shop, bank }: Trial, attempt: AttemptRow, { kind, outcome, off, isTwice }: Step) {
  const known = bank.get(attempt.id)
  const isAgain = kind === 'repeat' && known !== undefined
  const paid =
    off === null ? { amount: attempt.amount, currency: 'EUR' } : { amount: attempt.amount + off, currency: 'SEK' }
  const isPaid = isAgain || outcome === 'succeeded'
  const eventId = isAgain && isTwice ? known.eventId : newId()
  const money = known ?? { ...paid, eventId }
  if (money.amount <= 0) return 'nothing'
  if (isPaid) bank.set(attempt.id, money)
  const { amount, currency } = money
  const notice = {
    eventId,
    attemptId: attempt.id,
    outcome: isPaid ? ('succeeded' as const) : (outcome as 'failed'),
    amount,
    currency,
    reason: null,
    payment: `sandbox:${attempt.id}`,
  }
  const { body, headers } = await sandboxWebhook(shop, notice)
  const hear = () => receiveWebhook(shop, 'sandbox', body, headers)
  return isTwice ? (await Promise.all([hear(), hear()])).join('+') : hear()
}

async function take(trial: Trial, each: Step): Promise<string> {
  const { shop, checkoutId } = trial
  clock.advance(1)
  const attempts = await attemptsOfAll(shop, checkoutId)
  const attempt = attempts[each.at % attempts.length]
  const order = (await ordersOf(shop, checkoutId)).at(-1)
  if (!attempt || !order) return 'nothing'
  const of = { attemptId: attempt.id, actor: 'x' }
  const by = { orderId: order.id, actor: 'x', reason: '' }
  const twice = (act: () => Promise<object>) =>
    each.isTwice ? Promise.all([outcomeOf(act()), outcomeOf(act())]).then(String) : outcomeOf(act())
  const form = aForm({ payment_method: 'sandbox', email: order.email })
  const actions: Record<Act, () => Promise<string>> = {
    notice: () => tell(trial, attempt, each),
    repeat: () => tell(trial, attempt, each),
    page: () => startPayment(shop, attempt.id, 'en').then(() => 'opened', refused),
    expire: async () => {
      clock.advance(31 * 60)
      return String(await expireOrders(shop))
    },
    reorder: () => outcomeOf(buy(shop, checkoutId, form)),
    accept: () => twice(() => acceptHeld(shop, of)),
    'give back': () => twice(() => refundHeld(shop, of)),
    close: () => outcomeOf(closeHeld(shop, of)),
    cancel: () => twice(() => cancelOrder(shop, by)),
    ship: () => outcomeOf(parcel(shop, order.id)),
    refund: () => twice(() => refundOrder(shop, { ...by, withDelivery: true })),
    add: () => outcomeOf(edit(shop, order.id, { added: [{ sku: 'FAN', quantity: 1 }] })),
    'pay difference': () => payDifference(shop, order.id, async () => {}).then(() => 'opened', refused),
  }
  return actions[each.kind]()
}

/** A page that is not opened: a problem with a code, or nothing to pay. */
const refused = (error: unknown): string => {
  if (error instanceof ProblemError || (error instanceof Error && error.message === 'nothing to pay')) return 'refused'
  throw error
}

const live = new Set(['confirmed', 'processing', 'shipped', 'delivered', 'returned', 'refunded'])

/** What the provider took, less what went back, is what orders cost, and what a person has to look at. */
async function moneyAgrees({ shop, checkoutId, bank }: Trial): Promise<void> {
  const attempts = await attemptsOfAll(shop, checkoutId)
  const orders = await ordersOf(shop, checkoutId)
  for (const { id, captured, refunded, status } of attempts) {
    const taken = bank.get(id)
    const inSek = taken?.currency === 'SEK' ? taken.amount : 0
    expect(captured, 'the shop knows what was taken').toBe(inSek)
    expect(refunded, 'never more goes back than came').toBeLessThanOrEqual(captured)
    if (captured > refunded || (taken && inSek === 0)) expect(['succeeded', 'held', 'cancelled']).toContain(status)
  }
  expect(orders.filter(({ status }) => live.has(status)).length, 'one order of a cart').toBeLessThan(2)
  for (const order of orders) {
    const own = attempts.filter((each) => each.order_id === order.id && each.status !== 'held')
    const kept = own.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
    const cards = await onCards(shop, order.id)
    const isLive = live.has(order.status)
    const wanted = isLive ? (await due(shop, order.id)).total - order.unpaid_difference : 0
    if (order.status !== 'pending_payment')
      expect(kept + cards, `a ${order.status} order is paid as it costs`).toBe(wanted)
    else expect(kept, 'nothing is kept of an order that waits').toBe(0)
  }
}

const a = { at: 0, outcome: 'succeeded', off: 0, isTwice: false } as const
/** A payment that was held and given back was accepted afterwards, so that goods were sent for nothing. */
const foundBefore: { card: number; steps: Step[] }[] = [
  {
    card: 0,
    steps: [
      { ...a, kind: 'notice', off: 5_000 },
      { ...a, kind: 'give back' },
      { ...a, kind: 'accept' },
    ],
  },
]

test('payments of any amount, twice and in any order leave what an order costs', { timeout: 7_200_000 }, async () => {
  await using shop = await fixtureShop(clock)
  await shop.db.updateTable('stock').set({ on_hand: 100_000 }).execute()
  const tried = fc.record({ card: fc.constantFrom(0, 0, 3_000), steps: fc.array(step, { minLength: 3, maxLength: 9 }) })
  const property = fc.asyncProperty(tried, async ({ card, steps }) => {
    const log: string[] = []
    try {
      const checkoutId = await checkoutWith(shop, [['FAN', 2]])
      const cards = card > 0 ? [{ id: (await aCard(shop, card)).id, worth: card }] : []
      await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write(cards.map(({ id }) => id)) })
      const form = aForm({ payment_method: 'sandbox', email: `${newId()}@example.se` })
      const placed = await buy(shop, checkoutId, form)
      if (placed.kind !== 'placed') throw new Error(placed.kind)
      const trial: Trial = { shop, checkoutId, bank: new Map() }
      for (const each of steps) {
        const { kind, at, outcome, off, isTwice } = each
        log.push(`${kind} ${at} ${outcome} ${off} ${isTwice}: ${await take(trial, each)}`)
        expect(log.at(-1), 'a step is taken or refused').not.toMatch(/error/i)
        await deliverOutbox(shop)
        await moneyAgrees(trial)
        await checkCards(shop, cards)
      }
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)}\nafter ${log.join('\n      ')}`, {
        cause: error,
      })
    }
  })
  const numRuns = cases(800, inject('engine') === 'sqlite' ? 0.02 : 0.01)
  await fc.assert(property, { numRuns, examples: foundBefore.map((each) => [each]) })
})
