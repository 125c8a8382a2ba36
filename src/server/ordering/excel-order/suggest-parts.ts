import type { CheckedRow } from '../../../contracts/calls/excel-to-cart.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { productType } from '../../../domain/products/products.ts'
import { nearNumbers } from '../../search/near-numbers.ts'
import { searchProducts, type SearchSource } from '../../search/search-products.ts'
import type { Shop } from '../shop.ts'
import { namedChoices, namedProducts } from './queries.ts'

const maxSuggestions = 3
/** Unknown rows that are searched for; a list with more of them is probably another shop's order. */
const maxSearches = 30

type Suggestions = CheckedRow['suggestions']
type Unsure = { number: string; choices: readonly string[] }

/**
 * Suggests parts for unclear numbers: the choices of an ambiguous number, otherwise numbers and products with a similar
 * spelling.
 */
export async function suggestParts(
  shop: SearchSource,
  language: Language,
  unsure: readonly Unsure[],
): Promise<Map<string, Suggestions>> {
  const ids = new Map<string, readonly string[]>()
  let searches = 0
  for (const { number, choices } of unsure) {
    if (choices.length > 0) ids.set(number, choices.slice(0, maxSuggestions))
    else if (searches++ < maxSearches) ids.set(number, await nearest(shop, language, number))
  }
  const name = await namer(shop, language, [...new Set([...ids.values()].flat())])
  return new Map([...ids].map(([number, found]) => [number, found.flatMap(name)]))
}

async function nearest(shop: SearchSource, language: Language, number: string): Promise<string[]> {
  const near = await nearNumbers(shop, number, maxSuggestions)
  if (near.length > 0) return near
  return (await searchProducts(shop, { query: number, language, limit: maxSuggestions, offset: 0 })).ids
}

/**
 * Returns a function that names products by id. A variant is replaced by its choices, because it cannot be ordered
 * itself.
 */
async function namer(
  { db, kind }: Pick<Shop, 'db' | 'kind'>,
  language: Language,
  ids: readonly string[],
): Promise<(id: string) => Suggestions> {
  const rows = ids.length > 0 ? await namedProducts(db, kind, language, ids) : []
  const variants = rows.filter((row) => row.type === productType.variant).map((row) => row.id)
  const choices = variants.length > 0 ? await namedChoices(db, kind, language, variants) : []
  const named = (row: (typeof rows)[number]) => ({
    sku: row.sku,
    name: row.parent_name && row.label ? `${row.parent_name}, ${row.label}` : row.name,
  })
  return (id) => {
    const own = rows.find((row) => row.id === id)
    return own?.type === productType.variant
      ? choices.filter((row) => row.parent_id === id).map(named)
      : own
        ? [named(own)]
        : []
  }
}
