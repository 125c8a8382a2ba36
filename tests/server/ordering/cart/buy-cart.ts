import path from 'node:path'
import { expect } from 'vitest'
import { StartCheckout } from '../../../../src/contracts/calls/start-checkout.ts'
import { SyncCart } from '../../../../src/contracts/calls/sync-cart.ts'
import { SyncCoupons } from '../../../../src/contracts/calls/sync-coupons.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import { syncCoupons } from '../../../../src/server/ordering/cart/sync-coupons.ts'
import { startCheckout } from '../../../../src/server/ordering/checkout/start-checkout.ts'
import { latestOrderOf, orderLineRows } from '../../../../src/server/ordering/orders/queries.ts'
import { openAttempt } from '../../../../src/server/payments/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { readMail } from '../../../support/mailbox.ts'
import { call } from '../../call.ts'
import { aForm, somebody, swedish, orderedPage } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'
import { sandboxSays } from '../gift-cards/holder.ts'
import type { RandomCart } from './random-carts.ts'

/** Forged fields of every line. */
const forged = {
  price: 0.01,
  ordinary_price: 0,
  pricing: [],
  vat: 0,
  campaign: true,
  group_id: 'bat',
  discount_category: 'power',
}

/** Takes a cart through sync, checkout, order, confirmation and mail; returns all results. */
export async function buyCart(
  shop: Shop,
  { items, codes, place, customerId, language }: RandomCart,
  clientAddress: string,
) {
  const context = { ...swedish(place.country, place.currency), language }
  const shopping = place.homeOfShop ? { ...context, home: place.homeOfShop } : context
  const asked = { shopping, clientAddress, ...(customerId === null ? {} : { customerId }) }
  const { answer: lines } = await call(shop, SyncCart, syncCart, { ...asked, body: { items, coupons: codes } })
  const { answer: coupons } = await call(shop, SyncCoupons, syncCoupons, {
    ...asked,
    body: { coupons: codes, cart_contents: items },
  })
  const { answer: started } = await call(shop, StartCheckout, startCheckout, {
    ...asked,
    body: { items: lines.map((line) => ({ ...line, ...forged })), coupons: codes },
  })
  const shown = await openCheckout(shop, language, started.checkout_id, { customerId })
  if (shown.kind !== 'page') throw new Error(`The checkout is not shown: ${shown.kind}.`)
  // By card, because invoices are limited, and so many carts would exceed any limit.
  const payment_method = shown.page.paymentMethods.includes('sandbox') ? 'sandbox' : 'invoice'
  const { country, postal_code, firm } = place
  const form = aForm({ country, postal_code, payment_method, ...firm })
  const send = async (action: 'update' | 'place', seen: string) => {
    const fields = { ...form, action, seen }
    return sendCheckout(shop, language, started.checkout_id, fields, { ...somebody(customerId), clientAddress })
  }
  // The checkout knows that there is no VAT once it has the firm's number.
  const { page } = firm ? await pageOf(send('update', shown.page.seen)) : shown
  const posted = await send('place', page.seen)
  expect(posted).toMatchObject({ kind: 'go' })
  await payOpen(shop, started.checkout_id)
  const order = await latestOrderOf(shop.db, started.checkout_id)
  const confirmation = await orderedPage(shop, started.checkout_id)
  if (!order || !confirmation) throw new Error('There is no order.')
  await deliverOutbox(shop)
  const mail = readMail(path.join(shop.env.SHOP_DATA, 'mail', `order-confirmed-${order.id}.eml`)).text
  return { lines, coupons, page, order, orderLines: await orderLineRows(shop.db, order.id), confirmation, mail }
}

async function pageOf(answer: ReturnType<typeof sendCheckout>) {
  const seen = await answer
  if (seen.kind !== 'page') throw new Error(`The checkout is not shown: ${seen.kind}.`)
  return seen
}

async function payOpen(shop: Shop, checkoutId: string): Promise<void> {
  const order = await latestOrderOf(shop.db, checkoutId)
  const attempt = order && (await openAttempt(shop.db, order.id))
  if (attempt) await sandboxSays(shop, attempt.id, 'succeeded')
}
