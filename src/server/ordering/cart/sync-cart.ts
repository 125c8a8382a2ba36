import type { SavedCart } from '../../../contracts/saved-cart.ts'
import type { SentLine, SyncCart } from '../../../contracts/sync-cart.ts'
import { keptCodes, renewCart } from './keep-cart.ts'
import { admittedCodes, countMisses } from './guarded-codes.ts'
import { couponCodes } from '../../pricing/discounts/load-coupons.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { isInternal } from '../../platform/http/server/internal-addresses.ts'
import type { Shop } from '../shop.ts'
import { withKnownSpelling } from './known-spelling.ts'
import { checkLineCount } from './line-limit.ts'
import { priceCart } from './price-cart.ts'
import { bringCart, ownerId } from './saved-cart.ts'

/**
 * POST /api/sync-cart (spec section 7): the lines as the shop prices them, and what their coupons add. A known checkout
 * keeps a cart that was synced, and one whose very lines are an order says so; lines of an atc link, which come without
 * coupons, are only priced.
 */
export const syncCart: Operation<typeof SyncCart, Shop> = async (shop, { body }, call) => {
  const { shopping, customerId } = call.locals
  checkLineCount(shop, customerId, body.items)
  const { checkout_order_id: checkoutId, coupons: sent } = body
  const kept = await keptCodes(shop, checkoutId)
  const codes = body.keep_codes ? kept : await admittedCodes(shop, call, couponCodes(sent), kept)
  const asked = sent ? body.items : await withKnownSpelling(shop.db, body.items)
  const { items, owner } = await ownLines(shop, customerId, { ...body, items: asked })
  const { lines, coupons } = await priceCart(shop.db, shopping, { items, coupons: codes, customerId }, shop.now())
  await countMisses(
    shop,
    call,
    codes.filter((code) => !kept.includes(code)),
    coupons,
  )
  call.headers.set('x-internal', isInternal(shop, call.clientAddress) ? '1' : '0')
  if (owner !== null) call.headers.set('x-cart-owner', owner)
  if (body.keep_codes) call.headers.set('x-cart-codes', kept.join(' '))
  const standing =
    checkoutId && sent
      ? await renewCart(shop, shopping, checkoutId, { items: priced(items, lines), coupons: codes })
      : 'other'
  if (standing === 'waiting' || standing === 'ordered') call.headers.set('x-cart-order', standing)
  return lines
}

/**
 * POST /api/saved-cart: a customer's cart that is empty in this browser; it saves that, or gives what another one has
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

/** The cart of a signed-in customer is saved; what a browser still has of another customer is only priced. */
async function ownLines(
  shop: Shop,
  customerId: string | null,
  { items, owner, unchanged }: Sent,
): Promise<{ items: readonly SentLine[]; owner: string | null }> {
  if (customerId === null || owner === undefined || !['', customerId].includes(ownerId(owner)))
    return { items, owner: null }
  return bringCart(shop, customerId, { items, owner, isUnchanged: unchanged })
}

/** Parts that the shop does not have are not kept. */
function priced(items: readonly SentLine[], lines: readonly { sku: string }[]): SentLine[] {
  const known = new Set(lines.map(({ sku }) => sku))
  return items.filter(({ sku }) => known.has(sku))
}
