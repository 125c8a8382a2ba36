import type { PersonalDiscounts } from '../../../domain/discounts.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { personalDiscountRows } from './queries.ts'

/** A customer's percents by discount category; of a person's and an organization's own, the larger (spec section 6). */
export async function personalDiscounts(db: Queryable, customerId: string | null): Promise<PersonalDiscounts> {
  const percents: Record<string, number> = Object.create(null) as Record<string, number>
  if (customerId === null) return percents
  for (const { discount_category: category, percent } of await personalDiscountRows(db, customerId)) {
    percents[category] = Math.max(percents[category] ?? 0, percent)
  }
  return percents
}
