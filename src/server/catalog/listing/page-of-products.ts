import type { ListSort } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Currency } from '../../../domain/money/currencies.ts'
import { locales } from '../../../domain/places/locales.ts'
import { listCommon, listOthers } from '../../platform/sets/bitmap.ts'
import { productsByNumber } from '../columns/column-queries.ts'
import { comparison, type ColumnSort } from '../columns/compare-products.ts'
import { stockOrder } from '../columns/product-columns.ts'
import { minCached, pageByRank, type Ranks } from '../columns/sorted/page-by-rank.ts'
import { pageOfHits, type Order } from '../columns/sorted/page-of-hits.ts'
import type { Shop } from '../shop.ts'
import { rememberedOfList, type FoundProducts } from './find-products.ts'
import { attributeOf, isColumnSort, isStockSort } from './list-sort.ts'
import type { ListingRequest, ListingScope } from './listing-request.ts'
import { pageWithOwn } from './page-with-own.ts'

type Cut = (hits: Uint32Array, offset: number, limit: number) => number[]

/** Reads the ids of the products on the query's page, in its order. */
export async function pageOfProducts(
  shop: Shop,
  request: ListingRequest,
  found: FoundProducts,
  limit: number,
): Promise<string[]> {
  const { hits } = found.selection
  const { scope } = request
  const { sort, page } = request.query
  const offset = (page - 1) * limit
  if (offset >= hits.length) return []
  const ranked = await ranksOf(shop, request, found, sort)
  const cut = await cutBy(shop, request, found, isColumnSort(sort) ? sort : 'popular')
  const numbers = ranked
    ? pageByRank(hits, { ...ranked, offset, limit }, cut)
    : sort === 'popular' && !request.isByRelevance
      ? pageOfHalves(halvesOf(scope, found), cut, offset, limit)
      : cut(hits, offset, limit)
  const known = numbers.flatMap((seq) => ('numbers' in scope ? (scope.owners?.get(seq) ?? []) : []))
  return known.length === numbers.length ? known : productsByNumber(shop.db, numbers)
}

/** Hits that can be bought now, and the others, which are recommended after them. */
type Halves = readonly [sold: Uint32Array, others: Uint32Array]

function halvesOf(scope: ListingScope, found: FoundProducts): Halves {
  const { selection, prices } = found
  const { hits, inStock } = selection
  if (inStock === hits.length) return [hits, new Uint32Array()]
  const compute = (): Halves => [listCommon(hits, prices.sold), listOthers(hits, prices.sold)]
  const isKept = hits.length >= minCached && prices.soldKey !== undefined
  return isKept ? rememberedOfList(scope, found, `halves ${prices.soldKey}`, compute) : compute()
}

function pageOfHalves([sold, others]: Halves, cut: Cut, offset: number, limit: number): number[] {
  const page = offset < sold.length ? cut(sold, offset, limit) : []
  if (page.length === limit) return page
  return [...page, ...cut(others, Math.max(0, offset - sold.length), limit - page.length)]
}

type Ranked = { ranks: Ranks; most: number; isDescending: boolean }

/** The places that products have by an attribute or by their stock; undefined for another order. */
async function ranksOf(
  { catalogIndex }: Shop,
  { context, scope }: ListingRequest,
  found: FoundProducts,
  sort: ListSort,
): Promise<Ranked | undefined> {
  if (isStockSort(sort))
    return {
      ranks: stockRanks(scope, context.currency, found),
      most: stockOrder.length,
      isDescending: sort === 'stock_down',
    }
  const chosen = attributeOf(sort)
  if (!chosen) return undefined
  const { smallest, largest, most } = await catalogIndex.orders.ranks(chosen.attribute, context.language, found.columns)
  return { ranks: chosen.isDescending ? largest : smallest, most, isDescending: chosen.isDescending }
}

/** The places of hits by what their cards say of stock; of a product without a price they say nothing. */
function stockRanks(scope: ListingScope, { code }: Currency, found: FoundProducts): Ranks {
  const { columns, selection, prices } = found
  const { hits } = selection
  const compute = () => {
    const ranks = new Uint8Array(columns.size)
    for (const seq of hits) if (!Number.isNaN(prices.homePrice(seq))) ranks[seq] = 1 + (columns.stock[seq] ?? 0)
    return ranks
  }
  return hits.length < minCached ? compute() : rememberedOfList(scope, found, `stock ${code}`, compute)
}

/** Returns how hits are cut to a page; products of the same place by attribute or stock are in this order too. */
async function cutBy(shop: Shop, request: ListingRequest, found: FoundProducts, sort: ColumnSort): Promise<Cut> {
  if (request.isByRelevance && sort === 'popular')
    return (hits, offset, limit) => [...hits.subarray(offset, offset + limit)]
  const order = await cachedOrder(shop, request, found, sort)
  const { own, shownPrice } = found.prices
  if (!own || (sort !== 'price_up' && sort !== 'price_down'))
    return (hits, offset, limit) => pageOfHits(hits, order, offset, limit)
  const compare = comparison(found.columns, sort, { priceOf: shownPrice, names: [], collator: new Intl.Collator() })
  const sorted = await own.agreed.order(sort === 'price_up' ? 1 : -1)
  const ownOrder = { usual: order, own: sorted, isOwn: own.isOwn, compare }
  return (hits, offset, limit) => pageWithOwn(hits, ownOrder, offset, limit)
}

async function cachedOrder(
  { catalogIndex }: Shop,
  { context: { language, currency } }: ListingRequest,
  { columns, prices }: FoundProducts,
  sort: ColumnSort,
): Promise<Order> {
  const isByName = sort === 'name' || sort === 'name_down'
  const names = isByName ? await catalogIndex.orders.names(language, columns) : undefined
  const collator = new Intl.Collator(locales[language].iso)
  // The kept order is that of everybody.
  const priceOf = prices.own?.usualPrice ?? prices.shownPrice
  const isByPrice = sort === 'price_up' || sort === 'price_down'
  const key = isByPrice ? `${sort} ${currency.code} ${prices.orderKey}` : isByName ? `${sort} ${language}` : sort
  return catalogIndex.orders.order(key, columns, sort, { priceOf, names: names?.texts ?? [], collator }, names)
}
