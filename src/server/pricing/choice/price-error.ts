export type PriceFault =
  | 'price_products_unknown'
  | 'price_none_chosen'
  | 'price_too_many'
  | 'price_none_changed'
  | 'price_all_products'
  | 'campaign_unknown'
  | 'campaign_there'
  | 'campaign_name'
  | 'campaign_period'
  | 'campaign_past'
  | 'campaign_begun'
  | 'campaign_over'
  | 'campaign_of_feed'
  | 'deal_overlap'
  | 'deal_product'
  | 'change_unknown'
  | 'change_state'
  | 'change_too_many'

/**
 * A campaign or a change of prices that cannot be made: the message is a sentence for the operator, `fault` and
 * `values` are what screens say it by.
 */
export class PriceError extends Error {
  override readonly name = 'PriceError'
  readonly fault: PriceFault
  readonly values: Readonly<Record<string, string | number>>

  constructor(fault: PriceFault, message: string, values: Readonly<Record<string, string | number>> = {}) {
    super(message)
    this.fault = fault
    this.values = values
  }
}
