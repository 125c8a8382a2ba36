export type PriceListFault =
  | 'price_list_unknown'
  | 'price_list_name'
  | 'price_list_period'
  | 'price_list_runs'
  | 'price_list_version'
  | 'price_list_full'
  | 'price_list_no_rows'
  | 'price_list_file'
  | 'price_list_too_many'
  | 'price_list_row_sku'
  | 'price_list_row_quantity'
  | 'price_list_row_amount'
  | 'price_list_row_twice'
  | 'price_list_row_unknown'
  | 'price_list_nothing_changed'
  | 'price_list_busy'

type Values = Readonly<Record<string, string | number>>

/**
 * A price list that cannot be made or changed so: the message is a sentence for the operator, `fault` and `values` are
 * what screens say it by.
 */
export class PriceListError extends Error {
  override readonly name = 'PriceListError'
  readonly fault: PriceListFault
  readonly values: Values

  constructor(fault: PriceListFault, message: string, values: Values = {}) {
    super(message)
    this.fault = fault
    this.values = values
  }
}
