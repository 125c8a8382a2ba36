import { z } from 'zod'
import { currencyCodes } from '../../../domain/money/currencies.ts'
import type { CouponTerms } from '../../pricing/discounts/edit-coupons.ts'
import type { CouponRow } from '../../pricing/discounts/queries.ts'
import { parseLogFields, type LogFields, type Undoing } from '../staff/undo-record.ts'
import { logOfCoupon } from './on-coupon.ts'

const [names, moment, count] = [z.array(z.string()), z.nullable(z.string()), z.nullable(z.number())]
const logged = z.object({
  percentage: count,
  minimum_spend: z.number(),
  starts_at: moment,
  ends_at: moment,
  usage_limit: count,
  person_limit: count,
  adds_sku: z.nullable(z.string()),
  free_delivery: z.number(),
  customer_id: z.nullable(z.string()),
  organization_id: z.nullable(z.string()),
  amounts: z.partialRecord(z.enum(currencyCodes), z.number()),
  groups: names,
  excluded_groups: names,
  discount_categories: names,
})

/** How the changes of a coupon are taken back; one that was stopped is started by its own button. */
export function undoingOf(row: CouponRow): Undoing {
  return {
    subject: { kind: 'coupon', id: row.code },
    operations: ['coupons.change', 'coupons.undo'],
    now: logOfCoupon(row),
    permission: 'prices.change',
  }
}

/** What a coupon does, as the log has it; throws a refusal where it does not have all of it. */
export function readTerms(fields: LogFields): CouponTerms {
  const row = parseLogFields(logged, fields)
  return {
    percentage: row.percentage,
    fixedAmounts: row.amounts,
    groups: row.groups,
    excludedGroups: row.excluded_groups,
    discountCategories: row.discount_categories,
    minimumSpend: row.minimum_spend,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    usageLimit: row.usage_limit,
    personLimit: row.person_limit,
    addsSku: row.adds_sku,
    isDeliveryFree: row.free_delivery === 1,
    customerId: row.customer_id,
    organizationId: row.organization_id,
  }
}
