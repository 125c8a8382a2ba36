import type { OrderEvent } from '../ordering/orders/order-events.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import type { Effect } from '../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../platform/outbox/queries.ts'

/** Queues the mails about an order event: to the buyer, and to the operator. */
export async function mailAboutOrder(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  await Promise.all(mailsAbout(event).map((mail) => addToOutbox(trx, mail, event.at)))
}

function mailsAbout(event: OrderEvent): Effect[] {
  const { id: orderId, hold } = event.order
  switch (event.type) {
    case 'order.confirmed':
      return [
        { kind: 'mail.order_confirmed', dedupeKey: `mail.order_confirmed:${orderId}`, payload: { orderId } },
        { kind: 'mail.operator_order', dedupeKey: `mail.operator_order:${orderId}`, payload: { orderId } },
        ...(hold === null
          ? []
          : [
              { kind: 'mail.operator_hold', dedupeKey: `mail.operator_hold:${orderId}`, payload: { orderId } } as const,
            ]),
      ]
    case 'order.edited': {
      const { editId, difference, rest } = event
      const amount = difference.kind === 'none' ? 0 : difference.amount
      const payload = { orderId, editId, difference: difference.kind, amount, ...(rest && { rest }) }
      return [{ kind: 'mail.order_edited', dedupeKey: `mail.order_edited:${editId}`, payload }]
    }
    case 'order.parcel_sent': {
      const { shipmentId, isSilent } = event
      const dedupeKey = `mail.order_shipped:${shipmentId}`
      return isSilent ? [] : [{ kind: 'mail.order_shipped', dedupeKey, payload: { shipmentId } }]
    }
    case 'order.refund_written': {
      const { refundId, isCancellation } = event
      return isCancellation
        ? [
            {
              kind: 'mail.order_cancelled',
              dedupeKey: `mail.order_cancelled:${orderId}`,
              payload: { orderId, refundId },
            },
          ]
        : [{ kind: 'mail.refunded', dedupeKey: `mail.refunded:${refundId}`, payload: { refundId } }]
    }
    default:
      return []
  }
}
