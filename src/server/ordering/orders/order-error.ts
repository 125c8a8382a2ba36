export type OrderFault =
  | 'order_unknown'
  | 'mail_unknown'
  | 'mail_waiting'
  | 'mail_often'
  | 'not_possible'
  | 'units_unknown'
  | 'already_shipped'
  | 'nothing_left'
  | 'return_unknown'
  | 'on_hold'
  | 'amount_invalid'
  | 'not_charged'
  | 'credit_too_much'
  | 'credit_unexplained'
  | 'disputed'
  | 'day_ahead'
  | 'day_before'
  | 'day_not_over'
  | 'other_currency'
  | 'period_closed'
  | 'payout_differs'
  | 'not_overdue'
  | 'reminded_today'
  | 'reminded_twice'
  | 'changed_meanwhile'
  | 'not_editable'
  | 'below_shipped'
  | 'country_kept'
  | 'method_kept'
  | 'edit_changed'
  | 'nothing_changed'
  | 'all_removed'
  | 'sku_unknown'
  | 'sku_unpriced'
  | 'short_stock'
  | 'gift_card_kept'
  | 'delivery_unavailable'
  | 'service_point_required'
  | 'address_invalid'
  | 'phone_invalid'
  | 'gift_cards_go_along'
  | 'country_unknown'
  | 'postal_code_invalid'
  | 'over_credit'
  | 'no_payment_page'
  | 'hold_unexplained'
  | 'label_invalid'
  | 'too_many_labels'

/** What the words of a fault name, such as the part that is short. */
export type FaultValues = Readonly<Record<string, string | number>>

/** Thrown when an action is not possible on an order. The message is shown to the operator. */
export class OrderError extends Error {
  override readonly name = 'OrderError'
  readonly fault: OrderFault
  readonly values: FaultValues

  constructor(fault: OrderFault, message: string, values: FaultValues = {}) {
    super(message)
    this.fault = fault
    this.values = values
  }
}
