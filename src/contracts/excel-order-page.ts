import type { CurrencyCode } from '../domain/currencies.ts'
import type { OrderFault, OrderPreview } from './excel-to-cart.ts'

/** The Excel order as a page, for browsers without script: a form, and below it what becomes of the order. */
export type ExcelOrderPage = {
  currency: CurrencyCode
  /** The pasted text, to go on with. */
  text: string
  fault: OrderFault | 'too_many_tries' | null
  /** `ready` is the text of what can be had, which the second step hands in. */
  result: (OrderPreview & { ready: string }) | null
}
