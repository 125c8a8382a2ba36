import { z } from 'zod'
import type { Shop } from '../../platform/shop.ts'
import type { ProviderRefund, RefundNotice } from '../provider.ts'
import { asking } from './stripe-client.ts'
import { isFailedRefund, stripeIntent, stripeRefund, type RefundsToRead, type StripeRefund } from './stripe-notices.ts'

/** More refunds than one payment has. */
const maxRefunds = 1000

/** Fetches the refunds of a payment; null when it is not one of this shop. */
export async function fetchRefunds(
  shop: Shop,
  { eventId, payment, attemptId: known, failed }: RefundsToRead,
): Promise<RefundNotice | null> {
  const attemptId = known ?? (await attemptOf(shop, payment))
  if (attemptId === undefined) return null
  const refunds = await refundsAt(shop, payment)
  const base = { eventId, attemptId, refunds }
  // A refund that was refused is asked for again: it failed when each try did.
  const isMade = refunds.some(({ refundId, isFailed }) => refundId === failed?.refundId && !isFailed)
  if (failed && !isMade) return { ...base, outcome: 'refund_failed', ...failed }
  const amount = refunds.reduce((sum, each) => sum + (each.isFailed ? 0 : each.amount), 0)
  return { ...base, outcome: 'refunded', amount, currency: refunds[0]?.currency ?? '' }
}

/** Fetches all refunds of a payment, the oldest first. */
export async function refundsAt(shop: Shop, payment: string): Promise<ProviderRefund[]> {
  const made = await asking(shop, (client) =>
    client.refunds.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: maxRefunds }),
  )
  // Stripe lists the newest first.
  return z.array(stripeRefund).parse(made).map(providerRefund).toReversed()
}

/** Asks which attempt a payment is of: a refund made in Stripe's own console and a dispute do not say so themselves. */
export async function attemptOf(shop: Shop, payment: string): Promise<string | undefined> {
  const intent = await asking(shop, (client) => client.paymentIntents.retrieve(payment))
  return stripeIntent.parse(intent).metadata?.attempt_id
}

function providerRefund(refund: StripeRefund): ProviderRefund {
  return {
    reference: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    amount: refund.amount,
    currency: refund.currency.toUpperCase(),
    isFailed: isFailedRefund(refund),
    reason: refund.failure_reason ?? 'unknown',
  }
}
