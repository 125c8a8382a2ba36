import type { Database } from '../platform/db/tables.ts'
import type { TtlCache } from '../platform/ttl-cache.ts'
import { categoryWords } from '../search/category-words.ts'
import { kindAlone } from '../search/kind-of-product.ts'
import { readQuery } from '../search/reading/read-query.ts'
import { wordsAlike } from '../search/reading/stems.ts'

/** Returns the category that a text names, where it says nothing else: "nätaggregat", "psu". */
export async function onlyKind(source: { db: Database; memory?: TtlCache }, text: string): Promise<string | undefined> {
  const [query, categories] = await Promise.all([readQuery(source, text), categoryWords(source)])
  if (!query || query.devices.length + query.denied.length > 0) return undefined
  if (query.parts.some(({ denier }) => denier !== undefined)) return undefined
  const spelled = query.parts.map(({ words, also }) => (words.length === 1 ? [...words, ...also] : also))
  return kindAlone(spelled, wordsAlike, categories)
}
