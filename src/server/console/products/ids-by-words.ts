import { searchProducts } from '../../search/search-products.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

/** What shoppers find by all words of a text as they are spelt, or by a part of a number: ids, the best first. */
export async function idsByWords(
  { shop, session }: Pick<ConsoleContext, 'shop' | 'session'>,
  query: string,
  limit: number,
): Promise<readonly string[]> {
  const { ids, reading } = await searchProducts(shop, { query, language: session.staff.language, limit, offset: 0 })
  return reading.dropped.length + reading.corrections.length > 0 ? [] : ids
}
