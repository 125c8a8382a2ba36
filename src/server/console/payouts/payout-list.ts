import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListQuery } from '../../../contracts/console/lists.ts'
import { payoutStates, type PayoutState } from '../../../contracts/console/payouts.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { formatDay, formatMoment } from '../../../i18n/formats.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { KeyedRow, ListSource } from '../lists/list-page.ts'
import { countPayouts, payoutListRows } from './payout-list-queries.ts'

type Column = 'day' | 'state' | 'gross' | 'fee' | 'net' | 'payout' | 'imported' | 'actor'
type Filter = 'state' | 'from' | 'to'

/** Payouts, newest first. */
export const payoutList: ListSource<Column> = {
  definition: {
    name: 'payouts',
    columns: [
      { name: 'day', isSortable: true },
      { name: 'state' },
      { name: 'gross', isAmount: true },
      { name: 'fee', isAmount: true },
      { name: 'net', isSortable: true, isAmount: true },
      { name: 'payout' },
      { name: 'imported', isExtra: true },
      { name: 'actor', isExtra: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: payoutStates },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    sort: 'day',
  },
  rows: async (context, query, limit) =>
    (await payoutListRows(context.shop.db, byDay(context.shop, query), limit)).map((row) =>
      payoutRow(context, row, query.sort),
    ),
  count: ({ shop }, query) => countPayouts(shop.db, byDay(shop, query)),
  columnLabel: ({ request }, column) => request.locals.t(`console-payouts:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-payouts:filter.${filter as Filter}`),
  valueLabel: ({ request }, _filter, value) => request.locals.t(`console-payouts:state.${value as PayoutState}`),
  mayExport: ({ session }) => may(session, 'payments.export'),
}

/** A payout has a day, no time: the moments that the list was asked for are days of the home country again. */
function byDay({ settings }: Shop, query: ListQuery): ListQuery {
  const { from, to, ...others } = query.filters
  const day = (moment: string) => dayOf(new Date(moment), settings.all.home)
  return {
    ...query,
    filters: { ...others, ...(from ? { from: day(from) } : {}), ...(to ? { before: day(to) } : {}) },
  }
}

const tones = { booked: 'good', check: 'warn', unbooked: 'signal' } as const satisfies Record<
  PayoutState,
  ListCell['tone']
>

type Row = Awaited<ReturnType<typeof payoutListRows>>[number]

function payoutRow({ shop, session, request }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { language } = session.staff
  const money = (amount: number) => ({ text: documentAmount(amount, row.currency, language) })
  const state = stateOf(row)
  const reader = { language, home: shop.settings.all.home }
  const cells: Record<Column, ListCell> = {
    day: { text: formatDay(row.day, reader), inFile: row.day, address: consolePath('payout', { id: row.id }) },
    payout: { text: row.id },
    state: { text: request.locals.t(`console-payouts:state.${state}`), tone: tones[state] },
    gross: money(row.gross),
    fee: money(row.fee),
    net: money(row.net),
    imported: { text: formatMoment(row.at, reader) },
    actor: { text: row.actor },
  }
  return { id: row.id, label: row.id, cells, key: { value: sort === 'net' ? row.net : row.day, id: row.id } }
}

function stateOf({ stated, net, has_other: hasOther }: Row): PayoutState {
  if (stated !== null && stated !== net) return 'unbooked'
  return hasOther ? 'check' : 'booked'
}
