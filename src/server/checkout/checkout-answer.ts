import type { SentLine } from '../../contracts/sync-cart.ts'
import { parseAtc } from '../../domain/atc.ts'
import { clampQuantity } from '../../domain/cart-lines.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { href } from '../../routes.ts'
import type { Shop } from '../shop.ts'
import { postCheckout, showCheckout, type CheckoutAnswer, type PostedFields } from './checkout-page.ts'
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
  return checkoutId ? postCheckout(shop, context.language, checkoutId, posted) : startFromForm(shop, context, posted)
}

/** The add-to-cart form of a browser without script: what it holds goes straight to a checkout of its own. */
async function startFromForm(shop: Shop, context: ShoppingContext, posted: PostedFields): Promise<CheckoutAnswer> {
  const items = formLines(posted)
  if (items.length === 0) return { kind: 'unknown' }
  const checkoutId = await keepCart(shop, context, { checkoutId: null, items, coupons: [] })
  return { kind: 'go', path: href(context.language, 'checkout-id', { id: checkoutId }) }
}

/** A product page's form has its own fields for how many and how often. */
function formLines(posted: PostedFields): SentLine[] {
  const items: SentLine[] = parseAtc(posted('atc') ?? '').slice(0, 200)
  const [only] = items
  if (items.length !== 1 || !only) return items
  const quantity = posted('quantity') === undefined ? only.quantity : Math.max(1, clampQuantity(posted('quantity')))
  const interval = posted('interval')
  return [{ ...only, quantity, subscription_interval: interval ? { id: interval.slice(0, 16) } : null }]
}
