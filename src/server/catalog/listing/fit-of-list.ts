import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import { isFitting } from '../../search/reading/what-fits.ts'
import type { Shop } from '../shop.ts'
import { attributeChoices } from './list-choices.ts'

/**
 * What an address says that the parts of a list are for, where they have what it needs: an address may say anything.
 * `words`: what was searched for.
 */
export function fitOfList(
  { settings }: Shop,
  { fit, filter }: ListQuery,
  words: readonly string[],
): string | undefined {
  if (fit === undefined) return undefined
  const least = attributeChoices(filter).flatMap(({ values, range }) => (values.length > 0 ? [] : (range?.from ?? [])))
  return isFitting(fit, { words, least }, settings.all.search.fits) ? fit : undefined
}
