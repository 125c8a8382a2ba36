import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListPage } from '../../../contracts/console/lists.ts'
import { couponKinds, couponState, couponStates, type CouponState } from '../../../domain/cart/coupon-states.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { shownCode } from '../../pricing/discounts/load-coupons.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { countCoupons, couponListRows } from './coupon-list-queries.ts'
import { whatOf } from './coupon-words.ts'

type Column = 'code' | 'state' | 'what' | 'used' | 'limit' | 'minimum' | 'from' | 'until' | 'for' | 'created'
type Filter = 'state' | 'kind' | 'used' | 'for'
type Value =
  | `state.${CouponState}`
  | `kind.${(typeof couponKinds)[number]}`
  | 'used.yes'
  | 'used.no'
  | 'for.all'
  | 'for.one'

export const couponTones: Readonly<Record<CouponState, NonNullable<ListCell['tone']>>> = {
  runs: 'good',
  to_come: 'plain',
  over: 'plain',
  used_up: 'warn',
  stopped: 'signal',
}

const source: ListSource<Column> = {
  definition: {
    name: 'coupons',
    columns: [
      { name: 'code', isSortable: true },
      { name: 'state' },
      { name: 'what' },
      { name: 'used', isSortable: true, isAmount: true },
      { name: 'limit', isAmount: true },
      { name: 'from' },
      { name: 'until' },
      { name: 'minimum', isAmount: true, isMoney: true, isExtra: true },
      { name: 'for' },
      { name: 'created', isSortable: true, isExtra: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: couponStates },
      { name: 'kind', kind: 'choice', values: couponKinds },
      { name: 'used', kind: 'choice', values: ['yes', 'no'] },
      { name: 'for', kind: 'choice', values: ['all', 'one'] },
    ],
    sort: 'created',
  },
  rows: async (context, query, limit) => {
    const rows = await couponListRows(findable(context), query, context.shop.now().toISOString(), limit)
    return rows.map((row) => couponRow(context, row, query.sort))
  },
  count: (context, query) => countCoupons(findable(context), query, context.shop.now().toISOString()),
  columnLabel: ({ request }, column) => request.locals.t(`console-coupons:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-coupons:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) => request.locals.t(`console-coupons:${`${filter}.${value}` as Value}`),
  mayExport: ({ session }) => may(session, 'prices.view'),
}

const findable = ({ shop, session }: ConsoleContext) => ({
  db: shop.db,
  kind: shop.kind,
  mayFindPeople: may(session, 'customers.view'),
})

/** All coupons, newest first. */
export const couponsScreen = consoleScreen<ListPage>({
  screen: 'coupons',
  permission: 'prices.view',
  load: (context) => listPage(context, source),
  actions: listActions(source, { view: 'prices.view', file: 'prices.view' }),
})

type Row = Awaited<ReturnType<typeof couponListRows>>[number]

function couponRow(context: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { shop, session, request } = context
  const { t } = request.locals
  const { language } = session.staff
  const { home } = shop.settings.all
  const at = (iso: string | null) => (iso ? formatMoment(iso, { language, home }) : '')
  const state = couponState(row, shop.now().toISOString())
  const label = shownCode(row.code)
  const owner = row.customer_id !== null ? 'customer' : row.organization_id !== null ? 'organization' : undefined
  const cells: Record<Column, ListCell> = {
    code: { text: label, address: consolePath('coupon', { code: row.code }) },
    state: { text: t(`console-coupons:state.${state}`), tone: couponTones[state] },
    what: { text: whatOf(context, row) },
    used: { text: String(row.used) },
    limit: { text: row.usage_limit === null ? '' : String(row.usage_limit) },
    from: { text: at(row.starts_at) },
    until: { text: at(row.ends_at) },
    minimum: row.minimum_spend === 0 ? { text: '' } : moneyCell(row.minimum_spend, home.currency, language),
    for: { text: owner ? t(`console-coupons:owner.${owner}`) : '' },
    created: { text: at(row.created_at) },
  }
  const value = sort === 'code' ? row.code : sort === 'used' ? row.used : row.created_at
  return { id: row.code, label, cells, key: { value, id: row.code } }
}
