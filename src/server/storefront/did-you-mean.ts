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
      return query.replace(words, (word) =>
        foldedWord(word) === typed ? text.replace(words, (each) => spelt.get(each) ?? spelledLike(word, each)) : word,
      )
    }),
  )
  return [...new Set(texts)]
    .filter((text) => text !== query)
    .slice(0, maxSpellings)
    .map((text) => ({ text, path: href(language, 'search', {}, { q: text }) }))
}

/** A corrected word with the letters of what was typed, where both begin alike: "hårdisk" is "hårddisk". */
function spelledLike(typed: string, right: string): string {
  const letters = [...typed.toLowerCase().normalize('NFC')]
  const at = letters.findIndex((letter, place) => foldedWord(letter) !== right[place])
  const same = at === -1 ? letters.length : at
  return letters.slice(0, same).join('') + right.slice(same)
}

function foldedWord(word: string): string {
  return foldedWords(word)[0] ?? ''
}
