import type { Minor } from '../../../domain/money/money.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database, DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import { invoicesOfOrder, type InvoiceRow } from './invoice-queries.ts'
import { overdueBefore } from './overdue.ts'
import { insertReminder, remindersOf } from './reminder-queries.ts'

type Services = { db: Database; now: () => Date }
type Reminder = Row<'invoice_reminders'>
/** The largest number of reminders of an invoice; then staff decide. */
const maxReminders = 2

/**
 * Mails the next reminder of an order's invoice that is overdue, the one with a number if several are; at most one a
 * day and two in all. The order's lock lets one of two people through. Throws OrderError.
 */
export async function remindInvoice(
  { db, now }: Services,
  { orderId, actor, number }: { orderId: string; actor: string; number?: string },
): Promise<Reminder> {
  return db.transaction().execute(async (trx) => {
    const at = now()
    const order = await lockOrder(trx, orderId, at)
    const home = await homeNow(trx)
    const day = dayOf(at, home)
    const invoice = await overdueInvoice(trx, { orderId, number }, overdueBefore(at, home))
    if (!invoice) throw new OrderError('not_overdue', `The invoice of order ${order.number} is not overdue.`)
    if (order.email === '') throw new OrderError('not_possible', `Order ${order.number} has no address to write to.`)
    const earlier = await remindersOf(trx, invoice.number)
    requireNext(invoice.number, earlier, day)
    const reminder = { invoice: invoice.number, step: earlier.length + 1, day, actor, at: at.toISOString() }
    await insertReminder(trx, reminder)
    await addToOutbox(
      trx,
      {
        kind: 'mail.invoice_reminder',
        dedupeKey: `mail.invoice_reminder:${invoice.number}:${reminder.step}`,
        payload: { orderId, step: reminder.step, number: invoice.number },
      },
      at,
    )
    await appendOrderEvent(trx, order, {
      actor,
      now: at,
      note: `reminder ${reminder.step} of ${invoice.number} mailed`,
    })
    return reminder
  })
}

/** The invoice with a number if it is overdue; without a number the order's oldest that is and has a reminder left. */
async function overdueInvoice(
  trx: DatabaseTransaction,
  { orderId, number }: { orderId: string; number: string | undefined },
  before: string,
): Promise<InvoiceRow | undefined> {
  const invoices = await invoicesOfOrder(trx, orderId)
  const overdue = invoices.filter((each) => isOverdue(each, before) && (number ?? each.number) === each.number)
  for (const invoice of overdue) if ((await remindersOf(trx, invoice.number)).length < maxReminders) return invoice
  return overdue[0]
}

function unpaidOf({ amount, credited, paid }: InvoiceRow): Minor {
  return amount - credited - paid
}

/** Whether there is a reminder left to send on a day. */
export function mayRemind(earlier: readonly Reminder[], today: string): boolean {
  return earlier.length < maxReminders && earlier.every(({ day }) => day !== today)
}

function requireNext(number: string, earlier: readonly Reminder[], day: string): void {
  if (earlier.some((each) => each.day === day))
    throw new OrderError('reminded_today', `A reminder of ${number} was sent today.`)
  if (earlier.length >= maxReminders) throw new OrderError('reminded_twice', `Both reminders of ${number} were sent.`)
}

/** A reminder that may be mailed still; the order's history says so if meanwhile nothing is owed any more. */
export async function reminderToSend(
  { db, now }: Services,
  { orderId, step, number }: { orderId: string; step: number; number?: string | undefined },
): Promise<{ order: OrderRow; invoice: InvoiceRow; open: Minor } | undefined> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, now())
    const invoices = await invoicesOfOrder(trx, orderId)
    // A reminder that was written before an order could have several invoices does not name one.
    const invoice = invoices.find((each) => each.number === number) ?? invoices[0]
    if (invoice?.state === 'open' && order.email !== '') return { order, invoice, open: unpaidOf(invoice) }
    const note = `reminder ${step}${invoice ? ` of ${invoice.number}` : ''} not sent: nothing is owed any more`
    await appendOrderEvent(trx, order, { actor: 'shop', now: now(), note })
    return undefined
  })
}

/** Tells whether an invoice is open and was due before a moment (UTC ISO). */
export function isOverdue({ state, due_at: due }: Pick<InvoiceRow, 'state' | 'due_at'>, before: string): boolean {
  return state === 'open' && due < before
}
