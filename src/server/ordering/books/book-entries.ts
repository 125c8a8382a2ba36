import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { vatCountry, type VatRate } from '../../../domain/money/vat.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import type { Home } from '../../../domain/places/home.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { documentJson } from '../documents/document-json.ts'
import type { DocumentContent } from '../documents/document-content.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { capturesIn, creditsOf, documentsIn, giftCardArticles, invoicesPaidIn, paidBackIn } from './books-queries.ts'

/** Days of the home country, the first and the last. */
export type Period = { from: string; to: string }

/** How VAT law sees a sale: at home, to a consumer in the EU, to a company there, or out of the EU. */
export const saleKinds = ['home', 'oss', 'reverse_charge', 'export'] as const
export type SaleKind = (typeof saleKinds)[number]
type Sale = { kind: SaleKind; country: string; rate: VatRate; net: Minor; vat: Minor }

type Base = { day: string; number: string; currency: CurrencyCode }
/** A sale, or with `isCredit` its reversal; every amount is positive then too. `giftCardsSold` is in no sale. */
export type DocumentEntry = Base & {
  kind: 'document'
  document: DocumentContent['kind']
  isCredit: boolean
  total: Minor
  /** Paid with, or paid back to, gift cards. */
  byGiftCard: Minor
  giftCardsSold: Minor
  sales: readonly Sale[]
}
/** Money that came, or with `isBack` left, at a provider or the bank; `number` is that of the order or invoice. */
export type MoneyEntry = Base & { kind: 'money'; by: string; isInvoice: boolean; isBack: boolean; amount: Minor }
export type BookEntry = DocumentEntry | MoneyEntry

const dayMs = 86_400_000

/** Everything of a period that belongs in the books, day by day: documents first, then money. */
export async function bookEntries(db: Queryable, home: Home, period: Period): Promise<BookEntry[]> {
  // A day of the home country begins some hours before that of UTC.
  const range = {
    from: new Date(Date.parse(period.from) - dayMs).toISOString(),
    before: new Date(Date.parse(period.to) + 2 * dayMs).toISOString(),
  }
  const documents = await documentEntries(db, home, range)
  const money = [...(await providerEntries(db, home, range)), ...(await invoiceEntries(db, home, range))]
  return [...documents, ...money]
    .filter(({ day }) => day >= period.from && day <= period.to)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

type Range = Parameters<typeof documentsIn>[1]

async function documentEntries(db: Queryable, home: Home, range: Range): Promise<DocumentEntry[]> {
  const rows = await documentsIn(db, range)
  const articles = await giftCardArticles(db, [...new Set(rows.map((row) => row.order_id))])
  return rows.map((row) => {
    const content = documentJson.read(row.content)
    const isCredit = row.kind === 'credit_note'
    // A card with VAT is a single-purpose voucher: selling it is the sale.
    const isGiftCard = ({ sku, rate }: { sku: string; rate: number }): boolean =>
      rate === 0 && articles.has(`${row.order_id} ${sku}`)
    const giftCardsSold = content.lines.filter(isGiftCard).reduce((sum, { amount }) => sum + amount, 0)
    return {
      kind: 'document',
      document: row.kind,
      day: dayOf(new Date(row.issued_at), home),
      number: row.number,
      currency: content.currency,
      isCredit,
      total: content.total,
      byGiftCard: isCredit ? content.total - (row.money_back ?? 0) : (content.giftCard ?? 0),
      giftCardsSold,
      sales: salesOf(content, { home, country: row.country }, giftCardsSold),
    }
  })
}

type Between = { home: Home; country: string }

/** The sums by rate; gift cards, which are sold without VAT, are no sale until something is bought with them. */
function salesOf(content: DocumentContent, { home, country }: Between, giftCardsSold: Minor): Sale[] {
  const kind = saleKindOf({ home, country }, content.isReverseCharged === true)
  return content.rates
    .map(({ rate, net, vat }) => ({
      kind,
      country: vatCountry(country),
      rate,
      net: rate === 0 ? net - giftCardsSold : net,
      vat,
    }))
    .filter(({ net, vat }) => net !== 0 || vat !== 0)
}

function saleKindOf({ home, country }: Between, isReverseCharged: boolean): SaleKind {
  if (vatCountry(country) === home.country) return 'home'
  if (!countryByCode(home.country)?.eu || !countryByCode(country)?.eu) return 'export'
  return isReverseCharged ? 'reverse_charge' : 'oss'
}

async function providerEntries(db: Queryable, home: Home, range: Range): Promise<MoneyEntry[]> {
  const [captured, back] = [await capturesIn(db, range), await paidBackIn(db, range)]
  const entry = (row: (typeof captured | typeof back)[number], isBack: boolean): MoneyEntry => ({
    kind: 'money',
    by: row.provider,
    isInvoice: false,
    isBack,
    day: dayOf(new Date(row.at ?? ''), home),
    number: row.number,
    currency: row.currency,
    amount: row.amount,
  })
  return [...captured.map((row) => entry(row, false)), ...back.map((row) => entry(row, true))]
}

/** An invoice is paid in full: all that gift cards did not pay and that was not credited by then. */
async function invoiceEntries(db: Queryable, home: Home, range: Range): Promise<MoneyEntry[]> {
  const rows = await invoicesPaidIn(db, range)
  const credits = await creditsOf(
    db,
    rows.map((row) => row.order_id),
  )
  return rows.flatMap((row) => {
    const at = row.at ?? ''
    const { total, giftCard = 0 } = documentJson.read(row.content)
    const credited = credits
      .filter((credit) => credit.order_id === row.order_id && credit.at <= at)
      .reduce((sum, credit) => sum + credit.amount, 0)
    const amount = total - giftCard - credited
    if (amount <= 0) return []
    const base = { day: dayOf(new Date(at), home), number: row.number, currency: row.currency }
    return [{ ...base, kind: 'money' as const, by: 'invoice', isInvoice: true, isBack: false, amount }]
  })
}
