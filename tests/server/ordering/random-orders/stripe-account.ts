import { expect } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import { attemptById, attemptsOf } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import type { FakeStripe } from '../../../support/fake-stripe.ts'
import { hear } from '../../payments/payer.ts'
import { due, held } from '../edits/charges.ts'
import { clock } from '../edits/editor.ts'
import { onCards } from './invariants.ts'

export type Account = { shop: Shop; fake: FakeStripe }

/** The buyer pays on Stripe's page, and Stripe tells the shop. */
export const payerAt = (fake: FakeStripe) => async (shop: Shop, attemptId: string) => {
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
export async function settle(account: Account, orders: readonly string[]): Promise<void> {
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
export async function checkStripe(account: Account, orders: readonly string[], isOver: boolean): Promise<void> {
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
