import { exVat, vatCountry } from '../../../domain/money/vat.ts'
import { isAnswerable, quotedUnit, withVat } from '../../../domain/orders/quotes.ts'
import type { Home } from '../../../domain/places/home.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { chargedRate } from '../../catalog/pricing.ts'
import { vatRows } from '../../catalog/rate-queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import {
  companyQuotes,
  quoteById,
  quoteLinesOf,
  setLinePrices,
  vatClassesOf,
  type QuoteLineRow,
  type QuoteRow,
} from './queries.ts'

type Asked = { home: Home; now: Date }
type Quoted = Pick<QuoteRow, 'id' | 'organization_id' | 'country' | 'status'>

/**
 * Reads the lines of quotes by quote id, with the VAT of today in their country; those of quotes that have ended are as
 * they were then. A company's prices without VAT stay when a rate changes, a consumer's prices with it.
 */
export async function taxedLines(
  db: Queryable,
  quotes: readonly Quoted[],
  { home, now }: Asked,
): Promise<Map<string, QuoteLineRow[]>> {
  if (quotes.length === 0) return new Map()
  const ids = quotes.map(({ id }) => id)
  const lines = Map.groupBy(await quoteLinesOf(db, ids), ({ quote_id: id }) => id)
  const open = quotes.filter(isAnswerable)
  if (open.length === 0) return lines
  const products = open.flatMap(({ id }) => lines.get(id) ?? []).map(({ product_id: id }) => id)
  const classes = await vatClassesOf(db, [...new Set(products)])
  const rates = await vatRows(db, [...new Set(open.map(({ country }) => vatCountry(country)))])
  const ofCompanies = await companyQuotes(db, open)
  const day = dayOf(now, home)
  for (const quote of open) {
    const isGross = !ofCompanies.has(quote.id)
    const taxed = (lines.get(quote.id) ?? []).map((line) => {
      const vatClass = classes.get(line.product_id)
      const rate = vatClass === undefined ? line.vat_rate : chargedRate(rates, { ...quote, home }, vatClass, day)
      return atRate(line, rate, isGross)
    })
    lines.set(quote.id, taxed)
  }
  return lines
}

/** Reads the lines of one quote. */
export async function taxedLinesOf(db: Queryable, quote: Quoted, asked: Asked): Promise<QuoteLineRow[]> {
  return (await taxedLines(db, [quote], asked)).get(quote.id) ?? []
}

/** Stores the lines of a quote that is ordered with the VAT of today, with which it is shown from then on. */
export async function storeTaxedLines(trx: DatabaseTransaction, id: string, now: Date): Promise<void> {
  const quote = await quoteById(trx, id)
  if (!quote) return
  const lines = await taxedLinesOf(trx, { ...quote, status: 'priced' }, { home: await homeNow(trx), now })
  for (const line of lines) await setLinePrices(trx, line)
}

function atRate(line: QuoteLineRow, rate: number, isGross: boolean): QuoteLineRow {
  const { list_price: list, unit_price: unit, vat_rate: before } = line
  if (rate === before) return line
  return {
    ...line,
    vat_rate: rate,
    list_price: withVat(exVat(list, before), rate),
    unit_price: unit === null ? null : quotedUnit({ unit, rate: before }, rate, isGross),
  }
}
