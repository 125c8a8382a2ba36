import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import type { Sort } from '../../../contracts/catalog-pages/product-lists.ts'
import { locales } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { comparison } from '../columns/compare-products.ts'
import { numbersOfDevice, numbersOfTag, productsByNumber } from '../columns/column-queries.ts'
import { pageOfHits } from '../columns/page-of-hits.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { selectProducts, type Conditions, type Selection, type TermChoice } from '../columns/select-products.ts'
import { brandTerms, categoryTerms } from '../columns/terms.ts'
import type { Shop } from '../shop.ts'
import { attributeChoices, listOf, priceChoice, type AttributeChoice } from './list-choices.ts'
import { brandsBySlugs } from './listing-queries.ts'
import type { ListingScope } from './listing-request.ts'
import { priceLimits } from './price-limits.ts'
import { shopperPrices, type ShopperPrices } from './shopper-prices.ts'

type Brand = { id: string; name: string; slug: string }
/** The filters of a listing; unknown brands, attributes and values have been left out. */
type ListingFilter = {
  brands: readonly Brand[]
  attributes: readonly AttributeChoice[]
  price: ReturnType<typeof priceChoice>
  inStock: boolean
  deviceId: string | undefined
}
/** All products of a listing, and what a shopper would find with each other choice. */
export type FoundProducts = {
  columns: ProductColumns
  filter: ListingFilter
  selection: Selection
  prices: ShopperPrices
}

/** Finds the products of a scope that meet the query's filters. */
export async function findProducts(
  shop: Shop,
  context: ShoppingContext,
  scope: ListingScope,
  query: ListQuery,
  deviceId: string | undefined,
  now: Date,
): Promise<FoundProducts> {
  const columns = await shop.catalogIndex.columns()
  const filter = await filterOf(shop, columns, scope, query, deviceId)
  const prices = await shopperPrices(shop.db, columns, context, now)
  const conditions: Conditions = {
    scope: await numbersIn(shop, columns, scope, deviceId),
    choices: termChoices(columns, filter),
    inStock: filter.inStock,
    ...(filter.price && { prices: priceLimits(filter.price, context.currency, prices), priceOf: prices.homePrice }),
  }
  const select = () => selectProducts(columns, conditions)
  const key = keyOf(scope)
  const selection = key !== undefined && isPlain(filter) ? shop.catalogIndex.remember(key, select) : select()
  return { columns, filter, selection, prices }
}

/** Whether all products of the scope are listed. */
export function isPlain({ brands, attributes, price, inStock, deviceId }: ListingFilter): boolean {
  return !inStock && !price && deviceId === undefined && brands.length === 0 && attributes.length === 0
}

/** Names the scopes that many pages list. */
export function keyOf(scope: ListingScope): string | undefined {
  if ('category' in scope) return `category ${scope.category}`
  return 'brand' in scope ? `brand ${scope.brand}` : undefined
}

type Cut = { sort: Sort; offset: number; limit: number }

/** Reads the products of one page in an order. */
export async function pageOfProducts(
  { db, catalogIndex }: Shop,
  { language, currency }: ShoppingContext,
  { columns, selection: { hits }, prices }: FoundProducts,
  { sort, offset, limit }: Cut,
): Promise<string[]> {
  if (offset >= hits.length) return []
  const names = sort === 'name' ? await catalogIndex.names(language) : []
  const collator = new Intl.Collator(locales[language].iso)
  const compare = comparison(columns, sort, { priceOf: prices.shownPrice, names, collator })
  const isByPrice = sort === 'price_up' || sort === 'price_down'
  const key = isByPrice ? `${sort} ${currency.code} ${prices.orderKey}` : sort === 'name' ? `${sort} ${language}` : sort
  const order = await catalogIndex.order(key, columns, compare)
  return productsByNumber(db, pageOfHits(hits, order, offset, limit))
}

async function filterOf(
  { db }: Shop,
  columns: ProductColumns,
  scope: ListingScope,
  query: ListQuery,
  deviceId: string | undefined,
): Promise<ListingFilter> {
  const slugs = 'brand' in scope ? [] : listOf(query.brand)
  return {
    brands: slugs.length > 0 ? await brandsBySlugs(db, slugs) : [],
    attributes: attributeChoices(query.filter).flatMap((choice) => knownChoice(columns, choice) ?? []),
    price: priceChoice(query.price),
    inStock: query.stock === 'in',
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

export function isNumeric(value: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(value)
}

function termChoices({ terms }: ProductColumns, { brands, attributes }: ListingFilter): TermChoice[] {
  const ofBrands = brands.flatMap(({ id }) => terms.find(brandTerms, id) ?? [])
  return [
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

async function numbersIn(
  { listDb, kind }: Shop,
  columns: ProductColumns,
  scope: ListingScope,
  deviceId: string | undefined,
): Promise<Uint32Array> {
  const numbers = await numbersOfScope({ listDb, kind }, columns, scope)
  if (deviceId === undefined) return numbers
  const fits = new Uint8Array(columns.size)
  for (const seq of await numbersOfDevice(listDb, kind, deviceId)) fits[seq] = 1
  return numbers.filter((seq) => fits[seq] === 1)
}

async function numbersOfScope(
  { listDb, kind }: Pick<Shop, 'listDb' | 'kind'>,
  columns: ProductColumns,
  scope: ListingScope,
): Promise<Uint32Array> {
  if ('numbers' in scope) return scope.numbers
  if ('tag' in scope) return numbersOfTag(listDb, kind, scope.tag)
  if ('device' in scope) return numbersOfDevice(listDb, kind, scope.device)
  const term =
    'category' in scope
      ? columns.terms.find(categoryTerms, scope.category)
      : columns.terms.find(brandTerms, scope.brand)
  return term === undefined ? new Uint32Array() : columns.withTerm(term)
}
