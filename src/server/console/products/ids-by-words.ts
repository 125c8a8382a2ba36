import { searchProducts } from '../../search/search-products.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

/** What a search finds: at most `mostFound` where there are more, and null where these are all. */
export type FoundProducts = { ids: readonly string[]; mostFound: number | null }

/** What shoppers find by all words of a text as they are spelt, or by a part of a number, the best first. */
export async function idsByWords(
  { shop, session }: Pick<ConsoleContext, 'shop' | 'session'>,
  query: string,
  limit: number,
): Promise<FoundProducts> {
  const { ids, total, reading } = await searchProducts(shop, {
    query,
    language: session.staff.language,
    limit,
    offset: 0,
  })
  if (reading.dropped.length + reading.corrections.length > 0) return { ids: [], mostFound: null }
  return { ids, mostFound: total > limit ? limit : null }
}
