import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { formatPercent } from '../../../i18n/formats.ts'
import { documentAmount } from '../../../i18n/money.ts'
import type { CouponRow } from '../../pricing/discounts/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { amountsOf } from './coupon-form.ts'

/** What a coupon gives, in words: `10 %, 50,00 kr or €4.50, free delivery`. */
export function whatOf({ session, request }: ConsoleContext, row: CouponRow): string {
  const { t } = request.locals
  const { language } = session.staff
  const amounts = Object.entries(amountsOf(row))
    .map(([currency, amount]) => documentAmount(amount, currency as CurrencyCode, language))
    .join(t('console-coupons:or'))
  return [
    row.percentage === null ? '' : formatPercent(row.percentage, language),
    amounts,
    row.adds_sku === null ? '' : t('console-coupons:adds', { sku: row.adds_sku }),
    row.free_delivery === 1 ? t('console-coupons:free_delivery') : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
