import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { OrderFault, OrderPreview } from '../calls/excel-to-cart.ts'
import { formChoice, formFile, formTextIfSent, formTexts } from '../form-fields.ts'

/** The Excel order page for browsers without scripts: a form, and below it the preview of the order. */
export type ExcelOrderPage = {
  currency: CurrencyCode
  /** The pasted text, shown again for editing. */
  text: string
  fault: OrderFault | 'too_many_tries' | null
  /** `ready` is the text of the available lines, which the second step submits. */
  result: (OrderPreview & { ready: string }) | null
}

/** Both steps: a file or pasted rows are checked; `add` adds the lines that are ready, and the alternatives chosen. */
export const excelOrderForm = z.object({
  action: formChoice(['add']),
  file: formFile,
  rows: formTextIfSent,
  ready: formTextIfSent,
  'choice[]': formTexts,
})
export type ExcelOrderForm = z.output<typeof excelOrderForm>
