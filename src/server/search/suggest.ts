import type { Language } from '../../domain/places/locales.ts'
import { categoryWords } from './category-words.ts'
import { parseQuery } from './query.ts'
import { searchProducts, type SearchResult, type SearchSource } from './search-products.ts'

type CategorySource = Pick<SearchSource, 'db' | 'memory'>
type SuggestRequest = { query: string; language: Language; limit: number }
export type Suggestions = SearchResult & { categoryIds: string[] }

/** Returns the suggestions while a shopper types: the best products, their total number, and categories by name. */
export async function suggest(source: SearchSource, request: SuggestRequest): Promise<Suggestions> {
  const [products, categoryIds] = await Promise.all([
    searchProducts(source, { ...request, offset: 0, isUnfinished: true }),
    suggestCategories(source, request),
  ])
  return { ...products, categoryIds }
}

/**
 * Finds categories whose name has, for every word of the query, a word that begins or ends with it; the closest name
 * first.
 */
export async function suggestCategories(source: CategorySource, request: SuggestRequest): Promise<string[]> {
  const { query, language, limit } = request
  const words = parseQuery(query)?.words ?? []
  if (words.length === 0) return []
  return (await categoryWords(source))
    .filter((category) => category.language === language && category.productCount > 0)
    .map(({ id, productCount, words: name }) => ({ id, productCount, closeness: closeness(name, words) }))
    .filter((category) => category.closeness > 0)
    .sort((one, other) => other.closeness - one.closeness || other.productCount - one.productCount)
    .slice(0, limit)
    .map((category) => category.id)
}

/** Returns 0 when a word is missing, 1 when the name equals the query. */
function closeness(name: readonly string[], words: readonly string[]): number {
  const names = (part: string, word: string) => part.startsWith(word) || (word.length > 3 && part.endsWith(word))
  if (!words.every((word) => name.some((part) => names(part, word)))) return 0
  return words.join('').length / Math.max(1, name.join('').length)
}
