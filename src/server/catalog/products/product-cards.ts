import type { ProductCard } from '../../../contracts/catalog-pages/product-lists.ts'
import { activeTiers, tierFor } from '../../../domain/money/price-tiers.ts'
import { vatPercent } from '../../../domain/money/vat.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import {
  imageEdge,
  imageKind,
  productType,
  type ImageKind,
  type SearchProduct,
  type Thumb,
} from '../../../domain/products/products.ts'
import { stockStatus } from '../../../domain/products/stock.ts'
import { pictureHref } from '../../../routes.ts'
import { onOneConnection } from '../../platform/db/on-one-connection.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { sanitized } from '../../platform/sanitize.ts'
import { readPricing } from '../pricing.ts'
import { cardAttributes, cardFacts, type AttributeRow, type CardAttributes } from './card-facts.ts'
import { devicesOfCards, publishedOnly, variantIds, type ProductRow } from './card-queries.ts'
import { productFacts, type ProductFacts, type Reading } from './product-facts.ts'
import { successorsOf, type Successor } from './successors.ts'

/** Cards with what was read for them: prices and stock by product, and the values of attributes. */
export type Cards = {
  cards: ProductCard[]
  changesAt: string | null
  facts: Map<string, ProductFacts>
  values: readonly AttributeRow[]
}

/** Loads cards of these products, in this order; skips unknown and invisible products. */
export async function productCards(
  db: Queryable,
  context: ShoppingContext,
  ids: readonly string[],
  now: Date,
  { seen = publishedOnly, pricing, chosen }: Reading = {},
): Promise<Cards> {
  if (ids.length === 0) return { cards: [], changesAt: null, facts: new Map(), values: [] }
  // PostgreSQL answers on two connections at once, in about half the time of one.
  const [[children, facts], [attributes, fits, successors]] = await Promise.all([
    onOneConnection(db, (one) => variantsAndFacts(one, context, ids, now, { seen, pricing })),
    onOneConnection(db, (one) =>
      Promise.all([
        cardAttributes(one, context.language, ids, chosen),
        devicesOfCards(one, ids),
        successorsOf(one, context.language, ids),
      ]),
    ),
  ])
  const rows = ids.flatMap((id) => facts.get(id)?.row ?? [])
  const beside = cardExtras(context.language, rows, { attributes, fits, successors })
  const cards = composedCards(ids, { children, facts, beside })
  return { cards, changesAt: firstChange([...facts.values()]), facts, values: attributes.values }
}

/** What cards say beside price and stock, by product; it is the same for all regions of a language. */
export type CardExtras = ReadonlyMap<string, ExtrasOfCard>

type FitsRows = Awaited<ReturnType<typeof devicesOfCards>>
type ReadExtras = {
  attributes: CardAttributes
  fits: FitsRows
  successors: ReadonlyMap<string, Successor>
}

export function cardExtras(
  language: Language,
  rows: readonly ProductRow[],
  { attributes, fits, successors }: ReadExtras,
): CardExtras {
  const decisive = cardFacts(language, attributes, rows)
  const devices = new Map(fits.map((row) => [row.product_id, row]))
  return new Map(rows.map(({ id }) => [id, extrasOfCard(devices.get(id), decisive.get(id) ?? [], successors.get(id))]))
}

function extrasOfCard(
  fits: FitsRows[number] | undefined,
  facts: string[],
  successor: Successor | undefined,
): ExtrasOfCard {
  return {
    facts,
    device: fits ? `${fits.brand} ${fits.model}` : null,
    device_count: fits?.count ?? 0,
    replaced_by: successor ? { name: successor.name, path: successor.path } : null,
  }
}

type CardParts = {
  children: Awaited<ReturnType<typeof variantIds>>
  facts: ReadonlyMap<string, ProductFacts>
  beside: CardExtras
}

/** Builds the cards of those products that were found, in this order. */
export function composedCards(ids: readonly string[], { children, facts, beside }: CardParts): ProductCard[] {
  return ids.flatMap((id) => {
    const own = facts.get(id)
    const more = beside.get(id)
    if (!own || !more) return []
    const variants = children.filter((child) => child.parent_id === id).flatMap((child) => facts.get(child.id) ?? [])
    return [{ ...searchProduct(own, variants), featured: picture(own.row.picture_id, imageKind.featured), ...more }]
  })
}

