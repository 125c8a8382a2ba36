import { parseAtc } from '../../domain/atc.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { href } from '../../routes.ts'
import type { Shop } from '../shop.ts'
import { postCheckout, showCheckout, type CheckoutAnswer } from './checkout-page.ts'
import { keepCart } from './keep-cart.ts'

/** A request to the checkout screen, with or without an id, read or posted; `unknown` shows the empty checkout. */
export async function checkoutAnswer(
  shop: Shop, context: ShoppingContext, checkoutId: string | undefined, request: Request,
): Promise<CheckoutAnswer> {
  if (request.method !== 'POST') return checkoutId ? showCheckout(shop, context.language, checkoutId) : { kind: 'unknown' }
  const form = await request.formData().catch(() => new FormData())
  const posted = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return checkoutId ? postCheckout(shop, context.language, checkoutId, posted) : startFromForm(shop, context, posted('atc') ?? '')
}

/** The add-to-cart form of a browser without script: what it holds goes straight to a checkout of its own. */
async function startFromForm(shop: Shop, context: ShoppingContext, atc: string): Promise<CheckoutAnswer> {
  const items = parseAtc(atc).slice(0, 200)
  if (items.length === 0) return { kind: 'unknown' }
  const checkoutId = await keepCart(shop, context, { checkoutId: null, items, coupons: [] })
  return { kind: 'go', path: href(context.language, 'checkout-id', { id: checkoutId }) }
}
