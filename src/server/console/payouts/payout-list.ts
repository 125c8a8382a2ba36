import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListQuery } from '../../../contracts/console/lists.ts'
import { payoutStates, type PayoutState } from '../../../contracts/console/payouts.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { formatDay, formatMoment } from '../../../i18n/formats.ts'
import { documentAmount } from '../../../i18n/money.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { differencesOf } from '../../ordering/payouts/payout-differences.ts'
import { rowsOfPayouts } from '../../ordering/payouts/payout-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { KeyedRow, ListSource } from '../lists/list-page.ts'
import { countPayouts, payoutListRows } from './payout-list-queries.ts'

/** More rows of payouts are not compared with payments to show a page: so many take about 40 ms. */
const maxCompared = 3_000

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
  rows: async (context, query, limit) => {
    const rows = await payoutListRows(context.shop.db, byDay(context.shop, query), limit)
    const differences = await differencesIn(context.shop, rows)
    return rows.map((row) => payoutRow(context, row, query.sort, differences.get(row.id)))
  },
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

/** How many rows differ of each payout; of so many payouts that they have at most `maxCompared` rows. */
async function differencesIn({ db }: Shop, rows: readonly Row[]): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => id)
  const lines = await rowsOfPayouts(db, ids, maxCompared)
  const compared = rows.flatMap(({ id, currency }) => {
    const own = lines.get(id)
    return own ? [{ id, currency, rows: own }] : []
  })
  const counts = await differencesOf(db, compared)
  return new Map(compared.map(({ id }, at) => [id, counts[at] ?? 0]))
}

/** `differences` of its rows; undefined where they were not compared. */
function payoutRow(
  { shop, session, request }: ConsoleContext,
  row: Row,
  sort: string,
  differences: number | undefined,
): KeyedRow {
  const { language } = session.staff
  const money = (amount: number) => ({ text: documentAmount(amount, row.currency, language) })
  const state = stateOf(row)
  const reader = { language, home: shop.settings.all.home }
  const cells: Record<Column, ListCell> = {
    day: { text: formatDay(row.day, reader), inFile: row.day, address: consolePath('payout', { id: row.id }) },
    payout: { text: row.id },
    state: stateCell(request.locals.t, state, consolePath('payout', { id: row.id }), differences),
    gross: money(row.gross),
    fee: money(row.fee),
    net: money(row.net),
    imported: { text: formatMoment(row.at, reader) },
    actor: { text: row.actor },
  }
  return { id: row.id, label: row.id, cells, key: { value: sort === 'net' ? row.net : row.day, id: row.id } }
}

/** The state of a payout, which leads to its rows where they differ; a file has the state alone. */
function stateCell(t: Translate, state: PayoutState, address: string, differences: number | undefined): ListCell {
  const text = t(`console-payouts:state.${state}`)
  const cell = { text, inFile: text, tone: tones[state] }
  if (differences === 0) return cell
  const second =
    differences === undefined
      ? t('console-payouts:not_compared')
      : t('console-payouts:differences_short', { count: differences })
  return { ...cell, tone: state === 'booked' && differences !== undefined ? 'warn' : cell.tone, second, address }
}

function stateOf({ stated, net, has_other: hasOther }: Row): PayoutState {
  if (stated !== null && stated !== net) return 'unbooked'
  return hasOther ? 'check' : 'booked'
}
