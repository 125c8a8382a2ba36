import { isGivenUp, nextDue, nextTry } from '../../../domain/subscriptions.ts'
import { newSecret } from '../../platform/ids.ts'
import { liveOrderOf, type OrderRow } from '../orders/queries.ts'
import { requireAttempt } from '../payment/known-attempt.ts'
import { openAttempt } from '../../payments/queries.ts'
import { repeatPayment, type Repeated } from '../payment/repeat-payment.ts'
import type { Shop } from '../shop.ts'
import {
  claimRenewal,
  dueSubscriptions,
  insertRenewal,
  lastPaymentOf,
  paidRenewals,
  passDue,
  renewalsToTry,
  subscriptionById,
  updateRenewal,
  updateSubscription,
  type RenewalRow,
  type SubscriptionRow,
} from '../subscriptions/queries.ts'
import { orderRenewal, priceRenewal } from './renewal-order.ts'
import { tellSubscriber } from '../subscriptions/subscription-mail.ts'

const atOnce = 100
/** A try that ended without a word, because its process died, is repeated after this long. */
const leaseMs = 5 * 60_000

/**
 * Orders what is due. A due date becomes a renewal, and the next one is set, in one transaction; a renewal then becomes
 * an order, paid with the card that was kept or asked for by mail, is tried again after 1, 3 and 5 days, and is given
 * up after that. Gives how many renewals were tried.
 */
export async function renewSubscriptions(shop: Shop): Promise<number> {
  for (const subscription of await dueSubscriptions(shop.db, shop.now().toISOString(), atOnce))
    await open(shop, subscription)
  for (const { paid_order_id: orderId, ...renewal } of await paidRenewals(shop.db, atOnce))
    await finish(shop, renewal, orderId)
  const renewals = await renewalsToTry(shop.db, shop.now().toISOString(), atOnce)
  for (const renewal of renewals) {
    await attempt(shop, renewal).catch((error: unknown) =>
      shop.log.error(
        { err: error, subscription: renewal.subscription_id, due: renewal.due_at },
        'a subscription could not be renewed',
      ),
    )
  }
  return renewals.length
}

/** After a standstill one order makes up for all that were missed. */
async function open(shop: Shop, subscription: SubscriptionRow): Promise<void> {
  const now = shop.now()
  const at = now.toISOString()
  const { id, next_at: due, interval_days: days } = subscription
  await shop.db.transaction().execute(async (trx) => {
    if (!(await passDue(trx, subscription, nextDue(due, days, now)))) return
    await insertRenewal(trx, {
      subscription_id: id,
      due_at: due,
      checkout_id: newSecret(),
      status: 'open',
      tries: 0,
      try_at: at,
      order_id: null,
      opened_at: at,
    })
  })
}

async function attempt(shop: Shop, renewal: RenewalRow): Promise<void> {
  if (!(await claimRenewal(shop.db, renewal, new Date(shop.now().getTime() + leaseMs).toISOString()))) return
  const subscription = await subscriptionById(shop.db, renewal.subscription_id)
  if (!subscription) return
  const waiting = await liveOrderOf(shop.db, renewal.checkout_id)
  if (waiting && isPaid(waiting)) return finish(shop, renewal, waiting.id)
  if (isGivenUp(renewal.tries)) return waiting ? undefined : giveUp(shop, subscription, renewal)
  if (!waiting) return order(shop, subscription, renewal)
  if (!(await isBeingPaid(shop, waiting))) await askToPay(shop, renewal)
}

/** What moved while it was ordered is tried again as soon as the claim is over. */
async function order(shop: Shop, subscription: SubscriptionRow, renewal: RenewalRow): Promise<void> {
  const result = await orderRenewal(shop, subscription, renewal)
  if (result.kind === 'changed') return
  if (result.kind === 'empty') return wait(shop, renewal)
  if (
    result.kind === 'placed' &&
    !result.isConfirmed &&
    (await pay(shop, subscription, result.attemptId)) === 'unknown'
  )
    return
  const placed = await liveOrderOf(shop.db, renewal.checkout_id)
  await (placed && isPaid(placed) ? finish(shop, renewal, placed.id) : askToPay(shop, renewal))
}

/** Pays as the subscription was paid the last time, where that was kept. */
async function pay(shop: Shop, subscription: SubscriptionRow, attemptId: string): Promise<Repeated> {
  const { attempt } = await requireAttempt(shop.db, attemptId)
  const earlier = await lastPaymentOf(shop.db, subscription, attempt.provider)
  return earlier === undefined ? 'refused' : repeatPayment(shop, attemptId, earlier)
}

/** Its card has been charged and nobody knows yet with what result: the subscriber must not pay beside that. */
async function isBeingPaid({ db }: Shop, { id }: OrderRow): Promise<boolean> {
  const attempt = await openAttempt(db, id)
  return attempt !== undefined && attempt.repeats !== null
}

function isPaid({ status }: OrderRow): boolean {
  return status !== 'pending_payment'
}

async function finish(shop: Shop, renewal: RenewalRow, orderId: string): Promise<void> {
  const { subscription_id: id, due_at: due } = renewal
  await shop.db.transaction().execute(async (trx) => {
    if (await updateRenewal(trx, renewal, { status: 'ordered', order_id: orderId }))
      await tellSubscriber(trx, { id, news: 'renewed', due, order: orderId }, shop.now())
  })
}

/** Mails the way to the payment; the checkout behind it makes the order anew when this one expires. */
async function askToPay(shop: Shop, renewal: RenewalRow): Promise<void> {
  const { subscription_id: id, due_at: due, checkout_id: order } = renewal
  const tries = renewal.tries + 1
  await shop.db.transaction().execute(async (trx) => {
    const isOpen = await updateRenewal(trx, renewal, { tries, try_at: nextTry(renewal.opened_at, tries) })
    if (isOpen) await tellSubscriber(trx, { id, news: 'payment_due', due, tries, order }, shop.now())
  })
}

async function wait(shop: Shop, renewal: RenewalRow): Promise<void> {
  const tries = renewal.tries + 1
  await shop.db
    .transaction()
    .execute((trx) => updateRenewal(trx, renewal, { tries, try_at: nextTry(renewal.opened_at, tries) }))
}

/** What nobody paid pauses the subscription; what was never there is left out this once. */
async function giveUp(shop: Shop, subscription: SubscriptionRow, renewal: RenewalRow): Promise<void> {
  const { lines } = await priceRenewal(shop, subscription)
  const status = lines.some((line) => line.quantity > 0) ? 'unpaid' : 'unavailable'
  await shop.db.transaction().execute(async (trx) => {
    if (!(await updateRenewal(trx, renewal, { status }))) return
    if (status === 'unpaid') await updateSubscription(trx, subscription.id, { status })
    await tellSubscriber(trx, { id: subscription.id, news: status, due: renewal.due_at }, shop.now())
  })
}
