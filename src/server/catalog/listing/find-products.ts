import { newestChange } from '../../platform/db/statements/invalidation-queries.ts'
import { cacheSince, cachedCardInputs, type CardInputs } from '../cached-reads.ts'
import { isNumeric } from '../columns/attribute-ranks.ts'
import { numbersOfDevice, numbersOfTag } from '../columns/column-queries.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { rememberedOf, stateOf } from '../columns/remembered.ts'
import { brandTerms, categoryTerms } from '../columns/terms.ts'
import { arrivesBy } from '../delivery/arrives-by.ts'
import { selectProducts, type Conditions, type Selection, type TermChoice } from '../selection/select-products.ts'
import type { Shop } from '../shop.ts'
import { listedPrices } from './buyers-prices.ts'
import { attributeChoices, listOf, priceChoice, type AttributeChoice } from './list-choices.ts'
import { brandsBySlugs } from './listing-queries.ts'
import type { ListingRequest, ListingScope } from './listing-request.ts'
import { priceLimits } from './price-limits.ts'
import type { ShopperPrices } from './shopper-prices.ts'

type Brand = { id: string; name: string; slug: string }
/** The filters of a listing; unknown brands, attributes and values have been left out. */
type ListingFilter = {
  brands: readonly Brand[]
  /** The categories of which the hits of a search are. */
  kinds: readonly string[]
  attributes: readonly AttributeChoice[]
  price: ReturnType<typeof priceChoice>
  inStock: boolean
  /** The last day on which a product may arrive. */
  by: string | undefined
  deviceId: string | undefined
}
/** All products of a listing, and what a shopper would find with each other choice. */
export type FoundProducts = {
  columns: ProductColumns
  /** That of the columns when the products were selected. */
  state: number
  /** The term of which all products are in the scope, if there is one. */
  term: number | undefined
  filter: ListingFilter
  selection: Selection
  prices: ShopperPrices
  /** What cards of these products need. */
  cardInputs: CardInputs
}

/** Finds the products of a scope that meet the query's filters. */
export async function findProducts(
  shop: Shop,
  { context, scope, query, now }: Pick<ListingRequest, 'context' | 'scope' | 'query' | 'now'>,
  deviceId: string | undefined,
): Promise<FoundProducts> {
  const newest = scope.newest ?? (await newestChange(shop.db))
  const reading = cachedCardInputs(shop, cacheSince(shop, newest), context)
  // It is awaited below, after reads that may fail first.
  reading.catch(() => {})
  const columns = await shop.catalogIndex.columns(newest)
  const state = stateOf(columns)
  const filter = await filterOf(shop, columns, { scope, query }, deviceId)
  const cardInputs = await reading
  const prices = await listedPrices(shop, { columns, pricing: cardInputs.pricing }, context, now)
  const conditions: Conditions = {
    ...(await numbersIn(shop, columns, scope, deviceId)),
    choices: termChoices(columns, filter),
    inStock: filter.inStock,
    sold: prices.sold,
    arrives: filter.by
      ? arrivesBy(shop.settings.all.delivery, columns, context, prices, { by: filter.by, now })
      : undefined,
    ...(filter.price && {
      prices: priceLimits(filter.price, context.currency, prices),
      ...(prices.rate === undefined
        ? { priceOf: prices.homePrice }
        : { rate: prices.rate, ownPrices: prices.ownPrices }),
    }),
  }
  const select = () => selectProducts(columns, conditions)
  const key = cacheKey(scope, filter)
  const { soldKey } = prices
  const { term } = conditions
  const isCached = key !== undefined && soldKey !== undefined && term !== undefined && state === stateOf(columns)
  const selection = isCached ? rememberedOf(columns).value(`${key} ${soldKey}`, term, select) : select()
  return { columns, state: stateOf(columns), term, filter, selection, prices, cardInputs }
}

/** Whether all products of the scope are listed. */
export function isPlain({ brands, kinds, attributes, price, inStock, by, deviceId }: ListingFilter): boolean {
  const isAnyTerm = brands.length + kinds.length + attributes.length > 0
  return !inStock && !by && !price && deviceId === undefined && !isAnyTerm
}

/** Names the lists that many pages show: all products of a category or brand, and those of them in stock. */
function cacheKey(scope: ListingScope, filter: ListingFilter): string | undefined {
  if (!('category' in scope || 'brand' in scope) || !isPlain({ ...filter, inStock: false })) return undefined
  const place = 'category' in scope ? `category ${scope.category}` : `brand ${scope.brand}`
  return filter.inStock ? `in stock ${place}` : place
}

