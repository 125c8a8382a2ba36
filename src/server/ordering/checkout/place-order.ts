import { normalizedForm, type CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import { providerNamed } from '../../payments/providers.ts'
import { nextCount } from '../../platform/db/next-count.ts'
import { waitLonger } from '../../platform/db/short-transactions.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import { expectedArrival } from '../delivery/expected-arrival.ts'
import { companyIdentities } from '../orders/hold-queries.ts'
import { insertOrder, type OrderParts } from '../orders/insert-order-queries.ts'
import { orderEvent } from '../orders/order-events.ts'
import { acceptanceOf, confirmed } from '../payment/acceptance.ts'
import { completeOrderInTransaction } from '../payment/complete-order.ts'
import type { Shop } from '../shop.ts'
import { admitOrder } from './admit-order.ts'
import { checkedForm, withUnsoldErrors, refusalOf } from './check-order.ts'
import { lockPricedCart } from './lock-priced-cart.ts'
import {
  CheckoutChanged,
  SettingsChanged,
  type OrderedBy,
  type OrderRequest,
  type PlaceOrderResult,
} from './order-request.ts'
import { orderParts, orderRow } from './order-rows.ts'
import type { PricedCheckout } from './price-checkout.ts'
import { goodsOf, nameOf, reserveGoods } from './reserve-goods.ts'

type PlacingShop = Pick<Shop, 'db' | 'now' | 'env' | 'settings' | 'orderEvents'>

/**
 * Places an order in one transaction: prices everything from the database, reserves stock, and inserts the order with
 * its payment attempt. If no payment is needed first, the order is confirmed at once. Stock is reserved last, because
 * other orders of the same product wait from then on. A second call for the same checkout returns `already`. `changed`
 * if prices, stock, coupons or gift cards changed since the shopper looked, `refused` for an invalid form; no order is
 * placed then.
 */
export async function placeOrder(shop: PlacingShop, request: OrderRequest): Promise<PlaceOrderResult> {
  const place = (isLast: boolean) =>
    shop.db.transaction().execute((trx) => placeOrderInTransaction(trx, shop, request, isLast))
  try {
    return await place(false).catch(async (error) => {
      if (!(error instanceof SettingsChanged)) throw error
      await shop.settings.refresh()
      return place(true)
    })
  } catch (error) {
    if (error instanceof CheckoutChanged) return { kind: 'changed', changes: error.changes }
    throw error
  }
}

/** Throws SettingsChanged when this process does not know the newest settings, unless `isLast`. */
async function placeOrderInTransaction(
  trx: DatabaseTransaction,
  shop: PlacingShop,
  request: OrderRequest,
  isLast: boolean,
): Promise<PlaceOrderResult> {
  const now = shop.now()
  const { revision } = shop.settings
  const [, locked, companies, newest] = await Promise.all([
    waitLonger(trx),
    lockPricedCart(trx, shop.settings, request, now),
    companyIdentities(trx),
    lastRevision(trx),
  ])
  if (locked.kind !== 'locked') return locked
  const { cart, priced } = locked

  const wanted = checkedForm(request, priced)
  if (!isLast && (newest !== revision || shop.settings.revision !== revision)) throw new SettingsChanged()
  const checked = withUnsoldErrors(shop.settings.all.sales, request, wanted)
  const refusal = refusalOf(priced, request, checked)
  if (refusal) return refusal
  const form = normalizedForm(checked.form)

  const [goods, arrives] = await goodsAndDays(trx, shop, { form, priced, now })
  const admitted = await admitOrder(trx, shop.env, {
    customerId: cart.customer_id,
    form,
    companies,
    network: request.context.network,
    wanted: goods.reservations,
    now,
    debt: { total: priced.giftCards.due, currency: request.context.currency.code },
    nameOf: (productId) => nameOf(priced, productId),
  })
  if (admitted.kind !== 'admitted') return admitted

  const seq = await nextCount(trx, 'orders')
  const ordered = { ...goods, form, place: checked.place, context: request.context, now }
  const order = orderRow({ ...ordered, ...admitted, seq, cart, priced, arrives })
  const parts = orderParts({
    ...ordered,
    attemptId: newId(now.getTime()),
    totals: priced.totals,
    terms: priced.terms,
    due: priced.giftCards.due,
    by: request.by,
  })
  return write(trx, shop.orderEvents, { order, parts, by: request.by, goods, cart, priced, email: form.email, now })
}

/** Reads the goods of an order and the days on which they arrive, before they are reserved. */
function goodsAndDays(
  trx: DatabaseTransaction,
  shop: PlacingShop,
  placing: { form: CheckoutForm; priced: PricedCheckout; now: Date },
) {
  const { priced, now } = placing
  return Promise.all([goodsOf(trx, priced, now), expectedArrival(trx, shop.settings.all, placing)])
}

type Written = {
  order: ReturnType<typeof orderRow>
  parts: OrderParts
  by: OrderedBy | undefined
} & Parameters<typeof reserveGoods>[1]

/** Inserts the order, confirmed if its payment method accepts at once, emits its events and reserves its goods. */
async function write(
  trx: DatabaseTransaction,
  orderEvents: Shop['orderEvents'],
  { order: pending, parts, by, ...reserving }: Written,
): Promise<PlaceOrderResult> {
  const { now } = reserving
  const shop = { now: () => now, orderEvents }
  const provider = providerNamed(pending.payment_method)
  const acceptance = acceptanceOf(provider, parts.attempt)
  const { order, parts: written } = acceptance
    ? confirmed({ order: pending, parts }, acceptance, now)
    : { order: pending, parts }
  await insertOrder(trx, { order, parts: written })
  await shop.orderEvents.emit(trx, orderEvent(trx, order, now, { type: 'order.placed' }, parts.lines))
  if (acceptance)
    await shop.orderEvents.emit(trx, orderEvent(trx, order, now, { type: 'order.confirmed' }, parts.lines))
  else if (provider?.accept) await completeOrderInTransaction(trx, shop, provider.name, provider.accept(parts.attempt))
  await by?.placed(trx, order)
  await reserveGoods(trx, reserving)
  return { kind: 'placed', orderId: order.id, attemptId: parts.attempt.id, isConfirmed: acceptance !== undefined }
}
