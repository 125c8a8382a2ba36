import { consolePath } from '../../../console-routes.ts'
import { booksFileForm, type BooksPage } from '../../../contracts/console/books.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { isAccountMissing } from '../../../domain/settings/bookkeeping.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { bookEntries, type Period } from '../../ordering/books/book-entries.ts'
import { periodSums } from '../../ordering/books/period-sums.ts'
import { closedThrough } from '../../ordering/closing/closing-queries.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fileOf, type BooksFile } from './books-files.ts'
import { closeAction, issueAction } from './close-actions.ts'
import { monthAround, periodOf, quarterBefore } from './period-of.ts'

/** What was sold, paid and paid back in a period, with its files for the accountant. */
export const booksScreen = consoleScreen<BooksPage>({
  screen: 'books',
  permission: 'payments.view',
  isSensitive: true,
  load: async (context) => {
    const { shop, session, request } = context
    const { home, bookkeeping } = shop.settings.all
    const today = dayOf(shop.now(), home)
    const requested = periodOf(request.url.searchParams, today)
    const period = requested ?? monthAround(today)
    const address = (step: -1 | 1) => consolePath('books', {}, monthAround(period.from, step))
    const closed = await closedThrough(shop.db)
    const sums = periodSums(requested ? await bookEntries(shop.db, home, requested) : [])
    return {
      ...period,
      isWrong: !requested,
      today: consolePath('books', {}, { from: today, to: today }),
      quarter: consolePath('books', {}, quarterBefore(today)),
      previous: address(-1),
      next: address(1),
      // The shop's own currency first, the others by name.
      sums: sums
        .map((each) => ({
          ...each,
          total: totalOf(each.sales),
          ratesWithoutAccount: each.sales.flatMap(({ kind, rate }) =>
            kind === 'home' && isAccountMissing(rate, bookkeeping) ? [rate] : [],
          ),
        }))
        .toSorted((one, other) => Number(other.currency === home.currency) - Number(one.currency === home.currency)),
      mayExport: may(session, 'payments.export'),
      accounts: may(session, 'settings.view') ? consolePath('setting', { group: 'bookkeeping' }) : null,
      closedThrough: closed,
      // The running month is not over: the one before is what can be closed.
      closeThrough: [period.to < today ? period.to : monthAround(today, -1).to, closed].toSorted().at(-1) ?? '',
      mayClose: may(session, 'payments.change'),
      issued: issuedIn(request.url.searchParams),
    }
  },
  actions: {
    sie: fileAction('sie'),
    vouchers: fileAction('vouchers'),
    vat: fileAction('vat'),
    eu_companies: fileAction('eu_companies'),
    close: closeAction,
    issue: issueAction,
  },
})

function issuedIn(parameters: URLSearchParams): number | null {
  const written = parameters.get('issued') ?? ''
  return parameters.get('done') === 'issue' && /^\d{1,3}$/.test(written) ? Number(written) : null
}

function totalOf(sales: BooksPage['sums'][number]['sales']) {
  return {
    net: sales.reduce((sum, { net }) => sum + net, 0),
    vat: sales.reduce((sum, { vat }) => sum + vat, 0),
  }
}

function fileAction(file: BooksFile) {
  return consoleAction({
    permission: 'payments.export',
    stepUp: true,
    isFile: true,
    form: booksFileForm,
    run: async (context, { currency }) => {
      const { db, now, settings } = context.shop
      const period = periodOf(context.request.url.searchParams, dayOf(now(), settings.all.home))
      const entries = period ? await bookEntries(db, settings.all.home, period) : []
      const own = entries.filter((entry) => entry.currency === currency)
      if (!period || own.length === 0) throw new ConsoleError('unknown')
      await logged(context, file, period, currency)
      return fileOf(context, file, { period, currency, entries: own })
    },
  })
}

async function logged({ shop, session }: ConsoleContext, file: BooksFile, { from, to }: Period, currency: string) {
  const label = `${from} – ${to}`
  const action = {
    operation: `books.${file}`,
    subject: { kind: 'period', id: `${from}/${to}`, label },
    note: currency,
  }
  await shop.db.transaction().execute((trx) => appendAudit(trx, session.actor, action, shop.now()))
}
