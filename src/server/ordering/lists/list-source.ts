import type { AddToListPage } from '../../../contracts/customer-pages/part-lists.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'
import type { WantedPart } from '../../../domain/lists/part-lists.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import type { Thumb } from '../../../domain/products/products.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { cartLinesJson } from '../../platform/db/json-columns.ts'
import { readCookieCart } from '../cart/cookie-cart.ts'
import { priceLines } from '../cart/price-lines.ts'
import { savedCartRow } from '../cart/saved-cart-queries.ts'
import { findParts } from '../excel-order/find-parts.ts'
import { namedChoices } from '../excel-order/queries.ts'
import { orderLineRows } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import type { Shop } from '../shop.ts'

type Item = { sku: string; quantity: number }
type Named = { parts: WantedPart[]; thumbs: ReadonlyMap<string, Thumb> }
/** What goes onto a list: `of` is the number of the part or order. A variant has `choices` instead of parts. */
export type ListSource = Named & { kind: AddToListPage['source']; of: string; choices: readonly WantedPart[] }

/** Reads what the address names; undefined if it names nothing that this customer may see. */
export async function sourceOf(
  shop: Shop,
  { session }: Account,
  { url, cookies, locals: { shopping } }: AccountRequest,
): Promise<ListSource | undefined> {
  const [part, order] = [url.searchParams.get('part'), url.searchParams.get('order')]
  if (part !== null) return partSource(shop, shopping, part.slice(0, 64))
  if (order !== null) {
    const row = await visibleOrder(shop, session, order)
    if (!row) return undefined
    const lines = (await orderLineRows(shop.db, row.id)).filter((line) => line.line_total > 0)
    return { kind: 'order', of: row.number, choices: [], ...(await soldParts(shop, shopping, lines)) }
  }
  if (!url.searchParams.has('cart')) return undefined
  const saved = await savedCartRow(shop.db, session.customer.id)
  const lines = saved ? cartLinesJson.read(saved.lines) : []
  const items = lines.length > 0 ? lines : (await readCookieCart(shop, cookies, session.customer.id)).items
  return { kind: 'cart', of: '', choices: [], ...(await soldParts(shop, shopping, items)) }
}

async function partSource(shop: Shop, shopping: ShoppingContext, number: string): Promise<ListSource | undefined> {
  const found = (await findParts(shop, [number])).get(number)
  if (!found) return undefined
  if ('sku' in found) {
    const own = await soldParts(shop, shopping, [{ sku: found.sku, quantity: 1 }])
    return own.parts.length > 0 ? { kind: 'part', of: found.sku, choices: [], ...own } : undefined
  }
  const rows = await namedChoices(shop.db, shop.kind, shopping.language, found.choices)
  const items = rows.map(({ sku }) => ({ sku, quantity: 1 }))
  const { parts, thumbs } = await soldParts(shop, shopping, items)
  return parts.length > 0 ? { kind: 'part', of: number, choices: parts, parts: [], thumbs } : undefined
}

/** Names the parts that are sold, each once with its quantities added up. */
async function soldParts({ db, now }: Shop, shopping: ShoppingContext, items: readonly Item[]): Promise<Named> {
  const quantities = new Map<string, number>()
  for (const { sku, quantity } of items) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
  const wanted = [...quantities.keys()].map((sku) => ({ sku, quantity: 1 }))
  const lines = await priceLines(db, shopping, wanted, now())
  const parts = lines.map((line) => ({
    productId: line.product_id,
    sku: line.sku,
    name: line.name,
    quantity: clampQuantity(quantities.get(line.sku), 1),
    note: '',
  }))
  return { parts, thumbs: new Map(lines.flatMap(({ sku, thumb }) => (thumb ? [[sku, thumb] as const] : []))) }
}
