import type { SentLine } from '../../contracts/sync-cart.ts'
import type { CartLine } from '../../domain/cart-lines.ts'
import { clampQuantity } from '../../domain/cart-lines.ts'
import { activeTiers, tierFor } from '../../domain/price-tiers.ts'
import { imageKind, productType } from '../../domain/products.ts'
import type { ShoppingContext } from '../../domain/shopping-context.ts'
import { stockStatus } from '../../domain/stock.ts'
import { vatPercent, type VatRate } from '../../domain/vat.ts'
import { picture } from '../catalog/product-cards.ts'
import { productFacts, type ProductFacts } from '../catalog/product-facts.ts'
import type { ShelfPart } from '../catalog/stock-facts.ts'
import type { Queryable } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { intervalRows, listedCategoryIds, parentTexts, productIdsOf } from './queries.ts'

export type PricedLine = CartLine & { vat_rate: VatRate }

/**
 * Prices a cart from ids and quantities alone, whatever else the browser sent (spec section 7, sync-cart). Unknown
 * skus are left out; what cannot be had in that number gets `adjusted_quantity`, and 0 with a notice when it is gone.
 */
export async function priceLines(db: Queryable, context: ShoppingContext, sent: readonly SentLine[], now: Date): Promise<PricedLine[]> {
  const wanted = sent.filter((line) => line.quantity > 0)
  if (wanted.length === 0) return []
  const ids = new Map((await productIdsOf(db, [...new Set(wanted.map((line) => line.sku))])).map((row) => [row.sku, row.id]))
  const facts = await productFacts(db, context, [...new Set(ids.values())], now)
  const around = await surroundings(db, context, [...facts.values()])
  const shelf = new Map<string, number>()
  return wanted.flatMap((line) => {
    const own = facts.get(ids.get(line.sku) ?? '')
    if (!own || own.row.type === productType.variant) return []
    const priced = pricedLine(line, own, leftFor(own, shelf), around)
    for (const part of own.parts) shelf.set(part.product_id, leftOf(part, shelf) - part.quantity * priced.quantity)
    return [priced]
  })
}

type Shelf = ReadonlyMap<string, number>

/** What earlier lines of the same cart have left of a part. */
function leftOf({ product_id: id, available }: ShelfPart, shelf: Shelf): number {
  return shelf.get(id) ?? available
}

function leftFor({ stock, parts }: ProductFacts, shelf: Shelf): number {
  return Math.min(stock.available, ...parts.map((part) => Math.floor(leftOf(part, shelf) / part.quantity)))
}

type Surroundings = Awaited<ReturnType<typeof surroundings>>

async function surroundings(db: Queryable, { language }: ShoppingContext, facts: readonly ProductFacts[]) {
  const ids = facts.map((each) => each.row.id)
  const parentIds = facts.flatMap((each) => each.row.parent_id ?? [])
  if (ids.length === 0) return { categories: [], parents: [], intervals: [] }
  return {
    categories: await listedCategoryIds(db, [...ids, ...parentIds]),
    parents: parentIds.length > 0 ? await parentTexts(db, language, parentIds) : [],
    intervals: await intervalRows(db, ids),
  }
}

function pricedLine(line: SentLine, own: ProductFacts, available: number, around: Surroundings): PricedLine {
  const { row } = own
  const money = moneyOf(line, own, available)
  return {
    uuid: line.uuid ?? newId(),
    type: row.type,
    product_id: row.id,
    sku: row.sku,
    ...shownAs(own, around),
    ...money,
    vat: vatPercent(own.vatRate),
    vat_rate: own.vatRate,
    group_id: row.group_id,
    discount_category: row.discount_category,
    stock_status: stockStatus(money.pricing.length > 0, own.stock),
    subscription_interval: interval(line, row.id, around),
  }
}

/** How many can be had of what was asked for, and what each of them costs. */
function moneyOf(line: SentLine, { prices }: ProductFacts, available: number) {
  const pricing = activeTiers(prices)
  const asked = clampQuantity(line.quantity)
  const quantity = pricing.length > 0 ? Math.max(0, Math.min(asked, available)) : 0
  const price = tierFor(pricing, quantity)?.p ?? 0
  const ordinary = tierFor(prices.n, quantity)?.p ?? 0
  return {
    quantity, price, ordinary_price: ordinary, pricing, campaign: price < ordinary,
    cart_notice: quantity === 0 ? 'gone' : null, adjusted_quantity: quantity === asked ? null : quantity,
  }
}

/** A variant's choice is shown under its parent's name, picture, address and categories. */
function shownAs({ row }: ProductFacts, { parents, categories }: Surroundings) {
  const parent = parents.find((each) => each.id === row.parent_id)
  const listed = parent ?? row
  return {
    thumb: picture(row.picture_id ?? listed.picture_id, imageKind.thumb),
    name: parent && row.label ? `${parent.name}, ${row.label}` : row.name,
    slug: listed.slug,
    categories: categories.filter((each) => each.product_id === listed.id).map((each) => each.category_id),
  }
}

function interval({ subscription_interval: asked }: SentLine, productId: string, { intervals }: Surroundings): CartLine['subscription_interval'] {
  const known = intervals.find((each) => each.product_id === productId && String(each.days) === asked?.id)
  return known ? { id: String(known.days), name: String(known.days) } : null
}
