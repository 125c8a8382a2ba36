import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { OrderRow } from '../orders/queries.ts'
import {
  creditedOf,
  insertInvoice,
  invoicePaymentsOf,
  invoicesOfOrder,
  setInvoicePaidAt,
  setInvoiceSums,
  takenOffOf,
  type InvoiceRow,
} from './invoice-queries.ts'

type OwedOrder = Pick<OrderRow, 'id' | 'total' | 'gift_card_total'>
/** `open` is negative if more was paid than was owed. */
type InvoiceSums = { billed: Minor; credited: Minor; paid: Minor; open: Minor }

/** What is owed for an order by its invoices; before one is issued, what it would be now. */
export async function invoiceSums(db: Queryable, order: OwedOrder): Promise<InvoiceSums> {
  return sumsOf(db, order, await invoicesOfOrder(db, order.id))
}

async function sumsOf(db: Queryable, order: OwedOrder, invoices: readonly InvoiceRow[]): Promise<InvoiceSums> {
  const isIssued = invoices.length > 0
  const paid = (await invoicePaymentsOf(db, order.id)).reduce((sum, { amount }) => sum + amount, 0)
  const issued = invoices.reduce((sum, { amount }) => sum + amount, 0)
  const billed = isIssued ? issued : order.total - order.gift_card_total
  const credited = isIssued ? await creditedOf(db, order.id) : await takenOffOf(db, order.id)
  return { billed, credited, paid, open: billed - credited - paid }
}

/**
 * Adds up the invoices of an order again after a payment or a credit, in the transaction that has locked the order.
 * Credits and then payments count towards the oldest invoice first; the last has what is left over.
 */
export async function settleInvoice(
  trx: DatabaseTransaction,
  order: OwedOrder & Pick<OrderRow, 'invoice_paid_at'>,
  at: string,
): Promise<InvoiceSums> {
  const invoices = await invoicesOfOrder(trx, order.id)
  const sums = await sumsOf(trx, order, invoices)
  let [creditLeft, paidLeft] = [sums.credited, sums.paid]
  for (const [index, { number, amount }] of invoices.entries()) {
    const isLast = index === invoices.length - 1
    const credited = isLast ? creditLeft : Math.min(creditLeft, amount)
    const paid = isLast ? paidLeft : Math.min(paidLeft, amount - credited)
    const state = amount - credited - paid > 0 ? 'open' : paid > 0 ? 'paid' : 'credited'
    await setInvoiceSums(trx, number, { credited, paid, state })
    ;[creditLeft, paidLeft] = [creditLeft - credited, paidLeft - paid]
  }
  const paidAt = sums.paid > 0 && sums.open <= 0 ? (order.invoice_paid_at ?? at) : null
  if (paidAt !== order.invoice_paid_at) await setInvoicePaidAt(trx, order.id, paidAt)
  return sums
}

type Issued = { number: string; issuedAt: string; dueAt: string | null; total: Minor; giftCard?: Minor }

/** Records what is owed on an invoice that has just been issued; nothing for one that is paid already. */
export async function recordInvoice(trx: DatabaseTransaction, order: OrderRow, issued: Issued): Promise<void> {
  const { number, issuedAt, dueAt, total, giftCard = 0 } = issued
  if (dueAt === null) return
  const sums = { amount: total - giftCard, credited: 0, paid: 0, state: 'open' as const }
  await insertInvoice(trx, { number, order_id: order.id, issued_at: issuedAt, due_at: dueAt, ...sums })
  await settleInvoice(trx, order, issuedAt)
}
