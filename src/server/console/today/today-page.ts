import { consolePath } from '../../../console-routes.ts'
import { levelForm, type Period, type TodayPage, type Waiting } from '../../../contracts/console/today.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import type { TextKey } from '../../../i18n/translator.ts'
import { namesOf } from '../../catalog/changes/goods-queries.ts'
import { partsBelowLevel, productIdOf, stockLevelOf } from '../../catalog/maintenance/stock-level-queries.ts'
import { readLevel, setStockLevel } from '../../catalog/maintenance/stock-levels.ts'
import { may, type StaffSession } from '../../identity/staff/staff-session.ts'
import { overdueBefore } from '../../ordering/invoices/overdue.ts'
import { paymentsForReview } from '../../ordering/refunds/refused-refunds.ts'
import { audited, type AuditedAction } from '../../platform/audit/audit.ts'
import type { EffectKind } from '../../platform/outbox/effect-kinds.ts'
import { ordersByHour } from '../figures/sold-queries.ts'
import { stepsBeforeFirstOrder } from '../first-steps/first-steps-page.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { chartDays, periods, salesByCurrency } from './sales-periods.ts'
import { bestSellersSince, checkoutsSince, countWaiting, failedMails, frequentMisses } from './today-queries.ts'

const listed = 10
const maxParts = 20
const maxErrorLength = 200
/** Mails that failed are shown for this long. */
const failureDays = 14
const cacheMs = 60_000
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * dayMs).toISOString()

const waitingFor: readonly { what: Waiting; permission: Permission; address: () => string | null }[] = [
  { what: 'to_pack', permission: 'packing.view', address: () => consolePath('packing') },
  { what: 'held', permission: 'orders.view', address: () => consolePath('orders', {}, { held: 'yes' }) },
  {
    what: 'returns',
    permission: 'returns.view',
    address: () => consolePath('returns', {}, { status: 'awaited' }),
  },
  {
    what: 'returns_here',
    permission: 'returns.view',
    address: () => consolePath('returns', {}, { status: 'received' }),
  },
  {
    what: 'quotes',
    permission: 'quotes.view',
    address: () => consolePath('quotes', {}, { status: 'requested', sort: 'requested' }),
  },
  {
    what: 'requests',
    permission: 'quotes.view',
    address: () => consolePath('requests', {}, { status: 'open', sort: 'requested' }),
  },
  { what: 'refunds', permission: 'payments.view', address: () => consolePath('payments') },
  {
    what: 'overdue',
    permission: 'payments.view',
    address: () => consolePath('invoices', {}, { state: 'overdue', sort: 'due' }),
  },
  { what: 'disputes', permission: 'payments.view', address: () => consolePath('payouts') },
  { what: 'mails', permission: 'settings.view', address: () => consolePath('system') },
  { what: 'sources', permission: 'imports.view', address: () => consolePath('sources') },
]

/** The first screen: what waits for the person, and how the shop sells. */
export const todayScreen = consoleScreen<TodayPage>({
  screen: 'today',
  permission: 'own',
  load: async (context) => {
    const { shop, session } = context
    const maySeeSales = may(session, 'today.view')
    return {
      firstSteps: may(session, 'settings.view') ? await stepsBeforeFirstOrder(context) : null,
      waiting: await waiting(shop, session),
      stock: await stockBelow(context),
      failedMails: may(session, 'settings.view') ? await mailsNotSent(shop) : [],
      ...(await sold(shop, maySeeSales, session.staff.language)),
      maySeeSales,
    }
  },
  actions: { level: consoleAction({ permission: 'products.change', form: levelForm, run: changeLevel }) },
})

