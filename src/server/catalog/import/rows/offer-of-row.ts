import { currencyCodes, type CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { SupplierOffer } from '../../maintenance/product-record.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { SupplyFields } from '../profile/profile-supply.ts'
import { parseCost, parseWholeNumber, type NumberStyle } from './cell-numbers.ts'
import { cleanText, limitedText } from './cell-text.ts'

const maxNumberLength = 60
const maxDays = 365

type Supplying = SupplyFields & { price?: unknown; numbers: NumberStyle }

/** Reads what a supplier's row says; `stock` is its number of units, undefined for none. Throws RowProblem. */
export function offerOfRow(
  profile: Supplying,
  row: FeedRow,
  stock: number | undefined,
  currencies: ReadonlySet<CurrencyCode>,
): SupplierOffer | undefined {
  const { supplier, supplierNumber } = profile
  if (supplier === undefined) return undefined
  const days = daysOf(profile, row)
  const number = supplierNumber && limitedText(row.get(supplierNumber.column), supplierNumber.column, maxNumberLength)
  return {
    supplier,
    ...(number ? { number } : {}),
    ...(stock === undefined ? {} : { stock }),
    ...(days === undefined ? {} : { delivery_days: days }),
    ...costOf(profile, row, currencies),
  }
}

/** An empty cost says nothing. */
function costOf({ cost, price, numbers }: Supplying, row: FeedRow, currencies: ReadonlySet<CurrencyCode>) {
  const text = cost ? row.get(cost.column).trim() : ''
  if (!cost || text === '') return {}
  const currency = currencyOf(cost.currency, row)
  if (!currencies.has(currency)) throw new RowProblem(columnOf(cost.currency) ?? cost.column, 'no_rate', { currency })
  const isPriced = price === undefined ? 1 : 0
  return { cost: parseCost(text, cost.column, numbers, currency), currency, is_priced: isPriced } as const
}

type Currency = NonNullable<SupplyFields['cost']>['currency']

const columnOf = (currency: Currency): string | undefined =>
  typeof currency === 'string' ? undefined : currency.column

function currencyOf(given: Currency, row: FeedRow): CurrencyCode {
  if (typeof given === 'string') return given
  const text = cleanText(row.get(given.column)).toUpperCase()
  const known = currencyCodes.find((code) => code === text)
  if (known) return known
  throw new RowProblem(given.column, 'no_currency', { text: text.slice(0, 20), known: currencyCodes.join(', ') })
}

function daysOf({ deliveryDays, numbers }: Supplying, row: FeedRow): number | undefined {
  if (deliveryDays === undefined || typeof deliveryDays === 'number') return deliveryDays
  const text = cleanText(row.get(deliveryDays.column))
  return text === '' ? undefined : parseWholeNumber(text, deliveryDays.column, numbers, maxDays)
}
