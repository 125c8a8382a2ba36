import type { Language } from '../../../src/domain/places/locales.ts'
import { rememberOrder } from '../../../src/server/identity/sessions/known-orders.ts'
import { orderById, orderEventRows } from '../../../src/server/ordering/orders/queries.ts'
import { orderPayments } from '../../../src/server/ordering/payment/order-payments.ts'
import { receiveWebhook } from '../../../src/server/ordering/payment/receive-webhook.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { attemptById, attemptsOf, type AttemptRow } from '../../../src/server/payments/queries.ts'
import { ProblemError } from '../../../src/server/platform/http/answers/problem.ts'
import type { Shop } from '../../../src/server/shop.ts'
import type { SignedEvent } from '../../support/fake-stripe-ledger.ts'
import { FakeStripe, type FakeRequest } from '../../support/fake-stripe.ts'
import { jar } from '../call.ts'
import { aForm, bought, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'

export const byStripe = aForm({ payment_method: 'stripe' })
export const bySandbox = aForm({ payment_method: 'sandbox' })

export type StripeShop = Awaited<ReturnType<typeof stripeShop>>

/** The fixture shop with a fake Stripe account on this machine. */
export async function stripeShop(settings: Partial<Shop['env']> = {}) {
  const clock = movableClock()
  const fake = await FakeStripe.start()
  const plain = await fixtureShop(clock)
  const shop: Shop = { ...plain, env: { ...plain.env, ...fake.env, ...settings } }
  const close = async (): Promise<void> => {
    await plain[Symbol.asyncDispose]()
    await fake[Symbol.asyncDispose]()
  }
  return { shop, fake, clock, [Symbol.asyncDispose]: close }
}

export type Payment = { orderId: string; attemptId: string; checkoutId: string; session: string; path: string }

/** An order with a payment started at Stripe. */
export async function started(
  { shop }: { shop: Shop },
  wanted: Parameters<typeof bought>[1] = [['FAN', 2]],
  language: Language = 'sv',
): Promise<Payment> {
  const order = await bought(shop, wanted, byStripe)
  const path = await startPayment(shop, order.attemptId, language)
  return { ...order, path, session: (await attempt(shop, order.attemptId)).provider_reference ?? '' }
}

/** The browser in which an order was placed. */
export function buyerOf({ env }: Pick<Shop, 'env'>, { orderId }: Pick<Payment, 'orderId'>) {
  const cookies = jar(new Map())
  rememberOrder({ env }, cookies, { id: orderId })
  return { cookies }
}

/** An order paid at Stripe whose webhook has arrived. */
export async function paid(at: StripeShop, wanted?: Parameters<typeof bought>[1]): Promise<Payment> {
  const payment = await started(at, wanted)
  await hear(at, at.fake.event('checkout.session.completed', at.fake.pay(payment.session), at.shop.now()))
  return payment
}

export function hear({ shop }: { shop: Shop }, { body, headers }: Omit<SignedEvent, 'id'>) {
  return receiveWebhook(shop, 'stripe', body, headers)
}

export async function attempt({ db }: Shop, id: string): Promise<AttemptRow> {
  const row = await attemptById(db, id)
  if (!row) throw new Error(`No attempt ${id}.`)
  return row
}

/** The order's status, and each attempt's with its amounts. */
export async function state({ db }: Shop, orderId: string) {
  const attempts = await attemptsOf(db, orderId)
  return {
    order: (await orderById(db, orderId))?.status,
    attempts: attempts.map(({ status, captured, refunded }) => [status, captured, refunded]),
  }
}

export async function notes({ db }: Shop, orderId: string): Promise<string[]> {
  return (await orderEventRows(db, orderId)).map((event) => event.note).filter(Boolean)
}

export async function refundRows({ db }: Shop, orderId: string) {
  return (await orderPayments(db, orderId)).refunds.map(({ amount, status, refusals }) => [amount, status, refusals])
}

export async function mailsOf({ db }: Shop): Promise<number> {
  return (await db.selectFrom('outbox').select('id').where('kind', '=', 'mail.order_confirmed').execute()).length
}

export const calls = (fake: FakeStripe, path: string): FakeRequest[] =>
  fake.requests.filter((request) => `${request.method} ${request.path}`.startsWith(path))

export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ProblemError ? `${error.status} ${error.code}` : error),
  )

/** Pending outbox rows of one kind. */
export async function undone({ db }: Shop, kind: string) {
  return db
    .selectFrom('outbox')
    .select(['attempts', 'last_error'])
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .execute()
}