/**
 * Computes what is the same for everybody who sees a list that many pages show, and remembers it under a key until one
 * of its products changes; for another list, or for a buyer with own prices, it computes it anew.
 */
export function rememberedOfList<Value>(
  scope: ListingScope,
  { columns, state, term, filter, prices }: FoundProducts,
  key: string,
  compute: () => Value,
): Value {
  const list = prices.own ? undefined : cacheKey(scope, filter)
  if (list === undefined || term === undefined || state !== stateOf(columns)) return compute()
  return rememberedOf(columns).value(`${key} ${list}`, term, compute)
}

async function filterOf(
  { db }: Shop,
  columns: ProductColumns,
  { scope, query }: Pick<ListingRequest, 'scope' | 'query'>,
  deviceId: string | undefined,
): Promise<ListingFilter> {
  const slugs = 'brand' in scope ? [] : listOf(query.brand)
  return {
    brands: slugs.length > 0 ? await brandsBySlugs(db, slugs) : [],
    kinds:
      'numbers' in scope ? listOf(query.kind).filter((id) => columns.terms.find(categoryTerms, id) !== undefined) : [],
    attributes: attributeChoices(query.filter).flatMap((choice) => knownChoice(columns, choice) ?? []),
    price: priceChoice(query.price),
    inStock: query.stock === 'in',
    by: query.by,
    deviceId,
  }
}

/** Leaves out what no product has, so that an old link still shows the listing. */
function knownChoice({ terms }: ProductColumns, choice: AttributeChoice): AttributeChoice | undefined {
  if (choice.attribute === brandTerms || choice.attribute === categoryTerms) return undefined
  const values = choice.values.filter((value) => terms.find(choice.attribute, value) !== undefined)
  const hasNumbers = [...terms.ofFacet(choice.attribute).keys()].some((value) => isNumeric(value))
  const range = hasNumbers ? choice.range : undefined
  return values.length > 0 || range ? { attribute: choice.attribute, values, range } : undefined
}

function termChoices({ terms }: ProductColumns, { brands, kinds, attributes }: ListingFilter): TermChoice[] {
  const ofBrands = brands.flatMap(({ id }) => terms.find(brandTerms, id) ?? [])
  const ofKinds = kinds.flatMap((id) => terms.find(categoryTerms, id) ?? [])
  return [
    ...(kinds.length > 0 ? [{ facet: categoryTerms, terms: ofKinds }] : []),
    ...(brands.length > 0 ? [{ facet: brandTerms, terms: ofBrands }] : []),
    ...attributes.map(({ attribute, values, range }) => ({
      facet: attribute,
      terms: [...terms.ofFacet(attribute)].flatMap(([value, term]) => {
        const isWithin =
          range !== undefined &&
          isNumeric(value) &&
          Number(value) >= (range.from ?? -Infinity) &&
          Number(value) <= (range.to ?? Infinity)
        return isWithin || values.includes(value) ? [term] : []
      }),
    })),
  ]
}

type Numbers = Pick<Conditions, 'scope' | 'term'>

async function numbersIn(
  { listDb, kind }: Shop,
  columns: ProductColumns,
  scope: ListingScope,
  deviceId: string | undefined,
): Promise<Numbers> {
  const found = await numbersOfScope({ listDb, kind }, columns, scope)
  if (deviceId === undefined) return found
  const fits = new Uint8Array(columns.size)
  for (const seq of await numbersOfDevice(listDb, kind, deviceId)) fits[seq] = 1
  return { scope: found.scope.filter((seq) => fits[seq] === 1) }
}

async function numbersOfScope(
  { listDb, kind }: Pick<Shop, 'listDb' | 'kind'>,
  columns: ProductColumns,
  scope: ListingScope,
): Promise<Numbers> {
  if ('numbers' in scope) return { scope: scope.numbers }
  if ('tag' in scope) return { scope: await numbersOfTag(listDb, kind, scope.tag) }
  if ('device' in scope) return { scope: await numbersOfDevice(listDb, kind, scope.device) }
  const term =
    'category' in scope
      ? columns.terms.find(categoryTerms, scope.category)
      : columns.terms.find(brandTerms, scope.brand)
  return { scope: term === undefined ? new Uint32Array() : columns.withTerm(term), term }
}
