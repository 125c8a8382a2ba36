import { consolePath } from '../../../console-routes.ts'
import type { InvoicePage } from '../../../contracts/console/invoices.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { documentJson } from '../../ordering/documents/document-json.ts'
import { documentByNumber, documentsOf } from '../../ordering/documents/document-queries.ts'
import { invoiceByNumber, invoicePaymentsOf, type InvoiceRow } from '../../ordering/invoices/invoice-queries.ts'
import { overdueBefore } from '../../ordering/invoices/overdue.ts'
import { isOverdue, mayRemind } from '../../ordering/invoices/remind-invoice.ts'
import { remindersOf } from '../../ordering/invoices/reminder-queries.ts'
import { toRefund } from '../../ordering/orders/line-units.ts'
import { orderById, orderEventRows, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { creditLeft } from '../../ordering/refunds/left-by-rate.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { historyOf } from '../staff/audit-history.ts'
import { shownState } from './invoices-page.ts'

/** The invoice that an address names, and its order. */
export async function invoiceOf(
  db: Queryable,
  params: Readonly<Record<string, string | undefined>>,
): Promise<{ invoice: InvoiceRow; order: OrderRow } | undefined> {
  const invoice = await invoiceByNumber(db, (params['number'] ?? '').slice(0, 40))
  const order = invoice && (await orderById(db, invoice.order_id))
  return order && { invoice, order }
}

/** Everything known about the invoice of the address; undefined where there is none. */
export async function invoiceContent(context: ConsoleContext): Promise<InvoicePage | undefined> {
  const { shop, session, request } = context
  const { db, now, settings } = shop
  const found = await invoiceOf(db, request.params)
  const document = found && (await documentByNumber(db, found.invoice.number))
  if (!document) return undefined
  const { invoice, order } = found
  const content = documentJson.read(document.content)
  const lines = await orderLineRows(db, order.id)
  const { name, organization } = content.buyer
  const reminders = await remindersOf(db, invoice.number)
  const [today, before] = [dayOf(now(), settings.all.home), overdueBefore(now(), settings.all.home)]
  return {
    number: invoice.number,
    version: await lastEventOf(db, order.id),
    key: newId(),
    state: shownState(invoice, before),
    issuedAt: invoice.issued_at,
    dueAt: invoice.due_at,
    today,
    order: { number: order.number, reference: order.order_reference },
    buyer: { name: organization ? `${organization}, ${name}` : name, email: content.buyer.email },
    currency: order.currency,
    lines: lines.map((line) => ({
      position: line.position,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      amount: line.line_total - line.discount_share,
      toCredit: toRefund(line),
    })),
    delivery: content.delivery,
    sums: sumsOf(invoice, content),
    creditLeft: may(session, 'payments.change') ? await creditLeft(db, order, lines) : 0,
    ...(await recordsOf(db, order)),
    reminders: reminders.map(({ step, at, actor }) => ({ step, at, actor })),
    audit: await historyOf(context, { kind: 'invoice', id: invoice.number }),
    may: {
      change: may(session, 'payments.change'),
      credit: may(session, 'payments.change') && lines.some((line) => toRefund(line) > 0),
      remind: may(session, 'payments.change') && isOverdue(invoice, before) && mayRemind(reminders, today),
    },
  }
}

type Charged = { total: number; giftCard?: number; vat: number }

function sumsOf({ amount, credited, paid }: InvoiceRow, { total, giftCard = 0, vat }: Charged): InvoicePage['sums'] {
  const open = amount - credited - paid
  return { total, giftCard, vat, credited, paid, open: Math.max(0, open), balance: Math.max(0, -open) }
}

async function recordsOf(
  db: Queryable,
  { id, number }: OrderRow,
): Promise<Pick<InvoicePage, 'payments' | 'documents' | 'history'>> {
  const payments = await invoicePaymentsOf(db, id)
  const undone = new Set(payments.map(({ undoes }) => undoes))
  return {
    payments: payments.map(({ id: own, kind, day, amount, reference, actor }) => ({
      id: own,
      kind,
      day,
      amount,
      reference,
      actor,
      isUndone: undone.has(own),
    })),
    documents: (await documentsOf(db, id)).map((each) => ({
      number: each.number,
      kind: each.kind,
      at: each.issued_at,
      address: consolePath('order-document', { number, document: `${each.number}.pdf` }),
    })),
    history: (await orderEventRows(db, id))
      .filter(({ note }) => note !== '')
      .map(({ at, actor, note }) => ({ at, actor, note })),
  }
}
