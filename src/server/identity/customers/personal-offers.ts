import type { PersonalOffer } from '../../../contracts/customer-pages/my-account.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import type { Shop } from '../shop.ts'
import { placesOf } from './personal-offer-queries.ts'

const maxNamed = 4
const cacheMs = 600_000

/**
 * Lists a customer's own discounts in percent, the largest first, each with the categories that have most of its
 * products.
 */
export async function personalOffers(
  { db, reportDb, memory }: Pick<Shop, 'db' | 'reportDb' | 'memory'>,
  language: Language,
  customerId: string,
): Promise<PersonalOffer[]> {
  const percents = Object.entries(await personalDiscounts(db, customerId)).filter(([, percent]) => percent > 0)
  if (percents.length === 0) return []
  const categories = percents.map(([category]) => category).sort()
  const rows = await memory.remember(`offers:${language}:${categories.join()}`, cacheMs, () =>
    placesOf(reportDb, language, categories),
  )
  const places = Map.groupBy(rows, ({ discount_category: category }) => category)
  return percents
    .toSorted(([, a], [, b]) => b - a)
    .map(([category, percent]) => ({
      category,
      percent,
      places: (places.get(category) ?? []).slice(0, maxNamed).map(({ name, path }) => ({ name, path })),
    }))
}
