import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { campaignDataJson, cartLinesJson, codesJson } from '../../platform/db/json-columns.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { cartContent } from './cart-content.ts'
import { cartAndOrder, cartRow, insertCart, updateCart } from './cart-row-queries.ts'
import { knownLines } from './line-limit.ts'

type Content = { items: readonly SentLine[]; coupons: readonly string[] }
export type CartToStore = Content & {
  checkoutId: string | null | undefined
  customerId?: string | null
  quoteId?: string
  from?: string | undefined
  campaignData?: Record<string, unknown> | undefined
  /** Whether who stores the cart is the buyer of the order that waits in this checkout; anybody is if left out. */
  mayPay?: (checkoutId: string) => Promise<boolean>
}

/**
 * Stores a cart for checkout and returns its id. An unknown id, or one that was ordered, gets a new checkout with the
 * same cart, so that nobody reads or changes another customer's checkout. If that order is pending and has the same
 * lines, its buyer gets its id, so that it is paid instead of ordered twice. Lines with unknown parts are left out.
 * Throws 409 cart_empty if no line is left, and 429 too_many_carts above the limits of new carts per address or
 * customer.
 */
export async function storeCart(shop: Shop, context: ShoppingContext, sent: CartToStore): Promise<string> {
  const cart = { ...sent, items: await knownLines(shop.db, sent.items) }
  if (!cart.items.some(({ quantity }) => quantity > 0)) throw new ProblemError(409, 'cart_empty')
  if (cart.checkoutId && (await goesOn(shop, context, cart.checkoutId, cart))) return cart.checkoutId
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

/** Tells whether a checkout is updated to the cart, or is an order of it that waits for the payment of this visitor. */
async function goesOn(shop: Shop, context: ShoppingContext, checkoutId: string, cart: CartToStore): Promise<boolean> {
  const state = await renewCart(shop, context, checkoutId, cart)
  return state === 'renewed' || (state === 'waiting' && ((await cart.mayPay?.(checkoutId)) ?? true))
}

/**
 * Applies the limits of new carts. Customers are counted by account, so that users of a shared network do not limit
 * each other. Carts from quotes are not limited.
 */
async function admitNewCart({ limits }: Shop, { customerId, quoteId, from }: CartToStore): Promise<void> {
  const key = customerId ? `customer ${customerId}` : from
  if (key === undefined || quoteId !== undefined) return
  for (const limit of [limits.cartsKept, limits.cartsKeptADay]) {
    const { isWithin, retryAfter } = await limit.take(key)
    if (!isWithin) throw new ProblemError(429, 'too_many_carts', { headers: { 'Retry-After': String(retryAfter) } })
  }
}

/**
 * The relation of a checkout to a cart: `renewed` was updated to it; `waiting` and `ordered` are a pending or a paid
 * order of the same lines; `other` is anything else.
 */
type CartState = 'renewed' | 'waiting' | 'ordered' | 'other'

/** Updates a checkout to the cart, unless it is unknown, belongs to a quote, or was ordered. */
export async function renewCart(
  shop: Shop,
  context: ShoppingContext,
  checkoutId: string,
  cart: Content,
): Promise<CartState> {
  const { cart: known, order } = await cartAndOrder(shop.db, checkoutId)
  if (!known || known.quote_id !== null) return 'other'
  const renewed = columns(shop, context, cart)
  if (order && contents.some((column) => known[column] !== renewed[column])) return 'other'
  if (order) return order.status === 'pending_payment' ? 'waiting' : 'ordered'
  await updateCart(shop.db, checkoutId, renewed)
  return 'renewed'
}

/**
 * Returns the codes stored with a checkout. They do not count as guesses, because only the shop gives out checkout ids.
 */
export async function storedCodes(shop: Shop, checkoutId: string | null | undefined): Promise<readonly string[]> {
  const cart = checkoutId ? await cartRow(shop.db, checkoutId) : undefined
  return cart ? cartContent(cart).coupons : []
}

const contents = ['currency', 'lines', 'coupons'] as const

function columns(shop: Shop, context: ShoppingContext, { items, coupons }: Content) {
  return {
    language: context.language,
    currency: context.currency.code,
    country: context.country,
    lines: cartLinesJson.write(storedLines(items)),
    coupons: codesJson.write(coupons),
    updated_at: shop.now().toISOString(),
  }
}

/**
 * Reduces lines to the fields that are stored. Lines that coupons add are left out, because pricing adds them again.
 */
export function storedLines(items: readonly SentLine[]): SentLine[] {
  return items.filter((line) => line.quantity > 0 && !line.added_by_coupon).map(storedLine)
}

function storedLine(line: SentLine): SentLine {
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
