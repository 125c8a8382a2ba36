import { consolePath } from '../../../console-routes.ts'
import type { TodayPage, Waiting } from '../../../contracts/console/today.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { may, type StaffSession } from '../../identity/staff/staff-session.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { chartDays, salesByCurrency } from './sales-periods.ts'
import { bestSellersSince, countWaiting, frequentMisses, salesSince } from './today-queries.ts'

const listed = 10
const dayMs = 86_400_000

const waitingFor: readonly { what: Waiting; permission: Permission; address: () => string | null }[] = [
  {
    what: 'to_pack',
    permission: 'orders.view',
    address: () => consolePath('orders', {}, { status: 'confirmed', sort: 'number' }),
  },
  { what: 'held', permission: 'orders.view', address: () => consolePath('orders', {}, { held: 'yes' }) },
  {
    what: 'returns',
    permission: 'returns.view',
    address: () => consolePath('returns', {}, { status: 'requested' }),
  },
  { what: 'quotes', permission: 'quotes.view', address: () => null },
  { what: 'refunds', permission: 'payments.view', address: () => null },
  { what: 'mails', permission: 'settings.view', address: () => null },
]

/** The first screen: what waits for the person, and how the shop sells. */
export const todayScreen = consoleScreen<TodayPage>({
  screen: 'today',
  permission: 'own',
  load: async ({ shop, session }) => {
    const maySeeSales = may(session, 'today.view')
    return { waiting: await waiting(shop, session), ...(await sold(shop, maySeeSales)), maySeeSales }
  },
})

type Services = Parameters<Parameters<typeof consoleScreen>[0]['load']>[0]['shop']

async function waiting({ db }: Services, session: StaffSession): Promise<TodayPage['waiting']> {
  const seen = waitingFor.filter(({ permission }) => may(session, permission))
  if (seen.length === 0) return []
  const counts = await countWaiting(db)
  return seen.flatMap(({ what, address }) => {
    const count = Number(counts?.[what] ?? 0)
    return count === 0 ? [] : [{ what, count, address: address() }]
  })
}

async function sold(
  { db, now, settings }: Services,
  maySee: boolean,
): Promise<Pick<TodayPage, 'sales' | 'best' | 'misses'>> {
  if (!maySee) return { sales: [], best: [], misses: [] }
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString()
  const month = before(chartDays)
  const sales = await salesSince(db, before(2 * chartDays + 1))
  const best = await bestSellersSince(db, month, listed)
  const misses = await frequentMisses(db, month, listed)
  return {
    sales: salesByCurrency(sales, now(), settings.all.home),
    best: best.map(({ sku, name, units }) => ({ sku, name, units: Number(units) })),
    misses: misses.map(({ query, language, misses: times }) => ({ query, language, times })),
  }
}
