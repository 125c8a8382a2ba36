export type OrderFault =
  | 'order_unknown'
  | 'not_possible'
  | 'pieces_unknown'
  | 'already_shipped'
  | 'nothing_left'
  | 'return_unknown'
  | 'on_hold'

/** Something that cannot be done with an order now; the message is a sentence for the operator. */
export class OrderError extends Error {
  override readonly name = 'OrderError'
  readonly fault: OrderFault

  constructor(fault: OrderFault, message: string) {
    super(message)
    this.fault = fault
  }
}
