export type RatesFault =
  | 'rates_base'
  | 'rates_range'
  | 'rates_leap'
  | 'rates_file'
  | 'rates_missing'
  | 'rates_too_long'
  | 'rates_unreachable'

/**
 * Exchange rates that are refused: the message is a sentence for the operator, `fault` and `values` are what screens
 * say it by.
 */
export class RatesError extends Error {
  override readonly name = 'RatesError'
  readonly fault: RatesFault
  readonly values: Readonly<Record<string, string | number>>

  constructor(fault: RatesFault, message: string, values: Readonly<Record<string, string | number>> = {}) {
    super(message)
    this.fault = fault
    this.values = values
  }
}
