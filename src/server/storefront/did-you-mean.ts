import type { ProductListing } from '../../contracts/catalog-pages/product-lists.ts'
import type { SearchReading } from '../../contracts/catalog-pages/search-page.ts'
import type { Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import type { CategoryWords } from '../search/category-words.ts'
import type { Correction } from '../search/terms/part-terms.ts'
import { foldedWords } from '../search/words.ts'

const maxSpellings = 3
const words = /[\p{L}\p{N}]+/gu

/**
 * Returns the query with each word that may have been meant in place of an unknown one, spelt as in the products or in
 * the names of categories.
 */
export function didYouMean(
  language: Language,
  query: string,
  corrections: readonly Correction[],
  { products }: ProductListing,
  categories: readonly CategoryWords[],
): SearchReading['didYouMean'] {
  if (corrections.length === 0) return []
  const spelt = new Map(
    [...categories, ...products]
      .flatMap(({ name }) => name.match(words) ?? [])
      .map((word) => [foldedWord(word), word.toLowerCase()]),
  )
  const texts = corrections.flatMap(({ typed, suggestions }) =>
    suggestions.map((text) => {
      const right = text.replace(words, (word) => spelt.get(word) ?? word)
      return query.replace(words, (word) => (foldedWord(word) === typed ? right : word))
    }),
  )
  return [...new Set(texts)]
    .filter((text) => text !== query)
    .slice(0, maxSpellings)
    .map((text) => ({ text, path: href(language, 'search', {}, { q: text }) }))
}

function foldedWord(word: string): string {
  return foldedWords(word)[0] ?? ''
}
