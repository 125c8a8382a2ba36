import { consolePath } from '../../../console-routes.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import type { PaymentsPage, WaitingEffect } from '../../../contracts/console/payments.ts'
import { paymentAttemptStatuses, type PaymentAttemptStatus } from '../../../domain/orders/payments.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { methodName } from '../../../i18n/payment-texts.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { paymentsForReview } from '../../ordering/refunds/refused-refunds.ts'
import { providerNames } from '../../payments/providers.ts'
import { attemptById } from '../../payments/queries.ts'
import { refundById } from '../../payments/refund-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { readPayload } from '../../platform/outbox/effect-kinds.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { countPayments, orderNumbers, paymentListRows, waitingEffects } from './payment-list-queries.ts'

type Column =
  | 'created'
  | 'order'
  | 'provider'
  | 'status'
  | 'ordered'
  | 'authorized'
  | 'captured'
  | 'refunded'
  | 'reference'
type Filter = 'status' | 'provider' | 'from' | 'to'
/** More than these are not shown at once; they are seen when the first are done. */
const maxShown = 50

const source: ListSource<Column> = {
  definition: {
    name: 'payments',
    columns: [
      { name: 'created', isSortable: true },
      { name: 'order' },
      { name: 'provider' },
      { name: 'status' },
      { name: 'ordered', isAmount: true, isMoney: true },
      { name: 'authorized', isAmount: true, isMoney: true, isExtra: true },
      { name: 'captured', isAmount: true, isMoney: true },
      { name: 'refunded', isAmount: true, isMoney: true },
      { name: 'reference', isExtra: true },
    ],
    filters: [
      { name: 'status', kind: 'choice', values: paymentAttemptStatuses },
      { name: 'provider', kind: 'choice', values: providerNames },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
    presets: [
      ['status', 'held'],
      ['status', 'failed'],
    ],
    sort: 'created',
  },
  rows: async (context, query, limit) =>
    (await paymentListRows(context.shop.db, query, limit)).map((row) => paymentRow(context, row)),
  count: ({ shop }, query) => countPayments(shop.db, query),
  columnLabel: ({ request }, column) => request.locals.t(`console-payments:column.${column}`),
  filterLabel: ({ request }, filter) => request.locals.t(`console-payments:filter.${filter as Filter}`),
  valueLabel: ({ request: { locals } }, filter, value) =>
    filter === 'status'
      ? locals.t(`console-payments:status.${value as PaymentAttemptStatus}`)
      : methodName(value, locals.t),
  mayExport: ({ session }) => may(session, 'payments.export'),
}

/** All payments, newest first, and above them what needs a person. */
export const paymentsScreen = consoleScreen<PaymentsPage>({
  screen: 'payments',
  permission: 'payments.view',
  isSensitive: true,
  load: async (context) => ({ list: await listPage(context, source), ...(await forReview(context.shop.db)) }),
  actions: listActions(source, { view: 'payments.view', file: 'payments.export' }),
})

async function forReview(db: Queryable): Promise<Omit<PaymentsPage, 'list'>> {
  const { held, refunds } = await paymentsForReview(db)
  const numbers = await orderNumbers(
    db,
    [...held, ...refunds].slice(0, 2 * maxShown).map((each) => each.order_id),
  )
  const orderOf = (row: { order_id: string }): string => numbers.get(row.order_id) ?? ''
  return {
    held: held.slice(0, maxShown).map((row) => ({
      paymentId: row.id,
      order: orderOf(row),
      since: row.updated_at,
      amount: row.amount,
      paid: row.authorized,
      currency: row.currency,
    })),
    refused: refunds.slice(0, maxShown).map((row) => ({
      paymentId: row.attempt_id,
      order: orderOf(row),
      at: row.created_at,
      amount: row.amount,
      currency: row.currency,
      isTriedAgain: row.status === 'pending',
      error: row.error ?? '',
    })),
    waiting: await waitingAtProviders(db),
  }
}

async function waitingAtProviders(db: Queryable): Promise<WaitingEffect[]> {
  const rows = await waitingEffects(db, maxShown)
  const found = await Promise.all(
    rows.map(async (row) => {
      const attempt = await attemptById(db, await paymentOf(db, row.kind, row.payload))
      return attempt ? [{ row, attempt }] : []
    }),
  )
  const known = found.flat()
  const numbers = await orderNumbers(
    db,
    known.map(({ attempt }) => attempt.order_id),
  )
  return known.map(({ row, attempt }) => ({
    paymentId: attempt.id,
    order: numbers.get(attempt.order_id) ?? '',
    kind: row.kind.slice('payment.'.length) as WaitingEffect['kind'],
    since: row.created_at,
    tries: row.attempts,
    next: row.run_at,
    error: row.last_error ?? '',
  }))
}

async function paymentOf(db: Queryable, kind: string, payload: string): Promise<string> {
  if (kind !== 'payment.refund') return readPayload('payment.cancel', payload).attemptId
  return (await refundById(db, readPayload(kind, payload).refundId))?.attempt_id ?? ''
}

const tones: Partial<Record<PaymentAttemptStatus, ListCell['tone']>> = {
  held: 'signal',
  started: 'warn',
  succeeded: 'good',
}

type Row = Awaited<ReturnType<typeof paymentListRows>>[number]

function paymentRow({ shop, session, request: { locals } }: ConsoleContext, row: Row): KeyedRow {
  const { language } = session.staff
  const money = (amount: number) => moneyCell(amount, row.currency, language)
  const cells: Record<Column, ListCell> = {
    created: {
      text: formatMoment(row.created_at, { language, home: shop.settings.all.home }),
      address: consolePath('payment', { id: row.id }),
    },
    order: { text: row.number, address: consolePath('order', { number: row.number }) },
    provider: { text: methodName(row.provider, locals.t) },
    status: {
      text: locals.t(`console-payments:status.${row.status}`),
      tone: tones[row.status] ?? 'plain',
      ...(row.reason === null ? {} : { second: row.reason }),
    },
    ordered: money(row.amount),
    authorized: money(row.authorized),
    captured: money(row.captured),
    refunded: money(row.refunded),
    reference: { text: row.payment_reference ?? '' },
  }
  return { id: row.id, label: row.number, cells, key: { value: row.created_at, id: row.id } }
}
