import { consolePath } from '../../../console-routes.ts'
import { invoiceStates, type InvoicesPage, type ShownInvoiceState } from '../../../contracts/console/invoices.ts'
import type { ListCell, ListQuery } from '../../../contracts/console/lists.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { formatDay } from '../../../i18n/formats.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { overdueBefore } from '../../ordering/invoices/overdue.ts'
import type { Shop } from '../../ordering/shop.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import type { WholeList } from '../lists/list-choice.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { remindChosen } from './invoice-bulk.ts'
import { countInvoices, invoiceListRows } from './invoice-list-queries.ts'

type Column = 'number' | 'issued' | 'due' | 'buyer' | 'order' | 'state' | 'amount' | 'paid' | 'open' | 'email'
type Filter = 'state' | 'from' | 'to'

const filterOf = ({ now, settings }: Shop, query: ListQuery) => ({
  query,
  today: overdueBefore(now(), settings.all.home),
})

const source: ListSource<Column> = {
  definition: {
    name: 'invoices',
    columns: [
      { name: 'number' },
      { name: 'issued', isSortable: true },
      { name: 'due', isSortable: true },
      { name: 'buyer' },
      { name: 'order' },
      { name: 'state' },
      { name: 'amount', isAmount: true, isMoney: true },
      { name: 'paid', isAmount: true, isMoney: true, isExtra: true },
      { name: 'open', isAmount: true, isMoney: true },
      { name: 'email', isExtra: true },
    ],
    filters: [
      { name: 'state', kind: 'choice', values: invoiceStates },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    presets: [
      ['state', 'open'],
      ['state', 'overdue'],
    ],
    sort: 'issued',
  },
  rows: async (context, query, limit) =>
    (await invoiceListRows(context.shop, filterOf(context.shop, query), limit)).map((row) =>
      invoiceRow(context, row, query.sort),
    ),
  count: ({ shop }, query) => countInvoices(shop, filterOf(shop, query)),
  columnLabel: ({ request }, column) => request.locals.t(`console-invoices:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-invoices:filter.${filter as Filter}`),
  valueLabel: ({ request }, _filter, value) => request.locals.t(`console-invoices:state.${value as ShownInvoiceState}`),
  mayExport: ({ session }) => may(session, 'payments.export'),
}

async function load(context: ConsoleContext): Promise<InvoicesPage> {
  const mayRemind = may(context.session, 'payments.change')
  return { ...(await listPage(context, source)), maySelectAll: mayRemind, bulk: mayRemind ? { key: newId() } : null }
}

const list: WholeList = {
  source,
  load,
  actionLabel: ({ request }) => request.locals.t('console-invoices:bulk.remind'),
}

/** The invoices, newest first. */
export const invoicesScreen = consoleScreen<InvoicesPage>({
  screen: 'invoices',
  permission: 'payments.view',
  isSensitive: true,
  load,
  actions: {
    ...listActions(source, { view: 'payments.view', file: 'payments.export' }),
    remind: remindChosen(list),
  },
})

export function shownState(
  { state, due_at: due }: { state: 'open' | 'paid' | 'credited'; due_at: string },
  before: string,
): ShownInvoiceState {
  return state === 'open' && due < before ? 'overdue' : state
}

const tones: Partial<Record<ShownInvoiceState, ListCell['tone']>> = { open: 'warn', overdue: 'signal', paid: 'good' }

type Row = Awaited<ReturnType<typeof invoiceListRows>>[number]

function invoiceRow({ shop, session, request: { locals } }: ConsoleContext, row: Row, sort: string): KeyedRow {
  const { language } = session.staff
  const { home } = shop.settings.all
  const state = shownState(row, overdueBefore(shop.now(), home))
  const { name, organization } = addressJson.read(row.address)
  const open = row.amount - row.credited - row.paid
  const money = (amount: number) => documentAmount(amount, row.currency, language)
  const dayCell = (day: string) => ({ text: formatDay(day, { language, home }), inFile: day })
  const cells: Record<Column, ListCell> = {
    number: { text: row.number, address: consolePath('invoice', { number: row.number }) },
    issued: dayCell(dayOf(new Date(row.issued_at), home)),
    due: dayCell(dayOf(new Date(row.due_at), home)),
    buyer: { text: organization || name, ...(organization ? { second: name } : {}) },
    order: { text: row.order_number, address: consolePath('order', { number: row.order_number }) },
    state: {
      text: locals.t(`console-invoices:state.${state}`),
      tone: tones[state] ?? 'plain',
      ...(open < 0 ? { second: locals.t('console-invoices:balance_of', { sum: money(-open) }) } : {}),
    },
    amount: moneyCell(row.amount, row.currency, language),
    paid: moneyCell(row.paid, row.currency, language),
    open: moneyCell(Math.max(0, open), row.currency, language),
    email: { text: row.email },
  }
  const value = sort === 'due' ? row.due_at : row.issued_at
  return { id: row.number, label: row.number, cells, key: { value, id: row.number } }
}
