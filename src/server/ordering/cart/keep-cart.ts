import { campaignDataJson, cartLinesJson, codesJson } from '../../platform/db/json-columns.ts'
import type { SentLine } from '../../../contracts/sync-cart.ts'
import type { ShoppingContext } from '../../../domain/shopping-context.ts'
import { knownLines } from './line-limit.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { cartContent } from './cart-content.ts'
import { cartAndOrder, cartRow, insertCart, updateCart } from './cart-row-queries.ts'

type Content = { items: readonly SentLine[]; coupons: readonly string[] }
export type CartToKeep = Content & {
  checkoutId: string | null | undefined
  customerId?: string | null
  quoteId?: string
  from?: string | undefined
  campaignData?: Record<string, unknown> | undefined
}

/**
 * Keeps a cart for checkout and gives its id. An id that is unknown, or that already became an order, leads to a new
 * checkout with the same cart, so that nobody reads or changes what belongs to somebody else (design, "Checkout");
 * while that order waits for its payment and the cart is the same, it is paid on instead of ordered twice. Parts that
 * the shop does not know are left out; a cart without any other is not kept: 409 cart_empty. New carts that come `from`
 * an address, or are a customer's, are limited: 429 too_many_carts.
 */
export async function keepCart(shop: Shop, context: ShoppingContext, sent: CartToKeep): Promise<string> {
  const cart = { ...sent, items: await knownLines(shop.db, sent.items) }
  if (!cart.items.some(({ quantity }) => quantity > 0)) throw new ProblemError(409, 'cart_empty')
  const standing = cart.checkoutId ? await renewCart(shop, context, cart.checkoutId, cart) : 'other'
  if (cart.checkoutId && (standing === 'renewed' || standing === 'waiting')) return cart.checkoutId
  await admitNewCart(shop, cart)
  const checkoutId = newSecret()
  await insertCart(shop.db, {
    ...columns(shop, context, cart),
    checkout_id: checkoutId,
    form: '{}',
    campaign_data: campaignDataJson.write(cart.campaignData ?? {}),
    internal: 0,
    customer_id: cart.customerId ?? null,
    quote_id: cart.quoteId ?? null,
    created_at: shop.now().toISOString(),
  })
  return checkoutId
}

/**
 * Customers are counted by account, so that none of them pays for a neighbour in the same network; a quote's cart is
 * the shop's own.
 */
async function admitNewCart({ limits }: Shop, { customerId, quoteId, from }: CartToKeep): Promise<void> {
  const key = customerId ? `customer ${customerId}` : from
  if (key === undefined || quoteId !== undefined) return
  const { isWithin, retryAfter } = await limits.cartsKept.take(key)
  if (!isWithin) throw new ProblemError(429, 'too_many_carts', { headers: { 'Retry-After': String(retryAfter) } })
}

/**
 * What a checkout is to a cart: brought up to it, an order of these very lines that waits for its payment or does not,
 * or none of its.
 */
type Standing = 'renewed' | 'waiting' | 'ordered' | 'other'

/** Brings a checkout up to the cart, unless it is unknown, somebody's quote, or has become an order. */
export async function renewCart(
  shop: Shop,
  context: ShoppingContext,
  checkoutId: string,
  cart: Content,
): Promise<Standing> {
  const { cart: known, order } = await cartAndOrder(shop.db, checkoutId)
  if (!known || known.quote_id !== null) return 'other'
  const renewed = columns(shop, context, cart)
  if (order && contents.some((column) => known[column] !== renewed[column])) return 'other'
  if (order) return order.status === 'pending_payment' ? 'waiting' : 'ordered'
  await updateCart(shop.db, checkoutId, renewed)
  return 'renewed'
}

/** The codes that a checkout keeps; whoever has its id was given them by the shop, so that none of them is a guess. */
export async function keptCodes(shop: Shop, checkoutId: string | null | undefined): Promise<readonly string[]> {
  const cart = checkoutId ? await cartRow(shop.db, checkoutId) : undefined
  return cart ? cartContent(cart).coupons : []
}

const contents = ['currency', 'lines', 'coupons'] as const

function columns(shop: Shop, context: ShoppingContext, { items, coupons }: Content) {
  return {
    language: context.language,
    currency: context.currency.code,
    country: context.country,
    lines: cartLinesJson.write(keptLines(items)),
    coupons: codesJson.write(coupons),
    updated_at: shop.now().toISOString(),
  }
}

/** Lines with what the server needs again; gifts of coupons are made anew each time. */
export function keptLines(items: readonly SentLine[]): SentLine[] {
  return items.filter((line) => line.quantity > 0 && !line.added_by_coupon).map(keptLine)
}

function keptLine(line: SentLine): SentLine {
  const {
    uuid,
    sku,
    quantity,
    subscription_interval: interval,
    cross_selling_product_id,
    upselling_bundle_id,
    unique_bundle_id,
  } = line
  return {
    uuid,
    sku,
    quantity,
    subscription_interval: interval ?? null,
    cross_selling_product_id,
    upselling_bundle_id,
    unique_bundle_id,
  }
}
