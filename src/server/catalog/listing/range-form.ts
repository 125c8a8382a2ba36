import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import { withRange, writePriceChoice } from './list-choices.ts'
import { rangeOf } from './number-range.ts'

/** What a range form sends in `range`: an attribute's id, or the price with or without VAT. */
export const priceField = '=price'
export const exVatPriceField = '=price-ex'

/** Returns the query with the range that a form sent in `range`, `from` and `to`; undefined without a form. */
export function queryOfRangeForm({ range, from, to, ...query }: ListQuery): ListQuery | undefined {
  if (range === undefined) return undefined
  const requested = rangeOf(from ?? '', to ?? '')
  if (range !== priceField && range !== exVatPriceField)
    return { ...query, filter: withRange(query.filter, range, requested), page: 1 }
  const price = requested && writePriceChoice({ ...requested, isExVat: range === exVatPriceField })
  return { ...query, price, page: 1 }
}
