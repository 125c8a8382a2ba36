import type Stripe from 'stripe'
import { translator } from '../../../i18n/translator.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Shop } from '../../platform/shop.ts'
import { PaymentRefused, type OrderToPay, type PaymentProvider, type ProviderRefund } from '../provider.ts'
import type { AttemptRow } from '../queries.ts'
import { asking, stripeOf } from './stripe-client.ts'
import { fetchDispute } from './stripe-disputes.ts'
import {
  noticeOfEvent,
  noticeOfIntent,
  noticeOfSession,
  repeatedMark,
  stripeCard,
  stripeEvent,
  stripeIntent,
  stripeSession,
  type ReadEvent,
  type StripeEvent,
} from './stripe-notices.ts'
import { fetchRefunds, refundsAt } from './stripe-refunds.ts'

const toleranceSeconds = 300
/**
 * Session lifetime: Stripe allows 30 minutes to 24 hours from when it receives the request; the shop closes the page
 * when the order expires.
 */
const sessionMinutes = 65
/** Stripe keeps idempotency keys for at least 24 hours. */
const keyHours = 23
const methods = new Set(['card', 'buy-now-pay-later', 'wallet'])

/** Stripe's hosted Checkout: only Stripe sees the shopper's card. */
export const stripe: PaymentProvider = {
  name: 'stripe',
  method: 'online',
  isOffered: ({ env, settings }, language) =>
    env.STRIPE_SECRET_KEY !== undefined &&
    settings.locale(language).paymentMethods.some((method) => methods.has(method)),
  brings: [...methods.keys()],
  accept: null,
  start: async (shop, attempt, order, storesCard) => {
    const session = await asking(shop, (client) =>
      client.checkout.sessions.create(sessionFor(shop, attempt, order, storesCard), { idempotencyKey: attempt.id }),
    )
    if (!session.url) throw new PaymentRefused('Stripe gave no page to pay on.')
    return { url: session.url, reference: session.id }
  },
  repeat: async (shop, attempt, order, earlier) => {
    const { customer, payment_method: method } = stripeCard.parse(
      await asking(shop, (client) => client.paymentIntents.retrieve(earlier)),
    )
    if (customer === null || method === null) throw new PaymentRefused('Stripe keeps no card of that payment.')
    const { metadata, ...about } = intentFor(shop, attempt, order)
    const params: Stripe.PaymentIntentCreateParams = {
      ...about,
      metadata: { ...metadata, [repeatedMark]: 'yes' },
      amount: attempt.amount,
      currency: attempt.currency.toLowerCase(),
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
      return_url: returnTo(shop, attempt),
    }
    const intent = await asking(shop, (client) =>
      client.paymentIntents.create(params, { idempotencyKey: `repeat:${attempt.id}` }),
    )
    return noticeOfIntent(`repeated:${attempt.id}`, stripeIntent.parse(intent))
  },
  readNotice: async (shop, body, headers) => {
    const event = await verified(shop, body, headers.get('stripe-signature') ?? '')
    const { notice, session, refunds, dispute } = readEvent(event)
    if (refunds) return fetchRefunds(shop, refunds)
    if (dispute) return fetchDispute(shop, dispute)
    return session ? fetchSession(shop, session) : notice
  },
  ask: async (shop, { provider_reference: reference }) => (reference === null ? null : fetchSession(shop, reference)),
  capture: async (shop, attempt, amount) => {
    const [payment, idempotencyKey] = [paymentOf(attempt), `capture:${attempt.id}`]
    try {
      await asking(shop, (client) =>
        client.paymentIntents.capture(payment, { amount_to_capture: amount }, { idempotencyKey }),
      )
      return amount
    } catch (error) {
      const received = error instanceof PaymentRefused ? await receivedOf(shop, payment) : 0
      if (received > 0) return received
      throw error
    }
  },
  refund: async (shop, attempt, { refundId, idempotencyKey, amount, reason, since }) => {
    const payment = paymentOf(attempt)
    const isKeyValid = shop.now().getTime() - Date.parse(since) < keyHours * 3_600_000
    const made = isKeyValid ? undefined : (await refundsAt(shop, payment)).find((each) => isOf(each, refundId))
    if (made) return made.reference
    const metadata = { attempt_id: attempt.id, refund_id: refundId, reason: reason.slice(0, 500) }
    const params = { payment_intent: payment, amount, metadata }
    const refund = await asking(shop, (client) => client.refunds.create(params, { idempotencyKey }))
    if (refund.status === 'failed' || refund.status === 'canceled')
      throw new PaymentRefused(refund.failure_reason ?? `The refund is ${refund.status}.`)
    return refund.id
  },
  cancel: async (shop, attempt) => {
    const { provider_reference: session, payment_reference: payment } = attempt
    if (payment !== null) await asking(shop, (client) => client.paymentIntents.cancel(payment))
    else if (session !== null) await asking(shop, (client) => client.checkout.sessions.expire(session))
  },
}

