import { isGivenUp, nextDue, nextTry } from '../../../domain/orders/subscriptions.ts'
import { soldCountry } from '../../../domain/settings/sales.ts'
import { openAttempt } from '../../payments/queries.ts'
import { newSecret } from '../../platform/ids.ts'
import type { PlaceOrderResult } from '../checkout/order-request.ts'
import { liveOrderOf, type OrderRow } from '../orders/queries.ts'
import { requireAttempt } from '../payment/known-attempt.ts'
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
import { mailSubscriber, hasPaymentMail } from '../subscriptions/subscription-mail.ts'
import { orderRenewal, priceRenewal } from './renewal-order.ts'

const atOnce = 100
/** How long one process keeps a renewal claimed. After a crash, another process may try it again this much later. */
const leaseMs = 5 * 60_000

/**
 * Places the orders of all subscriptions that are due and returns how many renewals were tried. Creating a renewal and
 * setting the next due date is one transaction. A renewal becomes an order that is charged to the saved card, or whose
 * payment is requested by mail. A failed renewal is tried again after 1, 3 and 5 days and then given up. An error is
 * logged and does not stop the others.
 */
export async function renewSubscriptions(shop: Shop): Promise<number> {
  for (const subscription of await dueSubscriptions(shop.db, shop.now().toISOString(), atOnce))
    await logged(shop, { subscription_id: subscription.id, due_at: subscription.next_at }, open(shop, subscription))
  for (const { paid_order_id: id, paid_status: status, ...renewal } of await paidRenewals(shop.db, atOnce))
    await logged(shop, renewal, finish(shop, renewal, { id, status }))
  const renewals = await renewalsToTry(shop.db, shop.now().toISOString(), atOnce)
  for (const renewal of renewals) await logged(shop, renewal, attempt(shop, renewal))
  return renewals.length
}

type Tried = Pick<RenewalRow, 'subscription_id' | 'due_at'>

function logged({ log }: Shop, { subscription_id: subscription, due_at: due }: Tried, work: Promise<void>) {
  return work.catch((error: unknown) =>
    log.error({ err: error, subscription, due }, 'a subscription could not be renewed'),
  )
}

/**
 * Creates the renewal of a due subscription and sets the next due date. If several due dates were missed, only one
 * order makes up for them.
 */
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
  if (waiting && isPaid(waiting)) return finish(shop, renewal, waiting)
  if (isGivenUp(renewal.tries)) return waiting ? undefined : giveUp(shop, subscription, renewal)
  if (!waiting) return order(shop, subscription, renewal)
  if (!(await isBeingPaid(shop, waiting))) await requestPayment(shop, renewal)
}

/**
 * Places and pays the order of a renewal. If prices or stock changed meanwhile (`changed`), it is tried again when the
 * claim expires.
 */
async function order(shop: Shop, subscription: SubscriptionRow, renewal: RenewalRow): Promise<void> {
  const result = await orderRenewal(shop, subscription, renewal)
  if (result.kind === 'changed') return
  if (result.kind === 'empty' || isUnsold(result)) return wait(shop, renewal)
  if (
    result.kind === 'placed' &&
    !result.isConfirmed &&
    (await pay(shop, subscription, result.attemptId)) === 'unknown'
  )
    return
  const placed = await liveOrderOf(shop.db, renewal.checkout_id)
  await (placed && isPaid(placed) ? finish(shop, renewal, placed) : requestPayment(shop, renewal))
}

/** Tells whether the shop no longer sells to the subscriber's country. */
function isUnsold(result: PlaceOrderResult): boolean {
  return result.kind === 'refused' && result.errors.country !== undefined
}

/** Charges the payment method of the subscription's last payment; `refused` if none is saved. */
async function pay(shop: Shop, subscription: SubscriptionRow, attemptId: string): Promise<Repeated> {
  const { attempt } = await requireAttempt(shop.db, attemptId)
  const earlier = await lastPaymentOf(shop.db, subscription, attempt.provider)
  return earlier === undefined ? 'refused' : repeatPayment(shop, attemptId, earlier)
}

/**
 * Whether the saved card is being charged and the result is still unknown. The subscriber must not be asked to pay a
 * second time.
 */
async function isBeingPaid({ db }: Shop, { id }: OrderRow): Promise<boolean> {
  const attempt = await openAttempt(db, id)
  return attempt !== undefined && attempt.repeats !== null
}

function isPaid({ status }: OrderRow): boolean {
  return status !== 'pending_payment'
}

/** Ends a renewal whose order was paid. One that was cancelled since is not ordered again, and has mails of its own. */
async function finish(shop: Shop, renewal: RenewalRow, order: Pick<OrderRow, 'id' | 'status'>): Promise<void> {
  const { subscription_id: id, due_at: due } = renewal
  await shop.db.transaction().execute(async (trx) => {
    const isEnded = await updateRenewal(trx, renewal, { status: 'ordered', order_id: order.id })
    if (isEnded && order.status !== 'cancelled')
      await mailSubscriber(trx, { id, news: 'renewed', due, order: order.id }, shop.now())
  })
}

/**
 * Mails a payment link and schedules the next try. If the unpaid order has expired, the linked checkout places a new
 * one.
 */
async function requestPayment(shop: Shop, renewal: RenewalRow): Promise<void> {
  const { subscription_id: id, due_at: due, checkout_id: order } = renewal
  const tries = renewal.tries + 1
  await shop.db.transaction().execute(async (trx) => {
    const isOpen = await updateRenewal(trx, renewal, { tries, try_at: nextTry(renewal.opened_at, tries) })
    if (isOpen)
      await mailSubscriber(trx, { id, news: 'payment_due', due, tries, order, opened: renewal.opened_at }, shop.now())
  })
}

async function wait(shop: Shop, renewal: RenewalRow): Promise<void> {
  const tries = renewal.tries + 1
  await shop.db
    .transaction()
    .execute((trx) => updateRenewal(trx, renewal, { tries, try_at: nextTry(renewal.opened_at, tries) }))
}

/**
 * Closes a renewal that cannot be completed. An unpaid one sets the subscription to `unpaid`; one whose product was
 * unavailable on all tries or is now, or whose country is not sold to, is skipped this time only.
 */
async function giveUp(shop: Shop, subscription: SubscriptionRow, renewal: RenewalRow): Promise<void> {
  const { lines } = await priceRenewal(shop, subscription, shop.now())
  const isSold = soldCountry(shop.settings.all.sales, subscription.country) !== undefined
  const isOffered = isSold && lines.some((line) => line.quantity > 0)
  const status = isOffered && (await hasPaymentMail(shop.db, renewal)) ? 'unpaid' : 'unavailable'
  await shop.db.transaction().execute(async (trx) => {
    if (!(await updateRenewal(trx, renewal, { status }))) return
    if (status === 'unpaid') await updateSubscription(trx, subscription.id, { status })
    await mailSubscriber(
      trx,
      { id: subscription.id, news: status, due: renewal.due_at, opened: renewal.opened_at },
      shop.now(),
    )
  })
}
