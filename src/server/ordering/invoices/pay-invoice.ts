import type { Minor } from '../../../domain/money/money.ts'
import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import type { InvoicePaymentKind } from '../../platform/db/tables/invoice-tables.ts'
import { newId } from '../../platform/ids.ts'
import { requireOpenDay } from '../closing/close-books.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { isBilled } from '../orders/order-state.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import { insertInvoicePayment, invoicePaymentsOf } from './invoice-queries.ts'
import { invoiceSums, settleInvoice } from './settle-invoice.ts'

type Services = { db: Database; now: () => Date }
type Action = { actor: string; now: Date }
type Paid = {
  orderId: string
  actor: string
  /** All that is owed if left out. */
  amount?: Minor
  /** The day in the books, today if left out. */
  day?: string
  reference?: string
}
const maxAmount = 100_000_000_000

/**
 * Notes a payment of an order's invoice, in full or in part. More than is owed is taken: it is the buyer's balance.
 * Throws OrderError.
 */
export async function payInvoice({ db, now }: Services, paid: Paid): Promise<void> {
  return db.transaction().execute((trx) => payInvoiceInTransaction(trx, paid, now()))
}

async function payInvoiceInTransaction(trx: DatabaseTransaction, paid: Paid, now: Date): Promise<void> {
  const order = await lockOrder(trx, paid.orderId, now)
  if (!isBilled(order) || !wasConfirmed(order.status) || order.status === 'cancelled')
    throw new OrderError('not_possible', `Order ${order.number} has no invoice to pay.`)
  const { open } = await invoiceSums(trx, order)
  if (paid.amount === undefined && open <= 0)
    throw new OrderError('nothing_left', `Nothing is owed for order ${order.number}.`)
  await write(
    trx,
    order,
    { kind: 'paid', ...paid, amount: requireAmount(paid.amount ?? open) },
    { actor: paid.actor, now },
  )
}

/** Notes that a balance went back to the buyer. Throws OrderError if it is less. */
export async function payBackBalance(
  { db, now }: Services,
  { orderId, actor, ...back }: Required<Paid>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, now())
    const { open } = await invoiceSums(trx, order)
    if (!isBilled(order) || requireAmount(back.amount) > -open)
      throw new OrderError('not_possible', `Order ${order.number} has no balance of that much.`)
    await write(trx, order, { kind: 'paid_back', ...back, amount: -back.amount }, { actor, now: now() })
  })
}

/** Reverses a payment that was noted by mistake, with an entry of today. Throws OrderError if it was reversed. */
export async function undoInvoicePayment(
  { db, now }: Services,
  { orderId, actor, paymentId }: { orderId: string; actor: string; paymentId: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, now())
    const payments = await invoicePaymentsOf(trx, orderId)
    const wrong = payments.find(({ id, kind }) => id === paymentId && kind !== 'undone')
    if (!wrong || payments.some(({ undoes }) => undoes === paymentId))
      throw new OrderError('not_possible', 'There is no such payment to undo.')
    const entry = { kind: 'undone' as const, amount: -wrong.amount, reference: wrong.reference, undoes: wrong.id }
    await write(trx, order, entry, { actor, now: now() })
  })
}

type Entry = { kind: InvoicePaymentKind; amount: Minor; day?: string; reference?: string; undoes?: string }
const words = { paid: 'invoice paid', paid_back: 'balance paid back', undone: 'invoice payment undone' } as const

async function write(trx: DatabaseTransaction, order: OrderRow, entry: Entry, { actor, now }: Action): Promise<void> {
  const today = dayOf(now, await homeNow(trx))
  const day = entry.day ?? today
  if (day > today) throw new OrderError('day_ahead', 'A payment cannot be of a day to come.')
  await requireOpenDay(trx, day)
  const at = now.toISOString()
  const written = await insertInvoicePayment(trx, {
    id: newId(now.getTime()),
    order_id: order.id,
    kind: entry.kind,
    amount: entry.amount,
    day,
    reference: entry.reference ?? '',
    actor,
    at,
    undoes: entry.undoes ?? null,
  })
  if (!written) throw new OrderError('not_possible', 'There is no such payment to undo.')
  await settleInvoice(trx, order, at)
  const sum = plainAmount(Math.abs(entry.amount), order.currency)
  await appendOrderEvent(trx, order, { actor, now, note: `${words[entry.kind]}: ${sum} on ${day}` })
}

function requireAmount(amount: Minor): Minor {
  if (Number.isSafeInteger(amount) && amount > 0 && amount <= maxAmount) return amount
  throw new OrderError('amount_invalid', 'An amount is more than 0, such as 249.50.')
}
