import type { CheckedRow, OrderPreview, OrderFault } from '../../contracts/calls/excel-to-cart.ts'
import type { ExcelTextKey } from '../../i18n/excel-texts.ts'

/** What an order is refused for, or that it did not get through. */
export type OrderProblem = OrderFault | 'session_over' | 'too_many_tries' | 'failed'

export const problemTexts = {
  file_missing: 'error.file_missing',
  file_too_large: 'error.file_too_large',
  not_xlsx: 'error.not_xlsx',
  encrypted_workbook: 'error.encrypted_workbook',
  macros: 'error.macros',
  external_links: 'error.external_links',
  unreadable_workbook: 'error.unreadable_workbook',
  workbook_too_large: 'error.workbook_too_large',
  no_rows: 'error.no_rows',
  no_header: 'error.no_header',
  too_many_rows: 'error.too_many_rows',
  too_many_parts: 'error.too_many_parts',
  session_over: 'error.session_over',
  too_many_tries: 'error.too_many_tries',
  failed: 'error.failed',
} as const satisfies Record<OrderProblem, ExcelTextKey>

/** The problem that a call's error code means. */
export function problemOf(code: string): OrderProblem {
  if (code === 'not_signed_in' || code === 'wrong_scope') return 'session_over'
  if (code === 'body_too_large') return 'file_too_large'
  return isProblem(code) ? code : 'failed'
}

/** What differs of a row from what was ordered; nothing where all is available. */
export function noticeOf({ status, suggestions }: CheckedRow) {
  if (status === 'ok') return undefined
  if (status === 'unknown' && suggestions.length > 0) return 'status.choice' as const
  if (/^(?:gone|no_price)$/.test(status) && suggestions.length > 0) return 'status.replaced' as const
  return statusTexts[status]
}

const statusTexts = {
  adjusted: 'status.adjusted',
  gone: 'status.gone',
  no_price: 'status.no_price',
  unknown: 'status.unknown',
  bad_quantity: 'status.bad_quantity',
  no_number: 'status.no_number',
} as const satisfies Partial<Record<CheckedRow['status'], ExcelTextKey>>

/** What a sum with VAT says of it; goods that are exported have none. */
export function vatWord({ inc, ex }: OrderPreview['items']) {
  return inc === ex ? ('no_vat' as const) : ('inc_vat' as const)
}

/** The rows of the file that have a part, at most the first five: `4, 7, 12 …`. */
export function rowNumbers({ rows }: CheckedRow): string {
  return rows.length > 5 ? `${rows.slice(0, 5).join(', ')} …` : rows.join(', ')
}

function isProblem(code: string): code is OrderProblem {
  return Object.hasOwn(problemTexts, code)
}
