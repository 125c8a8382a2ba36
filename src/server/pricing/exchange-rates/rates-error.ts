/** Exchange rates that are refused; the message is a sentence for the operator. */
export class RatesError extends Error {
  override readonly name = 'RatesError'
}
