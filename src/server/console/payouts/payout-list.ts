import { consolePath } from '../../../console-routes.ts'
import type { ListCell, ListQuery } from '../../../contracts/console/lists.ts'
import { payoutStates, type PayoutState } from '../../../contracts/console/payouts.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { formatDay, formatMoment } from '../../../i18n/formats.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { payoutsThatMayDiffer } from '../../ordering/payouts/check-queries.ts'
import { differencesWithin } from '../../ordering/payouts/payout-differences.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { KeyedRow, ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { searchOnce } from '../lists/search-once.ts'
import { countPayouts, payoutListRows } from './payout-list-queries.ts'

/** More rows of payouts are not compared with payments to show a page: so many take about 40 ms. */
const maxCompared = 3_000

type Column = 'day' | 'state' | 'gross' | 'fee' | 'net' | 'payout' | 'imported' | 'actor'
type Filter = 'state' | 'rows' | 'from' | 'to'

/** Payouts, newest first. */
export const payoutList: ListSource<Column> = {
  definition: {
    name: 'payouts',
    columns: [
      { name: 'day', isSortable: true },
      { name: 'state' },
      { name: 'gross', isAmount: true, isMoney: true },
      { name: 'fee', isAmount: true, isMoney: true },
      { name: 'net', isSortable: true, isAmount: true, isMoney: true },
      { name: 'payout' },
      { name: 'imported', isExtra: true },
      { name: 'actor', isExtra: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: payoutStates },
      { name: 'rows', kind: 'choice', values: ['differ'] },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    presets: [['rows', 'differ']],
    sort: 'day',
  },
  rows: async (context, query, limit) => {
    const { db } = context.shop
    const compared = await differing(context, query)
    const rows = await payoutListRows(db, byDay(context.shop, query), limit, compared)
    const others = rows.filter(({ id }) => !compared?.has(id))
    const differences = new Map([...(compared ?? []), ...(await differencesWithin(db, others, maxCompared))])
    return rows.map((row) => payoutRow(context, row, query.sort, differences.get(row.id)))
  },
  count: async (context, query) =>
    countPayouts(context.shop.db, byDay(context.shop, query), await differing(context, query)),
  columnLabel: ({ request }, column) => request.locals.t(`console-payouts:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-payouts:filter.${filter as Filter}`),
  valueLabel: ({ request }, filter, value) =>
    request.locals.t(
      filter === 'rows' ? 'console-payouts:rows_differ' : `console-payouts:state.${value as PayoutState}`,
    ),
  mayExport: ({ session }) => may(session, 'payments.export'),
}

/** So many payouts at most are compared anew before those that differ are shown. */
const maxFresh = 200

/**
 * What was found of payouts is some minutes old: those that differed then, and new ones, are compared once more, so
 * that one that was put right is gone from the list at once.
 */
const comparedNow = searchOnce(async ({ shop: { db } }) =>
  differencesWithin(db, await payoutsThatMayDiffer(db, maxFresh), maxCompared),
)

async function differing(context: ConsoleContext, { filters }: ListQuery): Promise<ReadonlyMap<string, number> | null> {
  return filters['rows'] === 'differ' ? comparedNow(context, '') : null
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

/** `differences` of its rows; undefined where they were not compared. */
function payoutRow(
  { shop, session, request }: ConsoleContext,
  row: Row,
  sort: string,
  differences: number | undefined,
): KeyedRow {
  const { language } = session.staff
  const money = (amount: number) => moneyCell(amount, row.currency, language)
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
