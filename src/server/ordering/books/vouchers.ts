import type { Minor } from '../../../domain/money/money.ts'
import type { SaleKind } from '../../../domain/orders/sale-kinds.ts'
import { accountsOfRate, type BookkeepingSettings } from '../../../domain/settings/bookkeeping.ts'
import type {
  BookEntry,
  CardReturnEntry,
  DisputeEntry,
  DocumentEntry,
  ExchangedEntry,
  MoneyEntry,
  PayoutEntry,
} from './book-entries.ts'

/** A debit is positive, a credit negative; the rows of a voucher sum to 0. */
type VoucherRow = { account: string; amount: Minor }
export type Voucher = { day: string; text: string; currency: string; rows: readonly VoucherRow[] }

/** Makes one voucher of each document and payment; one that moves nothing makes none. */
export function vouchersOf(entries: readonly BookEntry[], accounts: BookkeepingSettings): Voucher[] {
  return entries.map((entry) => voucherOf(entry, accounts)).filter(({ rows }) => rows.length > 0)
}

function voucherOf(entry: BookEntry, accounts: BookkeepingSettings): Voucher {
  if (entry.kind === 'document') return documentVoucher(entry, accounts)
  if (entry.kind === 'dispute') return disputeVoucher(entry, accounts)
  if (entry.kind === 'exchanged') return exchangedVoucher(entry, accounts)
  if (entry.kind === 'card_return') return cardReturnVoucher(entry, accounts)
  return entry.kind === 'payout' ? payoutVoucher(entry, accounts) : moneyVoucher(entry, accounts)
}

function payoutVoucher({ day, currency, number, ...sums }: PayoutEntry, accounts: BookkeepingSettings): Voucher {
  const rows = [
    { account: accounts.bank, amount: sums.net },
    { account: accounts.fees, amount: sums.fee },
    { account: accounts.disputes, amount: sums.disputed },
    { account: accounts.disputeFees, amount: sums.disputeFee },
    { account: accounts.providers, amount: sums.exchanged - sums.gross },
    { account: accounts.exchangeDifferences, amount: -sums.exchanged },
  ]
  return voucher({ day, currency, text: `Utbetalning ${number}` }, rows, 1, accounts)
}

/**
 * Payments that were paid out in another currency leave the provider's account in their own. Both vouchers meet on the
 * account of exchange differences, where the difference is left once both are converted.
 */
function exchangedVoucher({ day, currency, number, amount }: ExchangedEntry, accounts: BookkeepingSettings): Voucher {
  const rows = [
    { account: accounts.exchangeDifferences, amount },
    { account: accounts.providers, amount: -amount },
  ]
  return voucher({ day, currency, text: `Växlat i utbetalning ${number}` }, rows, 1, accounts)
}

/** What is written off is a loss without its VAT; what is claimed is owed by the buyer again. */
function disputeVoucher(entry: DisputeEntry, accounts: BookkeepingSettings): Voucher {
  const { day, currency, number, outcome, isUndone, amount, shares } = entry
  const vat = shares.reduce((sum, share) => sum + share.vat, 0)
  const rows = [
    { account: outcome === 'receivable' ? accounts.receivables : accounts.losses, amount: amount - vat },
    ...shares.map(({ kind, rate, vat: share }) => ({ account: vatAccount(kind, rate, accounts), amount: share })),
    { account: accounts.disputes, amount: -amount },
  ]
  const text = `${isUndone ? 'Rättad förlorad tvist' : 'Förlorad tvist'} order ${number}`
  return voucher({ day, currency, text }, rows, 1, accounts)
}

function cardReturnVoucher(entry: CardReturnEntry, accounts: BookkeepingSettings): Voucher {
  const { day, currency, number, amount, given } = entry
  const rows = [
    { account: accounts.receivables, amount },
    { account: accounts.giftCards, amount: given - amount },
    { account: accounts.givenCards, amount: -given },
  ]
  return voucher({ day, currency, text: `Återbetalning presentkort order ${number}` }, rows, 1, accounts)
}

const names = { invoice: 'Faktura', receipt: 'Kvitto', credit_note: 'Kreditfaktura' } as const

function documentVoucher(entry: DocumentEntry, accounts: BookkeepingSettings): Voucher {
  const { day, currency, document, number, isCredit } = entry
  const rows: VoucherRow[] = [
    { account: accounts.receivables, amount: entry.total - entry.byGiftCard },
    { account: accounts.giftCards, amount: entry.byGiftCard - entry.byGivenCard - entry.giftCardsSold },
    { account: accounts.givenCards, amount: entry.byGivenCard },
    ...entry.sales.flatMap(({ kind, rate, net, vat }) => [
      { account: salesAccount(kind, rate, accounts), amount: -net },
      { account: vatAccount(kind, rate, accounts), amount: -vat },
    ]),
  ]
  return voucher({ day, currency, text: `${names[document]} ${number}` }, rows, isCredit ? -1 : 1, accounts)
}

const moneyNames = {
  paid: { done: 'Betalning', undone: 'Rättad betalning' },
  back: { done: 'Återbetalning', undone: 'Återförd återbetalning' },
} as const
const movedNames = { paid: 'Flyttad betalning till', back: 'Flyttad betalning från' } as const

function moneyVoucher(entry: MoneyEntry, accounts: BookkeepingSettings): Voucher {
  const { day, currency, number, amount, isBack, isMoved, isBank, isInvoice, by } = entry
  const rows = [
    { account: isBank ? accounts.bank : accounts.providers, amount },
    { account: accounts.receivables, amount: -amount },
  ]
  const way = isBack ? 'back' : 'paid'
  const name = isMoved ? movedNames[way] : moneyNames[way][amount < 0 ? 'undone' : 'done']
  const text = isInvoice ? `${name} faktura ${number}` : `${name} order ${number} ${by}`
  return voucher({ day, currency, text }, rows, isBack ? -1 : 1, accounts)
}

/** More than a krona is no rounding but an error, which must not get into the books. */
const maxRounded = 100

/** Sums the rows by account, and lets the rounding account take what is left, so that the voucher sums to 0. */
function voucher(
  head: Omit<Voucher, 'rows'>,
  rows: readonly VoucherRow[],
  sign: 1 | -1,
  { rounding }: BookkeepingSettings,
): Voucher {
  const left = rows.reduce((sum, { amount }) => sum + amount, 0)
  if (Math.abs(left) > maxRounded) throw new Error(`${head.text} does not add up: ${left} minor units are left.`)
  const sums = new Map<string, Minor>()
  for (const { account, amount } of [...rows, { account: rounding, amount: -left }])
    sums.set(account, (sums.get(account) ?? 0) + sign * amount)
  return {
    ...head,
    rows: [...sums].flatMap(([account, amount]) => (amount === 0 ? [] : [{ account, amount }])),
  }
}

function salesAccount(kind: SaleKind, rate: number, accounts: BookkeepingSettings): string {
  if (kind === 'home') return accountsOfRate(rate, accounts).sales
  if (kind === 'oss') return accounts.salesEu
  return kind === 'export' ? accounts.salesExport : accounts.salesReverseCharge
}

function vatAccount(kind: SaleKind, rate: number, accounts: BookkeepingSettings): string {
  return kind === 'oss' ? accounts.vatOss : accountsOfRate(rate, accounts).vat
}
