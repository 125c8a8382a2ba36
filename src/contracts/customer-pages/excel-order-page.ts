import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { OrderFault, OrderPreview } from '../calls/excel-to-cart.ts'

/** The Excel order page for browsers without scripts: a form, and below it the preview of the order. */
export type ExcelOrderPage = {
  currency: CurrencyCode
  /** The pasted text, shown again for editing. */
  text: string
  fault: OrderFault | 'too_many_tries' | null
  /** `ready` is the text of the available lines, which the second step submits. */
  result: (OrderPreview & { ready: string }) | null
}
