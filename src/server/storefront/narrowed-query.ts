import { listQuery } from '../../contracts/catalog-pages/list-query.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { findProducts } from '../catalog/listing/find-products.ts'
import type { ListingScope } from '../catalog/listing/listing-request.ts'
import { pageOfProducts } from '../catalog/listing/page-of-products.ts'
import type { Shop } from '../catalog/shop.ts'
import { sequencesOf } from '../search/doc-number.ts'
import { brandWords, withJoinedBrands } from '../search/reading/brand-words.ts'
import { withSeries } from '../search/reading/part-codes.ts'
import type { QueryOrder } from '../search/reading/query-order.ts'
import { textThatFits } from '../search/reading/what-fits.ts'
import { searchHits } from '../search/search-products.ts'
import { filterOfQuery, type QueryFilter } from './filter-of-query.ts'
import { kindsOfQuery } from './kinds-of-query.ts'
import { onlyKind } from './only-kind.ts'
import { orderOfQuery } from './order-of-query.ts'

/**
 * The words of a text, with the order, the range of prices and the values that it asks for: `kind` is the category that
 * is listed where the words say nothing else, `kinds` are those of which the hits are in an order of their own. `fit`:
 * what the text says the parts are for, where what they say themselves is listed instead.
 */
export type NarrowedQuery = Omit<QueryOrder, 'currency'> &
  Partial<QueryFilter> & { kinds?: readonly string[]; fit?: string }

/**
 * Reads a text that asks for an order, prices or values ("cheapest", "under 300", "8 core"); undefined where it has
 * only words. In an order of its own the list is the category's where the words say only the kind of part: the cheapest
 * of everything that has "chassi" in a name are fans. So it is where the search would list some of the kind only.
 */
export async function narrowedQuery(
  shop: Shop,
  context: ShoppingContext,
  typed: string,
  fit?: string,
): Promise<NarrowedQuery | undefined> {
  const text = withJoinedBrands(withSeries(typed), await brandWords(shop))
  const order = await orderOfQuery(shop, context, text)
  const values = await filterOfQuery(shop, context.language, order?.rest ?? text)
  if (!order && !values) return undefined
  const fitting = order && !values && fit === undefined ? textThatFits(text, shop.settings.all.search.fits) : undefined
  if (order && fitting && (await isLeftOut(shop, context, order.rest)))
    return narrowedQuery(shop, context, fitting.text, fitting.thing)
  const narrowed = { rest: text, ...order, ...values, ...(fit !== undefined && { fit }) }
  return { ...narrowed, ...(await kindOf(shop, context.language, narrowed)) }
}

/** Whether a search leaves out a part of these words. */
async function isLeftOut(shop: Shop, { language }: ShoppingContext, query: string): Promise<boolean> {
  return (await searchHits(shop, { query, language })).reading.dropped.length > 0
}

/** The kind of part that a list in an order of its own is of. */
async function kindOf(
  shop: Shop,
  language: Language,
  { rest, sort, kind: known, fit }: NarrowedQuery,
): Promise<Pick<NarrowedQuery, 'kind' | 'kinds'>> {
  if (known !== undefined || sort === undefined) return {}
  // What fits may be said by the words alone ("ddr5"), which the list of a category has not.
  const kind = fit === undefined ? await onlyKind(shop, rest) : undefined
  if (kind !== undefined) return { kind }
  const kinds = await kindsOfQuery(shop, language, rest)
  return kinds.length > 0 ? { kinds } : {}
}

/** The query of the list that a narrowed text leads to. */
export function narrowedList({ sort, price, filter, kinds, fit }: NarrowedQuery): Record<string, string> {
  return {
    ...(kinds && { kind: kinds.join(',') }),
    ...(sort && { sort }),
    ...(price && { price }),
    ...(filter && { filter }),
    ...(fit !== undefined && { fit }),
  }
}

/** Finds the first products of the list that such a text leads to, and how many there are. */
export async function narrowedProducts(
  shop: Shop,
  context: ShoppingContext,
  narrowed: NarrowedQuery,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const request = {
    context,
    query: listQuery.parse(narrowedList(narrowed)),
    scope: await scopeOf(shop, context, narrowed),
    path: '',
    isByRelevance: narrowed.kind === undefined,
    now: shop.now(),
  }
  const found = await findProducts(shop, request, undefined)
  return { ids: await pageOfProducts(shop, request, found, limit), total: found.selection.hits.length }
}

async function scopeOf(shop: Shop, { language }: ShoppingContext, narrowed: NarrowedQuery): Promise<ListingScope> {
  if (narrowed.kind !== undefined) return { category: narrowed.kind }
  const { docs, owners, newestOfLists } = await searchHits(shop, { query: narrowed.rest, language })
  return { numbers: sequencesOf(docs), owners, newest: newestOfLists }
}
