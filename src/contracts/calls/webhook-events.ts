import { z } from 'zod/mini'
import { orderStatuses } from '../../domain/orders/order-status.ts'

/** Amounts are whole minor units of the order's currency, with VAT. Persons are not named: ask the API for them. */
const order = z.object({
  number: z.string(),
  status: z.enum(orderStatuses),
  hold: z.nullable(z.string()),
  placed_at: z.string(),
  currency: z.string(),
  total: z.int(),
  country: z.string(),
  lines: z.array(z.object({ position: z.int(), sku: z.string(), quantity: z.int() })),
})
const aboutOrder = z.object({ order })

/** `set_off` of the amount is paid to nobody: it was never paid, or the buyer has it from the bank. */
const refund = z.object({ number: z.string(), amount: z.int(), set_off: z.int() })

const returned = z.object({
  return: z.object({
    number: z.string(),
    order_number: z.string(),
    kind: z.enum(['withdrawal', 'return']),
    status: z.enum(['requested', 'partly_received', 'received', 'refunded', 'called_off']),
    lines: z.array(
      z.object({
        position: z.int(),
        sku: z.string(),
        quantity: z.int(),
        received: z.int(),
        restocked: z.int(),
        refunded: z.int(),
      }),
    ),
  }),
})

/** Units now, not at the time of the change; `available` is what can be ordered. */
const stock = z.object({
  items: z.array(
    z.object({
      sku: z.string(),
      on_hand: z.int(),
      reserved: z.int(),
      available: z.int(),
      incoming_at: z.nullable(z.string()),
    }),
  ),
})

/** Every event that a webhook can send, with what its `data` contains. */
const webhookEvents = {
  'order.placed': aboutOrder,
  'order.confirmed': aboutOrder,
  'order.held': aboutOrder,
  'order.hold_released': aboutOrder,
  'order.edited': aboutOrder,
  'order.processing': aboutOrder,
  'order.parcel_sent': z.object({
    order,
    parcel: z.object({ carrier: z.string(), tracking_number: z.string(), shipped_at: z.string() }),
  }),
  'order.shipped': aboutOrder,
  'order.delivered': aboutOrder,
  'order.failed': aboutOrder,
  'order.expired': aboutOrder,
  'order.cancelled': aboutOrder,
  'order.refund_written': z.object({
    order,
    refund: z.extend(refund, { is_cancellation: z.boolean() }),
  }),
  /** What a refund sets off has changed, because its dispute was won or lost, or its money could not be paid back. */
  'order.refund_changed': z.object({ order, refund }),
  'order.return_requested': aboutOrder,
  'order.returned': aboutOrder,
  'order.refunded': aboutOrder,
  'stock.changed': stock,
  'stock.low': stock,
  'return.requested': returned,
  'return.received': returned,
  'return.refunded': returned,
  /** Sent from the console to see that an endpoint works; every endpoint gets it. */
  'webhook.test': z.object({ message: z.string() }),
} as const

export type WebhookEvent = keyof typeof webhookEvents
export type WebhookData<Event extends WebhookEvent> = z.output<(typeof webhookEvents)[Event]>

/** The events that an endpoint can choose. */
export const chosenEvents: readonly WebhookEvent[] = (Object.keys(webhookEvents) as WebhookEvent[]).filter(
  (name) => name !== 'webhook.test',
)

export function isWebhookEvent(text: string): text is WebhookEvent {
  return Object.hasOwn(webhookEvents, text)
}

/** The body of a request: the event, when it happened, and what it is about. */
export function webhookBody<Event extends WebhookEvent>(event: Event) {
  return z.object({ type: z.literal(event), timestamp: z.string(), data: webhookEvents[event] })
}
