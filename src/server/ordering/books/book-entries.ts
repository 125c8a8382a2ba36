import { dayMs } from '../../../domain/durations.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { vatCountry, type VatRate } from '../../../domain/money/vat.ts'
import { saleKindOf, type SaleKind } from '../../../domain/orders/sale-kinds.ts'
import type { Home } from '../../../domain/places/home.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import type { DocumentContent } from '../documents/document-content.ts'
import { documentJson } from '../documents/document-json.ts'
import { cardReturnsIn, outcomesIn, sharesIn } from '../payouts/dispute-queries.ts'
import { disputeRows, exchangedRows, payoutsIn, type DisputeRow, type ExchangedRow } from '../payouts/payout-queries.ts'
import { capturesIn, documentsIn, giftCardArticles, invoicePaymentsIn, paidBackIn } from './books-queries.ts'

/** Days of the home country, the first and the last. */
export type Period = { from: string; to: string }

type Sale = { kind: SaleKind; country: string; rate: VatRate; net: Minor; vat: Minor }

type Base = { day: string; number: string; currency: CurrencyCode }
/**
 * A sale, or with `isCredit` its reversal; every amount is positive then too. `giftCardsSold` is in no sale. `buyer` is
 * the buyer's VAT number, '' without one.
 */
export type DocumentEntry = Base & {
  kind: 'document'
  document: DocumentContent['kind']
  isCredit: boolean
  buyer: string
  total: Minor
  /** Paid with, or paid back to, gift cards. */
  byGiftCard: Minor
  /** Of `byGiftCard`, cards that nobody bought. */
  byGivenCard: Minor
  giftCardsSold: Minor
  sales: readonly Sale[]
}
/**
 * Money that came, or with `isBack` left, at a provider or the bank; `number` is that of the order or invoice. What is
 * taken back is negative. `isMoved` went from one order to its exchange, and neither came nor left; `isBank` went from
 * the shop's own account, where the provider had refused it.
 */
export type MoneyEntry = Base & {
  kind: 'money'
  by: string
  isInvoice: boolean
  isBack: boolean
  isMoved: boolean
  isBank: boolean
  amount: Minor
}
/**
 * What a provider paid out, after its fees; `gross` and `fee` are without disputes. `disputed` was taken back by banks,
 * and is negative where more was won back. `exchanged` is the part of `gross` that was paid in other currencies.
 */
export type PayoutEntry = Base & {
  kind: 'payout'
  gross: Minor
  fee: Minor
  net: Minor
  disputed: Minor
  disputeFee: Minor
  exchanged: Minor
}
/** What the payments of a payout in another currency were, less refunds, in their own; `number` is the payout's. */
export type ExchangedEntry = Base & { kind: 'exchanged'; amount: Minor }
/**
 * A dispute that was lost: a loss, with what it takes off the sales of its order by VAT rate, or a claim. `amount`
 * and the sums of one that is undone are negative.
 */
export type DisputeEntry = Base & {
  kind: 'dispute'
  outcome: 'write_off' | 'receivable'
  isUndone: boolean
  amount: Minor
  shares: readonly Sale[]
}
/**
 * What gift cards got back after the credit note, which says less, and `given`, what those that nobody bought got of
 * it; `number` is that of the order.
 */
export type CardReturnEntry = Base & { kind: 'card_return'; amount: Minor; given: Minor }
export type BookEntry = DocumentEntry | MoneyEntry | PayoutEntry | ExchangedEntry | DisputeEntry | CardReturnEntry

