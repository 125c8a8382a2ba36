import { wasConfirmed, type OrderStatus } from '../../../domain/order-status.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { orderLineRows, type OrderRow } from './queries.ts'

/** The order as it is after what the event tells of. */
export type EventOrder = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'status'
  | 'checkout_id'
  | 'customer_id'
  | 'email'
  | 'language'
  | 'currency'
  | 'country'
  | 'payment_method'
  | 'hold'
>
export type EventLine = Pick<
  Row<'order_lines'>,
  'position' | 'product_id' | 'sku' | 'name' | 'type' | 'quantity' | 'details'
>

/** `lines` are read within the transaction. */
type About = { order: EventOrder; at: Date; lines: () => Promise<readonly EventLine[]> }
type StatusReached = { [Status in OrderStatus]: { type: `order.${Status}` } }[Exclude<OrderStatus, 'pending_payment'>]
type Fact =
  | StatusReached
  | { type: 'order.placed' }
  /** A person let an order go on that was held back. */
  | { type: 'order.hold_released' }
  /** One parcel, of several perhaps. `isSilent`: no mail tells of it, as the goods are a mail of their own. */
  | { type: 'order.parcel_sent'; shipmentId: string; isSilent: boolean }
  /** Money goes back, for the whole order when it was cancelled. */
  | { type: 'order.refund_written'; refundId: string; isCancellation: boolean }

/** What happened to an order. `transition` emits one for each status, the operations emit the others. */
export type OrderEvent = About & Fact

/** Does within the transaction what follows from an event; what leaves the database goes through the outbox. */
export type OrderSubscriber = (trx: DatabaseTransaction, event: OrderEvent) => Promise<void>

/** Hands what happens to orders to the modules that act on it. */
export class OrderEvents {
  readonly #subscribers: readonly OrderSubscriber[]

  constructor(subscribers: readonly OrderSubscriber[]) {
    this.#subscribers = subscribers
  }

  /**
   * Runs all subscribers within the transaction that made the event. Their statements go to the database together.
   * Throws the first subscriber's error once all have ended, so that nothing writes after the rollback.
   */
  async emit(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
    const results = await Promise.allSettled(this.#subscribers.map((subscriber) => subscriber(trx, event)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

/** Whether what was ordered may go out from now on: the order is confirmed and no person has to look at it first. */
export function mayFulfil({ type, order }: OrderEvent): boolean {
  if (type === 'order.confirmed') return order.hold === null
  return type === 'order.hold_released' && wasConfirmed(order.status)
}

/** Makes an event; the lines are read when a subscriber asks for them, once, unless they are known. */
export function orderEvent<const Of extends Fact>(
  trx: DatabaseTransaction,
  order: EventOrder,
  at: Date,
  fact: Of,
  known?: readonly EventLine[],
): About & Of {
  let lines: Promise<readonly EventLine[]> | undefined = known && Promise.resolve(known)
  return { ...fact, order, at, lines: () => (lines ??= orderLineRows(trx, order.id)) }
}
