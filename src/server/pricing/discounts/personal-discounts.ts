import type { PersonalDiscounts } from '../../../domain/cart/discounts.ts'
import { personalDiscountRows } from '../../catalog/products/agreed-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/**
 * Loads a customer's discounts in percent by discount category: the larger of the customer's own and the
 * organization's (spec section 6).
 */
export async function personalDiscounts(db: Queryable, customerId: string | null): Promise<PersonalDiscounts> {
  const percents: Record<string, number> = Object.create(null) as Record<string, number>
  if (customerId === null) return percents
  for (const { discount_category: category, percent } of await personalDiscountRows(db, customerId)) {
    percents[category] = Math.max(percents[category] ?? 0, percent)
  }
  return percents
}
