import { exVat, vatCountry } from '../../../domain/money/vat.ts'
import { quotedUnit, quoteMoment, withVat } from '../../../domain/orders/quotes.ts'
import type { Home } from '../../../domain/places/home.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { vatRows } from '../../catalog/rate-queries.ts'
import { chargedRate } from '../../catalog/rates.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { companyQuotes, quoteLinesOf, vatClassesOf, type QuoteLineRow, type QuoteRow } from './queries.ts'

type Asked = { home: Home; now: Date }
type Quoted = Pick<QuoteRow, 'id' | 'organization_id' | 'country' | 'status' | 'answered_at' | 'decided_at'>

/**
 * Reads the lines of quotes by quote id, with the VAT of their country: that of today, or of the day on which a quote
 * ended. A company's prices without VAT stay when a rate changes, a consumer's prices with it.
 */
export async function taxedLines(
  db: Queryable,
  quotes: readonly Quoted[],
  { home, now }: Asked,
): Promise<Map<string, QuoteLineRow[]>> {
  if (quotes.length === 0) return new Map()
  const ids = quotes.map(({ id }) => id)
  const lines = Map.groupBy(await quoteLinesOf(db, ids), ({ quote_id: id }) => id)
  const products = [...new Set([...lines.values()].flatMap((own) => own.map(({ product_id: id }) => id)))]
  const classes = await vatClassesOf(db, products)
  const rates = await vatRows(db, [...new Set(quotes.map(({ country }) => vatCountry(country)))])
  const ofCompanies = await companyQuotes(db, quotes)
  return new Map(
    quotes.map((quote) => {
      const day = dayOf(new Date(quoteMoment(quote, now.toISOString())), home)
      const isGross = !ofCompanies.has(quote.id)
      const taxed = (lines.get(quote.id) ?? []).map((line) => {
        const vatClass = classes.get(line.product_id)
        const rate = vatClass === undefined ? line.vat_rate : chargedRate(rates, { ...quote, home }, vatClass, day)
        return atRate(line, rate, isGross)
      })
      return [quote.id, taxed]
    }),
  )
}

/** Reads the lines of one quote. */
export async function taxedLinesOf(db: Queryable, quote: Quoted, asked: Asked): Promise<QuoteLineRow[]> {
  return (await taxedLines(db, [quote], asked)).get(quote.id) ?? []
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
