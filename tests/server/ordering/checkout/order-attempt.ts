import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { jar } from '../../call.ts'
import { aForm, movableClock, swedish, type checkoutWith, type Clock } from './buyer.ts'
import { sendCheckout, type CheckoutSeen } from './visit-checkout.ts'

export type Wanted = Parameters<typeof checkoutWith>[1]

export type Asking = { customerId?: string; from?: string }

export const shopWith = (settings: Record<string, string> = {}, clock: Clock = movableClock()) =>
  freshShop({ seeded: true, now: clock.now, settings })

/** Fills in a checkout and places the order. */
export async function order(
  shop: Shop,
  wanted: Wanted,
  changes: Record<string, string> = {},
  { customerId, from = '192.0.2.1' }: Asking = {},
): Promise<{ answer: CheckoutSeen; checkoutId: string }> {
  const items = wanted.map(([sku, quantity]) => ({ sku, quantity }))
  const checkoutId = await storeCart(shop, swedish(), {
    checkoutId: null,
    items,
    coupons: [],
    customerId: customerId ?? null,
  })
  const visitor = { customerId: customerId ?? null, clientAddress: from, cookies: jar(new Map()) }
  const fields: Record<string, string> = { ...aForm({ payment_method: 'sandbox', ...changes }) }
  const looked = await sendCheckout(shop, 'sv', checkoutId, { ...fields, action: 'update', seen: '' }, visitor)
  const seen = looked.kind === 'page' ? looked.page.seen : ''
  return {
    checkoutId,
    answer: await sendCheckout(shop, 'sv', checkoutId, { ...fields, action: 'place', seen }, visitor),
  }
}

export const placed = ({ answer }: Awaited<ReturnType<typeof order>>) => answer.kind === 'go'

export const refusalOf = ({ answer }: Awaited<ReturnType<typeof order>>) =>
  answer.kind === 'page' ? { status: answer.status, refusal: answer.page.refusal, errors: answer.page.errors } : answer

export const firm = {
  customer_kind: 'organization',
  organization_name: 'Firm firm',
  organization_number: '556016-0680',
}
