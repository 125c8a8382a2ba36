import type { FindHit } from '../../../contracts/console/find.ts'
import type { SuggestedPart } from '../../../contracts/console/suggested-part.ts'
import { namesOf } from '../../catalog/changes/goods-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { idsByWords } from '../products/ids-by-words.ts'
import { productListRows } from '../products/product-list-queries.ts'
import { productLink } from '../products/record/product-link.ts'
import { availableBySku, productsByIds, withChoices } from './named-part-queries.ts'

/** The largest number of products that are looked up, and of parts that are suggested with their choices. */
const [max, maxSuggested] = [8, 16]

/** The products whose number or name begins with a text, drafts included. */
export async function foundProducts(context: ConsoleContext, search: string): Promise<FindHit[]> {
  return productHits(context, await productsBegun(context, search))
}

/** The products that shoppers find by all words of a text as they are spelt, or by a part of a number. */
export async function searchedProducts(context: ConsoleContext, query: string): Promise<FindHit[]> {
  return productHits(context, await productsWorded(context, query))
}

type Product = { id: string; sku: string }

async function productsBegun({ shop, session }: ConsoleContext, search: string): Promise<readonly Product[]> {
  if (!may(session, 'products.view')) return []
  const query = { search, filters: {}, sort: 'sku', isDescending: false, columns: [], cursor: null }
  return productListRows(shop, query, max)
}

async function productsWorded({ shop, session }: ConsoleContext, query: string): Promise<readonly Product[]> {
  if (!may(session, 'products.view')) return []
  return productsByIds(shop.db, (await idsByWords({ shop, session }, query, max)).ids)
}

async function productHits(
  { shop, session }: Pick<ConsoleContext, 'shop' | 'session'>,
  found: readonly Product[],
): Promise<FindHit[]> {
  const ids = found.map(({ id }) => id)
  const names = Map.groupBy(await namesOf(shop.db, ids), (row) => row.product_id)
  return found.map((product) => {
    const named = names.get(product.id) ?? []
    const { name } = named.find(({ language }) => language === session.staff.language) ?? named[0] ?? { name: '' }
    return { title: product.sku, detail: name, address: productLink(product) }
  })
}

/**
 * The parts that somebody means who writes words or the beginning of a number where a part's number belongs, and how
 * many units of each can be had now; null of what has no stock of its own, such as a set. A product with choices, which
 * cannot be ordered itself, is named by them.
 */
export async function suggestedParts(context: ConsoleContext, text: string): Promise<SuggestedPart[]> {
  const worded = await productsWorded(context, text)
  const found = worded.length > 0 ? worded : await productsBegun(context, text)
  const parts = (await withChoices(context.shop.db, found)).slice(0, maxSuggested)
  const hits = await productHits(context, parts)
  const skus = hits.map(({ title }) => title)
  const available = await availableBySku(context.shop.db, skus)
  return hits.map(({ title, detail }) => ({ sku: title, name: detail, available: available.get(title) ?? null }))
}
