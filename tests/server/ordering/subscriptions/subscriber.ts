import type { CheckoutForm } from '../../../../src/domain/orders/checkout-form.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { renewSubscriptions } from '../../../../src/server/ordering/renewals/renew.ts'
import { announceRenewals } from '../../../../src/server/ordering/subscriptions/announce.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { aForm, buy, swedish } from '../checkout/buyer.ts'

export const day = 24 * 3600

/** Subscribes to paste every thirty days; returns the ids of the order and its attempt. */
export async function subscribed(shop: Shop, form: CheckoutForm = aForm(), customerId: string | null = null) {
  const items = [
    { sku: 'PASTE', quantity: 2, subscription_interval: { id: '30' } },
    { sku: 'FAN', quantity: 1 },
  ]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId })
  const result = await buy(shop, checkoutId, form)
  if (result.kind !== 'placed') throw new Error(`Not placed but ${result.kind}.`)
  return { ...result, checkoutId }
}

export async function subscription({ db }: Shop) {
  return db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
}

export async function renewals({ db }: Shop) {
  return db.selectFrom('subscription_renewals').selectAll().orderBy('due_at').execute()
}

/** Orders after the first, with their lines. */
export async function laterOrders({ db }: Shop) {
  return db
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .select(['o.status', 'o.checkout_id', 'o.total', 'l.sku', 'l.quantity', 'l.unit_price'])
    .orderBy('o.seq')
    .orderBy('l.position')
    .offset(2)
    .limit(100)
    .execute()
}

/** Runs a minute of the shop's jobs. */
export async function work(shop: Shop): Promise<void> {
  await announceRenewals(shop)
  await renewSubscriptions(shop)
  await deliverOutbox(shop)
}

/** The subjects of a subscriber's mails. */
export function newsTo(shop: Shop, address = 'anna@example.se'): string[] {
  return mailTexts(shop.env.SHOP_DATA, address)
    .flatMap((mail) => /Message-ID: <subscription-([a-z_]+)-/.exec(mail)?.[1] ?? [])
    .sort()
}