/** Everything of a period that belongs in the books, day by day: documents first, then money. */
export async function bookEntries(db: Queryable, home: Home, period: Period): Promise<BookEntry[]> {
  // A day of the home country begins some hours before that of UTC.
  const range = {
    from: new Date(Date.parse(period.from) - dayMs).toISOString(),
    before: new Date(Date.parse(period.to) + 2 * dayMs).toISOString(),
  }
  const documents = await documentEntries(db, home, range)
  const money = [...(await providerEntries(db, home, range)), ...(await invoiceEntries(db, period))]
  const payouts = await payoutEntries(db, period)
  const disputes = await disputeEntries(db, home, period)
  const cards = (await cardReturnsIn(db, period)).map((row) => ({ kind: 'card_return', ...row }) as const)
  return [...documents, ...money, ...payouts, ...disputes, ...cards]
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
      buyer: content.buyer.vatNumber ?? '',
      total: content.total,
      byGiftCard: isCredit ? (row.card_back ?? content.total - (row.money_back ?? 0)) : (content.giftCard ?? 0),
      byGivenCard: (isCredit ? row.given_back : content.givenCard) ?? 0,
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

async function providerEntries(db: Queryable, home: Home, range: Range): Promise<MoneyEntry[]> {
  const captured = await capturesIn(db, range)
  const back = await paidBackIn(db, range, 'paid_at')
  const returned = (await paidBackIn(db, range, 'returned_at')).map((row) => ({ ...row, amount: -row.amount }))
  const entry = (row: (typeof captured | typeof back)[number], isBack: boolean): MoneyEntry => ({
    kind: 'money',
    by: isByBank(row) ? 'bank' : row.provider,
    isBank: isByBank(row),
    isInvoice: false,
    isBack,
    isMoved: Boolean(row.is_moved),
    day: dayOf(new Date(row.at ?? ''), home),
    number: row.number,
    currency: row.currency,
    amount: row.amount,
  })
  return [...captured.map((row) => entry(row, false)), ...[...back, ...returned].map((row) => entry(row, true))]
}

const isByBank = (row: object): boolean => 'by_bank' in row && row.by_bank === 1

/** Payments of invoices, and balances that went back; one that was undone is undone on the day of that. */
async function invoiceEntries(db: Queryable, period: Period): Promise<MoneyEntry[]> {
  const rows = await invoicePaymentsIn(db, period)
  return rows.map(({ kind, undone, amount, day, currency, number, order_number: order }) => {
    const isBack = (undone ?? kind) === 'paid_back'
    const base = { kind: 'money', by: 'invoice', isInvoice: true, isMoved: false, isBank: true, day, currency } as const
    return { ...base, number: number ?? order, isBack, amount: isBack ? -amount : amount }
  })
}

async function payoutEntries(db: Queryable, period: Period): Promise<(PayoutEntry | ExchangedEntry)[]> {
  const payouts = await payoutsIn(db, period)
  const ids = payouts.map(({ id }) => id)
  const disputes = Map.groupBy(await disputeRows(db, ids), ({ payout_id: id }) => id)
  const exchanged = Map.groupBy(await exchangedRows(db, ids), ({ payout_id: id }) => id)
  return payouts.flatMap((payout) => {
    const { id } = payout
    return payoutEntry(payout, { disputes: disputes.get(id) ?? [], exchanged: exchanged.get(id) ?? [] })
  })
}

async function disputeEntries(db: Queryable, home: Home, period: Period): Promise<DisputeEntry[]> {
  const shares = Map.groupBy(await sharesIn(db, period), ({ outcome_id: id }) => id)
  return (await outcomesIn(db, period)).map(({ id, kind, undone, amount, day, number, currency, ...order }) => {
    const { country } = order
    const sale = {
      kind: saleKindOf({ home, country }, order.reverse_charge === 1),
      country: vatCountry(country),
    }
    return {
      kind: 'dispute',
      outcome: (kind === 'undone' ? undone : kind) === 'receivable' ? 'receivable' : 'write_off',
      isUndone: kind === 'undone',
      day,
      number,
      currency,
      amount,
      shares: (shares.get(id) ?? []).map(({ rate, net, vat }) => ({ ...sale, rate, net, vat })),
    }
  })
}

type PayoutRows = { disputes: readonly DisputeRow[]; exchanged: readonly ExchangedRow[] }

/**
 * The entries of a payout: its own first, then one in each other currency that its payments were in. None if its report
 * states another amount than its rows, which must not get into the books.
 */
export function payoutEntry(
  payout: Row<'payouts'>,
  { disputes, exchanged }: PayoutRows,
): (PayoutEntry | ExchangedEntry)[] {
  const { id: number, day, currency, gross, fee, net, stated } = payout
  if (stated !== null && stated !== net) return []
  const disputed = disputes.reduce((sum, row) => sum - row.gross, 0)
  const disputeFee = disputes.reduce((sum, row) => sum + row.fee, 0)
  const others = exchanged.reduce((sum, row) => sum + row.gross, 0)
  const sums = { gross: gross + disputed, fee: fee - disputeFee, net, disputed, disputeFee, exchanged: others }
  const own = { kind: 'payout', number, day, currency, ...sums } as const
  const paid = Map.groupBy(exchanged, (row) => row.paid_currency ?? currency)
  return [
    own,
    ...[...paid].map(([paidIn, rows]) => {
      const amount = rows.reduce((sum, row) => sum + (row.paid ?? 0), 0)
      return { kind: 'exchanged', number, day, currency: paidIn, amount } as const
    }),
  ]
}