/** Sets the level of a part, with an entry in the log that says what it was. */
async function changeLevel({ shop, session }: ConsoleContext, form: { sku: string; level: string }): Promise<void> {
  const level = readLevel(form.level)
  if (level === undefined) throw new ConsoleError('level_invalid')
  const id = await productIdOf(shop.db, form.sku)
  if (id === undefined) throw new ConsoleError('level_part_unknown')
  const action: AuditedAction = {
    operation: 'stock.level',
    subject: { kind: 'product', id, label: form.sku },
    fields: async (trx) => ({ level: await stockLevelOf(trx, id) }),
  }
  await audited(shop, session.actor, action, (services) => setStockLevel(services, form.sku, level))
}

async function stockBelow({ shop, session }: ConsoleContext): Promise<TodayPage['stock']> {
  if (!may(session, 'products.view')) return null
  const { count, parts } = await partsBelowLevel(shop.reportDb, session.staff.language, maxParts)
  return {
    count,
    mayChange: may(session, 'products.change'),
    parts: parts.map(({ sku, name, available, level, incoming_at: incomingAt }) => ({
      sku,
      name: name ?? '',
      available: Number(available),
      level,
      incomingAt,
    })),
  }
}

/** The dictionary has a name for each kind of mail. */
const nameOf = (kind: Extract<EffectKind, `mail.${string}`>): TextKey => `console-today:${kind}`

async function mailsNotSent({ db, now }: Services): Promise<TodayPage['failedMails']> {
  const rows = await failedMails(db, daysBefore(now(), failureDays), listed)
  return rows.map(({ kind, created_at: at, last_error: error, done_at: end }) => ({
    name: nameOf(kind as Parameters<typeof nameOf>[0]),
    at,
    error: (error ?? '').slice(0, maxErrorLength),
    isGivenUp: end !== null,
  }))
}

type Services = Parameters<Parameters<typeof consoleScreen>[0]['load']>[0]['shop']

async function waiting({ db, now, settings }: Services, session: StaffSession): Promise<TodayPage['waiting']> {
  const seen = waitingFor.filter(({ permission }) => may(session, permission))
  if (seen.length === 0) return []
  const counts = await countWaiting(db, {
    mailsSince: daysBefore(now(), failureDays),
    dueBefore: overdueBefore(now(), settings.all.home),
  })
  if (counts && Number(counts.refunds) > 0) {
    const { refunds } = await paymentsForReview(db)
    counts.refunds = refunds.filter(({ status }) => status === 'failed').length
  }
  return seen.flatMap(({ what, address }) => {
    const count = Number(counts?.[what] ?? 0)
    return count === 0 ? [] : [{ what, count, address: address() }]
  })
}

async function sold(
  { db, reportDb, now, settings, memory }: Services,
  maySee: boolean,
  language: Language,
): Promise<Pick<TodayPage, 'sales' | 'checkouts' | 'best' | 'misses'>> {
  if (!maySee) return { sales: [], checkouts: [], best: [], misses: [] }
  const month = daysBefore(now(), chartDays)
  const sales = await ordersByHour(reportDb, {
    from: daysBefore(now(), 2 * chartDays + 1),
    until: daysBefore(now(), -1),
  })
  // These change slowly and cost most: once a minute for everybody.
  const best = await memory.remember('console best sellers', cacheMs, () => bestSellersSince(reportDb, month, listed))
  const checkouts = await memory.remember('console checkouts', cacheMs, () =>
    Promise.all(
      Object.entries(periods).map(async ([period, days]) => ({
        period: period as Period,
        ...(await checkoutsSince(reportDb, daysBefore(now(), days))),
      })),
    ),
  )
  const names = await namesOf(
    db,
    best.map(({ product }) => product),
  )
  const misses = await frequentMisses(db, month, listed)
  return {
    sales: salesByCurrency(sales, now(), settings.all.home),
    best: best.map(({ sku, name, product, units }) => ({
      sku,
      name: names.find((text) => text.product_id === product && text.language === language)?.name ?? name,
      units: Number(units),
    })),
    checkouts,
    misses: misses.map(({ query, language, misses: times }) => ({ query, language, times })),
  }
}
