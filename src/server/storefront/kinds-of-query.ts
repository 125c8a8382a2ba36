import type { Language } from '../../domain/places/locales.ts'
import { categoriesByIds } from '../catalog/categories/category-queries.ts'
import { categoryTerms } from '../catalog/columns/terms.ts'
import type { Shop } from '../catalog/shop.ts'
import { categoryWords } from '../search/category-words.ts'
import { sequencesOf } from '../search/doc-number.ts'
import { kindsNamed } from '../search/kind-of-product.ts'
import { readQuery } from '../search/reading/read-query.ts'
import { wordsAlike } from '../search/reading/stems.ts'
import { searchHits } from '../search/search-products.ts'

/** More categories than these are no kind of part. */
const maxKinds = 4

/**
 * Returns the categories of the kind of part that a text names, for a list in an order that does not follow what the
 * words mean: the cheapest of all that "gaming mouse" finds are keys, because of "Keyboards & mice". Empty where the
 * text names no kind, or the search finds only parts of it, or none.
 */
export async function kindsOfQuery(shop: Shop, language: Language, text: string): Promise<readonly string[]> {
  const [query, categories] = await Promise.all([readQuery(shop, text), categoryWords(shop)])
  const spelled = query?.parts.map(({ words, also }) => (words.length === 1 ? [...words, ...also] : also)) ?? []
  const named = await highest(shop, language, kindsNamed(spelled, wordsAlike, categories))
  if (named.length === 0 || named.length > maxKinds) return []
  const { docs, newestOfLists } = await searchHits(shop, { query: text, language })
  const columns = await shop.catalogIndex.columns(newestOfLists)
  const terms = new Set(named.map((id) => columns.terms.find(categoryTerms, id)))
  const found = sequencesOf(docs)
  const ofKind = found.filter((seq) => columns.termsOf(seq).some((term) => terms.has(term)))
  return ofKind.length > 0 && ofKind.length < found.length ? named : []
}

/** Leaves out categories within others of them. */
async function highest({ db }: Shop, language: Language, ids: readonly string[]): Promise<string[]> {
  const rows = ids.length === 0 ? [] : await categoriesByIds(db, language, ids)
  const isWithin = (path: string) => rows.some((other) => path.startsWith(`${other.path}/`))
  return rows.filter(({ path }) => !isWithin(path)).map(({ id }) => id)
}
