import { invoiceByNumber, invoicePaymentsOf } from '../../ordering/invoices/invoice-queries.ts'
import { remindersOf } from '../../ordering/invoices/reminder-queries.ts'
import { redactedText } from '../../ordering/orders/audited-order.ts'
import { refundsOf } from '../../ordering/orders/refund-queries.ts'
import type { AuditedAction } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/** An action on an invoice whose audit entry says what changed of it. */
export function invoiceAction(
  number: string,
  orderId: string,
  operation: string,
  guard: NonNullable<AuditedAction['guard']>,
): AuditedAction {
  return {
    operation,
    subject: { kind: 'invoice', id: number, label: number },
    guard,
    fields: (trx) => invoiceFields(trx, number, orderId),
  }
}

/** What the audit log compares of an invoice. */
async function invoiceFields(trx: DatabaseTransaction, number: string, orderId: string) {
  const invoice = await invoiceByNumber(trx, number)
  return {
    state: invoice?.state,
    paid: invoice?.paid,
    credited: invoice?.credited,
    payments: (await invoicePaymentsOf(trx, orderId)).map((each) => [each.kind, each.day, each.amount, each.reference]),
    refunds: (await refundsOf(trx, orderId)).map((each) => [each.number, each.amount, redactedText(each.reason)]),
    reminders: (await remindersOf(trx, number)).map(({ day }) => day),
  }
}
