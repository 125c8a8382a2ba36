export type OrderFault =
  | 'order_unknown'
  | 'not_possible'
  | 'units_unknown'
  | 'already_shipped'
  | 'nothing_left'
  | 'return_unknown'
  | 'on_hold'

/** Thrown when an action is not possible on an order. The message is shown to the operator. */
export class OrderError extends Error {
  override readonly name = 'OrderError'
  readonly fault: OrderFault

  constructor(fault: OrderFault, message: string) {
    super(message)
    this.fault = fault
  }
}
