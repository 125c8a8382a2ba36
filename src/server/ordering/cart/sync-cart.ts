import type { SavedCart } from '../../../contracts/calls/saved-cart.ts'
import type { SentLine, SyncCart } from '../../../contracts/calls/sync-cart.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { isInternal } from '../../platform/http/server/internal-addresses.ts'
import { couponCodes } from '../../pricing/discounts/load-coupons.ts'
import type { Shop } from '../shop.ts'
import { admittedCodes, countMisses } from './guarded-codes.ts'
import { withKnownSpelling } from './known-spelling.ts'
import { checkLineCount } from './line-limit.ts'
import { mayPay } from './order-buyer.ts'
import { priceCart } from './price-cart.ts'
import { saveBrowserCart, ownerId } from './saved-cart.ts'
import { storedCodes, renewCart } from './store-cart.ts'

/**
 * POST /api/sync-cart (spec section 7): prices the lines, with those that coupons add. Updates the cart's checkout if
 * it has one; header `x-cart-order` says if this visitor has ordered these lines. Lines of an atc link, sent without
 * coupons, are only priced.
 */
export const syncCart: Operation<typeof SyncCart, Shop> = async (shop, { body }, call) => {
  const { shopping, customerId, session } = call.locals
  checkLineCount(shop, customerId, body.items)
  const { checkout_order_id: checkoutId, coupons: sent } = body
  const stored = await storedCodes(shop, checkoutId)
  const codes = body.keep_codes ? stored : await admittedCodes(shop, call, couponCodes(sent), stored)
  const sentLines = sent ? body.items : await withKnownSpelling(shop.db, body.items)
  const { items, owner } = await ownLines(shop, customerId, { ...body, items: sentLines })
  const { lines, coupons } = await priceCart(shop.db, shopping, { items, coupons: codes, customerId }, shop.now())
  await countMisses(
    shop,
    call,
    codes.filter((code) => !stored.includes(code)),
    coupons,
  )
  call.headers.set('x-internal', isInternal(shop, call.clientAddress) ? '1' : '0')
  if (owner !== null) call.headers.set('x-cart-owner', owner)
  if (body.keep_codes) call.headers.set('x-cart-codes', stored.join(' '))
  const cartState =
    checkoutId && sent
      ? await renewCart(shop, shopping, checkoutId, { items: priced(items, lines), coupons: codes })
      : 'other'
  // A cart whose link was given to somebody else stays when that person orders it.
  const isOrder = checkoutId && (cartState === 'waiting' || cartState === 'ordered')
  if (isOrder && (await mayPay(shop, checkoutId, { customerId, session, cookies: call.cookies })))
    call.headers.set('x-cart-order', cartState)
  return lines
}

/**
 * POST /api/saved-cart: for a browser whose cart is empty. Saves the empty cart, or returns what another browser has
 * saved.
 */
export const savedCart: Operation<typeof SavedCart, Shop> = async (shop, { body }, call) => {
  const { shopping, customerId } = call.locals
  const { items, owner } = await ownLines(shop, customerId, { items: [], owner: body.owner, unchanged: body.unchanged })
  const { lines } = await priceCart(shop.db, shopping, { items, coupons: [], customerId }, shop.now())
  call.headers.set('x-internal', isInternal(shop, call.clientAddress) ? '1' : '0')
  if (owner !== null) call.headers.set('x-cart-owner', owner)
  return lines
}

type Sent = { items: SentLine[]; owner?: string | undefined; unchanged?: boolean | undefined }

/** Saves the cart of a signed-in customer. Lines of another customer in this browser are only priced. */
async function ownLines(
  shop: Shop,
  customerId: string | null,
  { items, owner, unchanged }: Sent,
): Promise<{ items: readonly SentLine[]; owner: string | null }> {
  if (customerId === null || owner === undefined || !['', customerId].includes(ownerId(owner)))
    return { items, owner: null }
  return saveBrowserCart(shop, customerId, { items, owner, isUnchanged: unchanged })
}

/** Leaves out lines with unknown SKUs. */
function priced(items: readonly SentLine[], lines: readonly { sku: string }[]): SentLine[] {
  const known = new Set(lines.map(({ sku }) => sku))
  return items.filter(({ sku }) => known.has(sku))
}