/** What Stripe has captured of a payment, in minor units. */
async function receivedOf(shop: Shop, payment: string): Promise<number> {
  const intent = stripeIntent.parse(await asking(shop, (client) => client.paymentIntents.retrieve(payment)))
  return intent.status === 'succeeded' ? (intent.amount_received ?? 0) : 0
}

function isOf({ refundId, isFailed }: ProviderRefund, wanted: string): boolean {
  return refundId === wanted && !isFailed
}

/**
 * Builds the session. It is identical for the same attempt at any time: Stripe rejects a different request with a
 * known idempotency key.
 */
function sessionFor(
  shop: Shop,
  attempt: AttemptRow,
  order: OrderToPay,
  storesCard: boolean,
): Stripe.Checkout.SessionCreateParams {
  const { metadata, description: name, ...intent } = intentFor(shop, attempt, order)
  const back = returnTo(shop, attempt)
  return {
    mode: 'payment',
    locale: attempt.language,
    client_reference_id: attempt.id,
    customer_email: order.email,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: attempt.currency.toLowerCase(), unit_amount: attempt.amount, product_data: { name } },
      },
    ],
    metadata,
    payment_intent_data: {
      ...intent,
      metadata,
      description: name,
      ...(storesCard ? { setup_future_usage: 'off_session' } : {}),
    },
    ...(storesCard ? { customer_creation: 'always' } : {}),
    expires_at: Math.floor(Date.parse(attempt.created_at) / 1000) + sessionMinutes * 60,
    success_url: back,
    cancel_url: `${back}&left=1`,
  }
}

function returnTo({ env }: Shop, { id }: AttemptRow): string {
  return `${env.ORIGIN}/api/payments/stripe/return?attempt=${id}`
}

/** Builds a payment's description at Stripe, and when it is captured. */
function intentFor({ env, settings }: Shop, { id, language }: AttemptRow, { number }: OrderToPay) {
  return {
    metadata: { attempt_id: id, order_number: number },
    description: translator(language)('checkout:stripe_line', { brand: settings.locale(language).brand, number }),
    ...(env.STRIPE_CAPTURE === 'at-shipment' ? { capture_method: 'manual' as const } : {}),
  }
}

async function fetchSession(shop: Shop, id: string) {
  return noticeOfSession(
    stripeSession.parse(
      await asking(shop, (client) => client.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })),
    ),
  )
}

function readEvent(event: StripeEvent): ReadEvent {
  try {
    return noticeOfEvent(event)
  } catch (error) {
    throw new ProblemError(400, 'webhook_unreadable', { cause: error })
  }
}

async function verified(shop: Shop, body: string, signature: string): Promise<StripeEvent> {
  const { webhooks } = await stripeOf(shop)
  try {
    const event: unknown = webhooks.constructEvent(
      body,
      signature,
      shop.env.STRIPE_WEBHOOK_SECRET ?? '',
      toleranceSeconds,
      undefined,
      shop.now().getTime(),
    )
    return stripeEvent.parse(event)
  } catch (error) {
    const isForged = error instanceof Error && Reflect.get(error, 'type') === 'StripeSignatureVerificationError'
    throw new ProblemError(400, isForged ? 'webhook_not_verified' : 'webhook_unreadable', { cause: error })
  }
}

function paymentOf({ id, payment_reference: payment }: AttemptRow): string {
  if (payment === null) throw new Error(`Payment attempt ${id} has no payment intent.`)
  return payment
}
