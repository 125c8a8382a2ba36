import type { Language } from '../../domain/places/locales.ts'
import { categoryWords, type CategoryWords } from './category-words.ts'
import { parseQuery } from './query.ts'
import { searchAfterChange, type SearchSource } from './search-products.ts'

type CategorySource = Pick<SearchSource, 'db' | 'memory'>
type SuggestRequest = { query: string; language: Language; limit: number }
export type SuggestedCategory = Pick<CategoryWords, 'id' | 'name' | 'path' | 'uri'>
export type Suggestions = Awaited<ReturnType<typeof searchAfterChange>> & { categories: SuggestedCategory[] }

/** Returns the suggestions while a shopper types: the best products, their total number, and categories by name. */
export async function suggest(source: SearchSource, request: SuggestRequest): Promise<Suggestions> {
  const [products, categories] = await Promise.all([
    searchAfterChange(source, { ...request, offset: 0, isUnfinished: true }),
    suggestCategories(source, request),
  ])
  return { ...products, categories }
}

/**
 * Finds categories whose name has, for every word of the query, a word that begins or ends with it; the closest name
 * first.
 */
export async function suggestCategories(
  source: CategorySource,
  { query, language, limit }: SuggestRequest,
): Promise<SuggestedCategory[]> {
  const words = parseQuery(query)?.words ?? []
  if (words.length === 0) return []
  const found = filledIn(await categoryWords(source), language).flatMap((category) => {
    const close = closeness(category.words, words)
    return close > 0 ? { category, close } : []
  })
  return found
    .sort((one, other) => other.close - one.close || other.category.productCount - one.category.productCount)
    .slice(0, limit)
    .map(({ category }) => category)
}

const filled = new WeakMap<readonly CategoryWords[], Map<Language, CategoryWords[]>>()

/** The categories of a language that have products; `all` is an object that stays the same for a while. */
function filledIn(all: readonly CategoryWords[], language: Language): readonly CategoryWords[] {
  const byLanguage =
    filled.get(all) ??
    Map.groupBy(
      all.filter(({ productCount }) => productCount > 0),
      (category) => category.language,
    )
  filled.set(all, byLanguage)
  return byLanguage.get(language) ?? []
}

/** Returns 0 when a word is missing, 1 when the name equals the query. */
function closeness(name: readonly string[], words: readonly string[]): number {
  const names = (part: string, word: string) => part.startsWith(word) || (word.length > 3 && part.endsWith(word))
  if (!words.every((word) => name.some((part) => names(part, word)))) return 0
  return words.join('').length / Math.max(1, name.join('').length)
}
