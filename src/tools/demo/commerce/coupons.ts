import { customerDiscountCode } from '../../../domain/cart/coupons.ts'
import { couponRulesJson, fixedAmountsJson } from '../../../server/platform/db/json-columns.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { storedKey } from '../../../server/pricing/discounts/load-coupons.ts'
import { dayFrom } from './campaigns.ts'

type Row = NewRow<'coupons'>

/** One coupon of every kind; amounts are minor units, minimum spends are öre. */
export function coupons({
  privateCustomerId,
  freeSku,
  now,
}: {
  privateCustomerId: string
  freeSku: string
  now: Date
}): Row[] {
  return [
    coupon('VALKOMMEN10', { percentage: 10 }),
    coupon('BATTERI15', { percentage: 15, groups: ['laptop-batteries', 'phone-parts'] }),
    coupon('ALLTUTOMMINNE12', { percentage: 12, excluded_groups: ['memory', 'ssd'] }),
    coupon('VERKTYG20', { percentage: 20, discount_categories: ['tools'] }),
    coupon('FEMTIO', {
      fixed_amounts: { SEK: 5_000, NOK: 5_000, DKK: 3_500, EUR: 450, GBP: 400, USD: 500 },
      minimum_spend: 30_000,
    }),
    coupon('STORORDER', { percentage: 8, minimum_spend: 500_000 }),
    coupon('FORSTA100', { percentage: 25, usage_limit: 100, used: 37 }),
    coupon('ENDAST1', { percentage: 30, usage_limit: 1 }),
    coupon('SOMMAR', { percentage: 20, starts_at: dayFrom(now, -120), ends_at: dayFrom(now, -60) }),
    coupon('KOMMANDE', { percentage: 20, starts_at: dayFrom(now, 30), ends_at: dayFrom(now, 60) }),
    coupon('GRATISTEJP', { adds_sku: freeSku, minimum_spend: 20_000 }),
    coupon(storedKey(customerDiscountCode, privateCustomerId), {
      fixed_amounts: { SEK: 15_000, EUR: 1_350 },
      customer_id: privateCustomerId,
      usage_limit: 1,
    }),
  ]
}

type Differences = Partial<
  Omit<Row, 'code' | 'fixed_amounts' | 'groups' | 'excluded_groups' | 'discount_categories'>
> & {
  fixed_amounts?: Record<string, number>
  groups?: string[]
  excluded_groups?: string[]
  discount_categories?: string[]
}

function coupon(
  code: string,
  {
    fixed_amounts: amounts,
    groups = [],
    excluded_groups: excluded = [],
    discount_categories: categories = [],
    ...rest
  }: Differences,
): Row {
  return {
    code,
    percentage: null,
    minimum_spend: 0,
    customer_id: null,
    starts_at: null,
    ends_at: null,
    usage_limit: null,
    used: 0,
    adds_sku: null,
    ...rest,
    fixed_amounts: amounts ? fixedAmountsJson.write(amounts) : null,
    groups: couponRulesJson.write(groups),
    excluded_groups: couponRulesJson.write(excluded),
    discount_categories: couponRulesJson.write(categories),
  }
}
