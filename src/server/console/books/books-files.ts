import { formatCsv, type CsvCell } from '../../../domain/lists/csv.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { countryName } from '../../../i18n/formats.ts'
import { amountCell } from '../../../i18n/money.ts'
import type { BookEntry, Period } from '../../ordering/books/book-entries.ts'
import { euCompanies } from '../../ordering/books/eu-companies.ts'
import { periodSums } from '../../ordering/books/period-sums.ts'
import { sieFile } from '../../ordering/books/sie-file.ts'
import { vouchersOf } from '../../ordering/books/vouchers.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { accountNames } from './account-names.ts'

export type BooksFile = 'sie' | 'vouchers' | 'vat' | 'eu_companies'
type Content = { period: Period; currency: string; entries: readonly BookEntry[] }

/** Makes a file of a period in one currency. */
export function fileOf(context: ConsoleContext, file: BooksFile, content: Content): Response {
  const { from, to } = content.period
  const name = `${file}-${content.currency}-${from}-${to}`
  if (file === 'sie') return download(`${name}.se`, 'application/x-sie', sieOf(context, content))
  const rows = rowsOf[file](context, content)
  const text = formatCsv(rows, context.session.staff.language === 'sv' ? ';' : ',')
  return download(`${name}.csv`, 'text/csv; charset=utf-8', text)
}

function download(name: string, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  })
}

function sieOf({ shop, request }: ConsoleContext, { currency, entries }: Content): Uint8Array<ArrayBuffer> {
  const { bookkeeping } = shop.settings.all
  const { name, organizationNumber } = shop.settings.seller('sv')
  return sieFile(vouchersOf(entries, bookkeeping), {
    program: 'Shop',
    company: name,
    organizationNumber,
    currency,
    made: dayOf(shop.now(), shop.settings.all.home),
    accountNames: accountNames(shop.settings.all, request.locals.t),
  })
}

function voucherRows({ shop, request }: ConsoleContext, { currency, entries }: Content): CsvCell[][] {
  const { t } = request.locals
  const names = accountNames(shop.settings.all, t)
  const head = [
    t('console-payments:books.day'),
    t('console-payments:books.text'),
    t('console-payments:books.number'),
    t('console-payments:books.name'),
    t('console-payments:books.debit'),
    t('console-payments:books.credit'),
    t('console-payments:books.currency'),
  ]
  const rows = vouchersOf(entries, shop.settings.all.bookkeeping).flatMap((voucher) =>
    voucher.rows.map(({ account, amount }): CsvCell[] => [
      voucher.day,
      voucher.text,
      account,
      names.get(account) ?? '',
      amount > 0 ? cell(amount) : '',
      amount < 0 ? cell(-amount) : '',
      currency,
    ]),
  )
  return [head, ...rows]
}

/** The VAT of each kind of sale, country and rate, with what was credited taken off. */
function vatRows({ request, session }: ConsoleContext, { currency, entries }: Content): CsvCell[][] {
  const { t } = request.locals
  const head = [
    t('console-payments:books.kind'),
    t('console-payments:books.country'),
    '',
    t('console-payments:books.rate'),
    t('console-payments:books.charged'),
    t('console-payments:books.charged_vat'),
    t('console-payments:books.credited'),
    t('console-payments:books.credited_vat'),
    t('console-payments:books.net'),
    t('console-payments:books.vat'),
    t('console-payments:books.currency'),
  ]
  const rows = periodSums(entries).flatMap(({ sales }) =>
    sales.map((sale): CsvCell[] => [
      t(`console-payments:sale.${sale.kind}`),
      sale.country,
      countryName(sale.country, session.staff.language),
      sale.rate / 100,
      cell(sale.charged.net),
      cell(sale.charged.vat),
      cell(sale.credited.net),
      cell(sale.credited.vat),
      cell(sale.net),
      cell(sale.vat),
      currency,
    ]),
  )
  return [head, ...rows]
}

/** What companies in other countries of the EU bought without VAT, with what was credited taken off. */
function companyRows({ request }: ConsoleContext, { currency, entries }: Content): CsvCell[][] {
  const { t } = request.locals
  const head = [
    t('console-payments:books.country'),
    t('console-payments:books.vat_number'),
    t('console-payments:books.net'),
    t('console-payments:books.currency'),
  ]
  return [head, ...euCompanies(entries).map(({ number, net }) => [number.slice(0, 2), number, cell(net), currency])]
}

const rowsOf = { vat: vatRows, vouchers: voucherRows, eu_companies: companyRows }

/** A number of the file: exact, because two decimals of an amount below 90 million million survive as a double. */
function cell(amount: number): number {
  return Number(amountCell(amount))
}
