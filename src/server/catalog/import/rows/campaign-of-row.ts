import { divideRounded } from '../../../../domain/money/money.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'
import type { PriceBasis } from '../base-per-unit.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { parsePrice } from './cell-numbers.ts'
import { parseMoment } from './days.ts'
import { addedVat, inBase } from './prices-of-row.ts'

type Priced = { prices: ProductRecord['prices']; basis: PriceBasis; vatRate: number | undefined }

/**
 * Reads the reduced price of a row and when it holds; undefined for a row without one. It is in the currency of the
 * profile's `price`. Throws RowProblem for a price that is not below the normal one.
 */
export function campaignOfRow(
  { campaign, price, numbers }: Profile,
  row: FeedRow,
  { prices, basis, vatRate }: Priced,
): ProductRecord['campaign'] {
  const text = campaign ? row.get(campaign.column).trim() : ''
  if (!campaign || !price || text === '') return undefined
  const rate = price.vat === 'ex' ? (vatRate ?? addedVat(price, basis)) : 0
  const own = divideRounded(parsePrice(text, campaign.column, numbers, price.currency) * (10_000 + rate), 10_000)
  const offered = [
    { currency: basis.base, amount: price.currency === basis.base ? own : inBase(own, basis) },
    { currency: price.currency, amount: own },
  ]
  const normal = new Map(
    prices.filter(({ min_quantity: from }) => from === 1).map((each) => [each.currency, each.amount]),
  )
  if (offered.some(({ currency, amount }) => amount >= (normal.get(currency) ?? 0)))
    throw new RowProblem(campaign.column, 'not_reduced', { text: text.slice(0, 40) })
  return { ...periodOf(campaign, row), prices: [...new Map(offered.map((each) => [each.currency, each])).values()] }
}

type Campaign = NonNullable<Profile['campaign']>

function periodOf(
  { from, until, dates }: Campaign,
  row: FeedRow,
): { starts_at: string | null; ends_at: string | null } {
  const { first, last } = firstAndLastDay(row, dates)
  const start = parseMoment(from === undefined ? first : row.get(from).trim(), from ?? dates ?? '')
  const end = parseMoment(until === undefined ? last : row.get(until).trim(), until ?? dates ?? '', 1)
  if (start !== null && end !== null && end <= start) throw new RowProblem(until ?? dates ?? null, 'reduced_ends')
  return { starts_at: start, ends_at: end }
}

function firstAndLastDay(row: FeedRow, dates: string | undefined): { first: string; last: string } {
  const [first = '', last = ''] = dates === undefined ? [] : row.get(dates).split('/')
  return { first: first.trim(), last: last.trim() }
}
