import type { SearchProduct } from '../../domain/products/products.ts'
import { variantFragment } from '../../domain/products/variant-fragment.ts'
import { parseQuery, type Query } from './query.ts'
import { plainNumber } from './search-terms.ts'
import { foldedWords } from './words.ts'

type Variation = SearchProduct['variations'][number]

/** Adds the choice's place on the page to each product of which the search names exactly one choice. */
export function withNamedVariants<Product extends SearchProduct>(
  products: readonly Product[],
  text: string,
): Product[] {
  const query = parseQuery(text)
  return products.map((product) => {
    const named = query && namedVariant(product, query)
    return named ? { ...product, url_fragment: variantFragment(named.sku) } : product
  })
}

/**
 * Finds the choice by its number, else by words that its name has and the product's name has not; undefined when
 * several match.
 */
function namedVariant({ name, variations }: SearchProduct, query: Query): Variation | undefined {
  const { number } = query
  const byNumber = variations.filter(({ sku }) => number !== undefined && plainNumber(sku) === number)
  const common = new Set(foldedWords(name))
  const found =
    byNumber.length > 0 ? byNumber : variations.filter((variation) => isNamed(variation, common, query.words))
  return found.length === 1 ? found[0] : undefined
}

function isNamed(variation: Variation, common: ReadonlySet<string>, words: readonly string[]): boolean {
  const own = foldedWords(variation.name).filter((word) => !common.has(word))
  return own.length > 0 && own.every((word) => words.includes(word))
}
