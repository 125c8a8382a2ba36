import { z } from 'zod/mini'
import { cartLine } from '../../domain/cart/cart-lines.ts'
import { defineCall } from './contract.ts'

export const maxFileBytes = 2_000_000
/** Pasted text longer than this is rejected; 5,000 rows are shorter. */
export const maxTextLength = 500_000

/** Why a file or text is not an order; `no_header` also covers sheets with a single column. */
const orderFaults = [
  'file_missing',
  'file_too_large',
  'not_xlsx',
  'encrypted_workbook',
  'macros',
  'external_links',
  'unreadable_workbook',
  'workbook_too_large',
  'no_rows',
  'no_header',
  'too_many_rows',
  'too_many_parts',
] as const
export type OrderFault = (typeof orderFaults)[number]

/**
 * `gone`: known but not available now; `no_price`: known, its price is to be asked for; `unknown`: may have
 * suggestions; `bad_quantity`: not a whole number above 0; `no_number`: a quantity without a part number.
 */
const orderRowStatuses = ['ok', 'adjusted', 'gone', 'no_price', 'unknown', 'bad_quantity', 'no_number'] as const

const amount = z.object({ inc: z.number(), ex: z.number() })

/** The result for one part of an order. Rows with the same part are merged. */
const checkedRow = z.object({
  /** Row numbers in the sheet, or line numbers in the text. */
  rows: z.array(z.number()),
  /** Part number and quantity as written. */
  number: z.string(),
  asked: z.string(),
  status: z.enum(orderRowStatuses),
  /** The part in the shop, in the available quantity; null and 0 when it is not available. */
  sku: z.nullable(z.string()),
  name: z.nullable(z.string()),
  quantity: z.number(),
  /** Total of the row in minor units, with the customer's own discount. */
  total: z.nullable(amount),
  /** The total for everybody else, where the customer's own price is lower. */
  usual: z.optional(amount),
  suggestions: z.array(z.object({ sku: z.string(), name: z.string() })),
})
export type CheckedRow = z.infer<typeof checkedRow>

const orderPreview = z.object({ rows: z.array(checkedRow), items: amount })
export type OrderPreview = z.infer<typeof orderPreview>

/**
 * POST /excel-to-cart (spec section 7), multipart: an .xlsx in `file`, or the text of a quick order in `rows`. Returns
 * the available cart items; with `preview=1`, the result for every row instead. Neither changes anything on the server:
 * the browser adds the items to its cart.
 */
export const ExcelToCart = defineCall({
  method: 'POST',
  path: '/excel-to-cart',
  query: z.object({ preview: z.optional(z.string().check(z.maxLength(10))) }),
  bodyType: 'multipart/form-data',
  body: z.object({ file: z.optional(z.file()), rows: z.optional(z.string().check(z.maxLength(maxTextLength))) }),
  response: z.union([z.array(cartLine), orderPreview]),
  errors: ['not_signed_in', 'wrong_scope', 'too_many_tries', ...orderFaults],
})
