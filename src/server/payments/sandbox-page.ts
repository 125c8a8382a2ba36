import type { PaymentOutcome } from '../../domain/payments.ts'
import { href } from '../../routes.ts'
import { newId } from '../ids.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { sandboxWebhook } from './providers/sandbox.ts'
import { attemptById, type AttemptRow } from './queries.ts'
import { receiveWebhook } from './receive-webhook.ts'

export type SandboxPayment = { order: OrderRow; attempt: AttemptRow }

/** The attempt that the sandbox's hosted page asks about; undefined when it is not the sandbox's. */
export async function sandboxPayment(shop: Shop, attemptId: string): Promise<SandboxPayment | undefined> {
  const attempt = await attemptById(shop.db, attemptId)
  const order = attempt?.provider === 'sandbox' && shop.env.SANDBOX_PAYMENTS ? await orderById(shop.db, attempt.order_id) : undefined
  return attempt && order ? { attempt, order } : undefined
}

/** What the shopper chose on that page: our webhook hears it first, then the shopper comes back to the shop. */
export async function decideSandboxPayment(shop: Shop, { attempt, order }: SandboxPayment, choice: string): Promise<string> {
  const outcome: PaymentOutcome = choice === 'approve' ? 'succeeded' : 'failed'
  const { body, headers } = await sandboxWebhook(shop, {
    eventId: newId(), attemptId: attempt.id, outcome, amount: attempt.amount, currency: attempt.currency,
    reason: outcome === 'failed' ? 'declined' : null,
  })
  await receiveWebhook(shop, 'sandbox', body, headers)
  const screen = outcome === 'succeeded' ? 'checkout-confirmation' : 'checkout-failed'
  return href(order.language, screen, { id: order.checkout_id })
}
