import type { Difference } from '../../../domain/orders/order-edits.ts'
import type { OrderHold } from '../../../domain/orders/order-holds.ts'
import { wasConfirmed, type OrderStatus } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import type { LineUnits } from './fulfilment-queries.ts'
import { orderLineRows, type OrderRow } from './queries.ts'

/** The order in the state after the event. */
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

/** `lines` reads the order lines within the transaction. */
type About = { order: EventOrder; at: Date; lines: () => Promise<readonly EventLine[]> }
type StatusReached = { [Status in OrderStatus]: { type: `order.${Status}` } }[Exclude<OrderStatus, 'pending_payment'>]
/** Lines that were added to an order, with the id of their invoice or receipt, and units that were taken off. */
export type ChangedRest = { addition: string; added: LineUnits[]; removed: LineUnits[] }
type Fact =
  | StatusReached
  | { type: 'order.placed' }
  /** The operator put an order on hold. */
  | { type: 'order.held' }
  /** The operator released an order from its hold. */
  | { type: 'order.hold_released'; hold: OrderHold }
  /** The operator changed the order; `editId` is this change's own, `rest` is for one that is partly shipped. */
  | { type: 'order.edited'; editId: string; difference: Difference; rest?: ChangedRest }
  /**
   * One parcel of the order was sent. `isSilent`: no shipping mail, because the goods themselves are sent by mail (gift
   * cards).
   */
  | { type: 'order.parcel_sent'; shipmentId: string; isSilent: boolean }
  /** A refund was recorded, and its money is not settled yet. */
  | { type: 'order.refund_recorded'; refundId: string }
  /** A refund was recorded and settled. `isCancellation`: the whole order was cancelled. */
  | { type: 'order.refund_written'; refundId: string; isCancellation: boolean }
  /** What a refund sets off is another amount: a dispute was won or lost, or the provider refused the refund. */
  | { type: 'order.refund_changed'; refundId: string }
  /** A return was asked for, a parcel of it came, everything that came was refunded, or the rest will not come. */
  | { type: 'return.requested' | 'return.received' | 'return.refunded' | 'return.called_off'; returnId: string }

/** An order event. `transition` emits one for each status change; the operations emit the others. */
export type OrderEvent = About & Fact

/** Reacts to an event within its transaction. External effects must go through the outbox. */
export type OrderSubscriber = (trx: DatabaseTransaction, event: OrderEvent) => Promise<void>

/** Passes order events to the modules that subscribe to them. */
export class OrderEvents {
  readonly #subscribers: readonly OrderSubscriber[]

  constructor(subscribers: readonly OrderSubscriber[]) {
    this.#subscribers = subscribers
  }

  /**
   * Runs all subscribers concurrently within the transaction of the event. Waits until all have finished, so that
   * nothing writes after the rollback, and then throws the first error.
   */
  async emit(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
    const results = await Promise.allSettled(this.#subscribers.map((subscriber) => subscriber(trx, event)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

/**
 * Tells whether an event allows fulfilment to begin: the order is confirmed and not on hold. The other holds come after
 * that, and their release begins nothing.
 */
export function mayFulfil(event: OrderEvent): boolean {
  const { order } = event
  if (event.type === 'order.confirmed') return order.hold === null
  const isReleased = event.type === 'order.hold_released' && event.hold === 'known_organization'
  return isReleased && wasConfirmed(order.status)
}

/** Creates an event. The order lines are read once, when a subscriber first asks for them, unless `known` has them. */
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
