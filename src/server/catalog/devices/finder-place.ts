import type { FinderForm, FindPartsQuery } from '../../../contracts/catalog-pages/find-parts-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { categoryHref } from '../categories/categories.ts'
import { categoriesByIds } from '../categories/category-queries.ts'

/** The list that a finder's form belongs to, and the address it leads to once the device is known. */
export type FinderPlace = {
  hiddenFields: FinderForm['hiddenFields']
  /** The list's heading; null for all parts of the device. */
  name: string | null
  category: { id: string; path: string } | null
  partsOf: (device: string) => string
}

/** Anchor of the result: the page highlights the device that the shopper has just chosen. */
const deviceAnchor = '#your-device'

/** Reads the form's category or search; an unknown category is ignored. */
export async function finderPlace(
  db: Queryable,
  language: Language,
  { category, q }: FindPartsQuery,
): Promise<FinderPlace> {
  const [found] = category ? await categoriesByIds(db, language, [category]) : []
  if (found) {
    const path = categoryHref(language, found.path)
    const partsOf = (device: string) => `${path}?${new URLSearchParams({ device })}${deviceAnchor}`
    return { hiddenFields: { category: found.id }, name: found.name, category: { id: found.id, path }, partsOf }
  }
  const text = q?.trim()
  if (text)
    return {
      hiddenFields: { q: text },
      name: text,
      category: null,
      partsOf: (device) => href(language, 'search', {}, { q: text, device }) + deviceAnchor,
    }
  return {
    hiddenFields: {},
    name: null,
    category: null,
    partsOf: (slug) => href(language, 'device', { slug }) + deviceAnchor,
  }
}