/** Reads the choices of products, and the facts of all of them; few products have choices. */
async function variantsAndFacts(
  db: Queryable,
  context: ShoppingContext,
  ids: readonly string[],
  now: Date,
  { seen, pricing = readPricing(db, context, now) }: Reading,
) {
  const [children, facts] = await Promise.all([
    variantIds(db, ids, seen),
    productFacts(db, context, ids, now, { seen, pricing }),
  ])
  const more = children.flatMap(({ id }) => (facts.has(id) ? [] : id))
  const theirs = await productFacts(db, context, more, now, { seen, pricing })
  return [children, new Map([...facts, ...theirs])] as const
}

/** When the first of them changes by itself. */
export function firstChange(facts: readonly ProductFacts[]): string | null {
  return facts.reduce<string | null>(
    (first, { changesAt }) => (changesAt !== null && (first === null || changesAt < first) ? changesAt : first),
    null,
  )
}

type ExtrasOfCard = Pick<ProductCard, 'facts' | 'device' | 'device_count' | 'replaced_by'>

/** Builds the API form of a product in lists (spec section 3); a variant product shows its cheapest choice's price. */
function searchProduct(own: ProductFacts, variants: readonly ProductFacts[]): SearchProduct {
  const { row } = own
  const shown = shownFacts(own, variants)
  const priced = shown.prices.n.length > 0
  const available = row.type === productType.variant ? bestStock(variants) : own.stock
  return {
    product_id: row.id,
    type: row.type,
    sku: row.sku,
    name: row.name,
    prefix: row.prefix,
    brand: row.brand ?? '',
    slug: row.slug,
    url_fragment: '',
    thumb: picture(row.picture_id, imageKind.thumb),
    metadata: { decoration: row.decoration && sanitized(row.decoration) },
    categories:
      row.main_category_id && row.category ? [{ id: row.main_category_id, name: row.category, main: true }] : [],
    orderable: priced && available.available > 0,
    notifyable: row.notifyable === 1 && priced && available.available <= 0,
    stock_status: stockStatus(priced, available),
    prices: shown.prices,
    variations: variants.map((variant) => ({
      sku: variant.row.sku,
      name: variant.row.label || variant.row.name,
      prices: variant.prices,
      vat: vatPercent(variant.vatRate),
    })),
    group_id: row.group_id,
    group_size: Math.max(row.group_size, 1),
    discount_category: row.discount_category,
    vat: vatPercent(own.vatRate),
    lowest_30_days: shown.lowest30Days,
    ...ownPrice(shown),
  }
}

/** Tells that prices are agreed, and whether the price of one is lower than that of everybody else. */
function ownPrice({ agreed, prices }: ProductFacts): Pick<SearchProduct, 'agreed' | 'own'> {
  if (!agreed) return {}
  const paid = tierFor(activeTiers(prices), 1)?.p
  const usual = tierFor(activeTiers(agreed.usual), 1)?.p ?? null
  const isOwn = paid !== undefined && (usual === null || paid < usual)
  return { agreed: true, ...(isOwn && { own: { usual } }) }
}

/** The product whose prices a card shows: of a variant product its cheapest choice. */
export function shownFacts(own: ProductFacts, variants: readonly ProductFacts[]): ProductFacts {
  return own.row.type === productType.variant ? (cheapest(variants) ?? own) : own
}

function cheapest(variants: readonly ProductFacts[]): ProductFacts | undefined {
  return variants.reduce<ProductFacts | undefined>(
    (low, each) => (price(each) < (low ? price(low) : Infinity) ? each : low),
    undefined,
  )
}

function price({ prices }: ProductFacts): number {
  return prices.c?.[0]?.p ?? prices.n[0]?.p ?? Infinity
}

function bestStock(variants: readonly ProductFacts[]) {
  return variants.reduce(
    (best, { stock }) => ({
      available: Math.max(best.available, stock.available),
      incoming: best.incoming || stock.incoming,
    }),
    { available: 0, incoming: false },
  )
}

/** Builds a picture's address for one size, in a format that all current browsers support. */
export function picture(pictureId: string | null, kind: ImageKind): Thumb | null {
  const edge = imageEdge[kind]
  return pictureId && edge ? { url: pictureHref(pictureId, kind, 'webp'), width: edge, height: edge } : null
}
