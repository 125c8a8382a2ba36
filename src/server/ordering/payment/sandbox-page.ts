import { sandboxChoices } from '../../../domain/orders/payments.ts'
import type { PaymentNotice } from '../../payments/provider.ts'
import { rememberSandbox, sandboxWebhook } from '../../payments/providers/sandbox.ts'
import { attemptById, type AttemptRow } from '../../payments/queries.ts'
import { sandboxPlan } from '../../payments/sandbox-outcomes.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { paymentResult } from './payment-result.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { returnFromPayment } from './return-from-payment.ts'

export type SandboxPayment = { order: OrderRow; attempt: AttemptRow }

/** The longest delay of a sandbox webhook in seconds, well past the order's expiry. */
const latestWebhook = 7_200

/** Reads the attempt of a sandbox payment page; undefined if it is not a sandbox payment. */
export async function sandboxPayment(shop: Shop, attemptId: string): Promise<SandboxPayment | undefined> {
  const attempt = await attemptById(shop.db, attemptId)
  const order =
    attempt?.provider === 'sandbox' && shop.env.SANDBOX_PAYMENTS
      ? await orderById(shop.db, attempt.order_id)
      : undefined
  return attempt && order ? { attempt, order } : undefined
}

/**
 * Carries out the choice made on the sandbox payment page: sends our webhook, then returns the path that fits the
 * order's status. `seconds` is the delay of a late webhook.
 */
export async function decideSandboxPayment(
  shop: Shop,
  { attempt, order }: SandboxPayment,
  chosen: string,
  seconds = 20,
): Promise<string> {
  if (chosen === 'leave') return (await returnFromPayment(shop, 'sandbox', attempt.id, 'left')) ?? paymentResult(order)
  const choice = sandboxChoices.find((known) => known === chosen) ?? 'decline'
  const plan = sandboxPlan(choice, attempt, newId)
  if (plan.knows) await rememberSandbox(shop, plan.knows)
  for (const notice of plan.now) await sendSandboxWebhook(shop, notice)
  if (plan.later) await sendLater(shop, plan.later, seconds)
  return paymentResult((await orderById(shop.db, order.id)) ?? order)
}

/** Signs a webhook and delivers it to the shop, as a provider would. */
export async function sendSandboxWebhook(shop: Shop, notice: PaymentNotice): Promise<void> {
  const { body, headers } = await sandboxWebhook(shop, notice)
  await receiveWebhook(shop, 'sandbox', body, headers)
}

async function sendLater(shop: Shop, notice: PaymentNotice, seconds: number): Promise<void> {
  const wait = Math.min(latestWebhook, Math.max(0, Number.isFinite(seconds) ? seconds : 0))
  const now = shop.now()
  const effect: Effect = {
    kind: 'payment.sandbox_webhook',
    dedupeKey: `sandbox:${notice.eventId}`,
    payload: { notice: JSON.stringify(notice) },
  }
  await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, now, new Date(now.getTime() + wait * 1000)))
}
