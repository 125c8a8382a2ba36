import { z } from 'zod/mini'
import { cartLine } from '../domain/cart-lines.ts'
import { defineCall } from './contract.ts'

export const mostFileBytes = 2_000_000
/** Pasted text longer than this holds no order of 5,000 rows. */
export const mostTextLength = 500_000

/** Why a file or a text is no order; `no_header` also stands for a sheet of one column. */
export const orderFaults = [
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

/** `gone` is known but cannot be had now; `unknown` may have suggestions; `bad_quantity` is no whole number above 0. */
export const orderRowStatuses = ['ok', 'adjusted', 'gone', 'unknown', 'bad_quantity'] as const

const amount = z.object({ inc: z.number(), ex: z.number() })

/** What becomes of one part of an order. Rows that name the same part are one. */
const checkedRow = z.object({
  /** Row numbers in the sheet, or line numbers in the text. */
  rows: z.array(z.number()),
  /** Part number and quantity as they were written. */
  number: z.string(),
  asked: z.string(),
  status: z.enum(orderRowStatuses),
  /** The part as the shop knows it, in the quantity that can be had; null and 0 where it cannot. */
  sku: z.nullable(z.string()),
  name: z.nullable(z.string()),
  quantity: z.number(),
  /** Sum of the row in minor units, with the customer's own discount. */
  total: z.nullable(amount),
  suggestions: z.array(z.object({ sku: z.string(), name: z.string() })),
})
export type CheckedRow = z.infer<typeof checkedRow>

const orderPreview = z.object({ rows: z.array(checkedRow), items: amount })
export type OrderPreview = z.infer<typeof orderPreview>

/**
 * POST /excel-to-cart (spec section 7), multipart: an .xlsx in `file`, or in `rows` the text of a quick order. The
 * answer is the list of cart items that can be had of it; with `preview=1` it is instead what would become of every
 * row, and nothing is left out silently. Neither changes anything on the server: the browser adds the items to its
 * cart.
 */
export const ExcelToCart = defineCall({
  method: 'POST',
  path: '/excel-to-cart',
  query: z.object({ preview: z.optional(z.string().check(z.maxLength(10))) }),
  bodyType: 'multipart/form-data',
  body: z.object({ file: z.optional(z.file()), rows: z.optional(z.string().check(z.maxLength(mostTextLength))) }),
  response: z.union([z.array(cartLine), orderPreview]),
  errors: ['not_signed_in', 'wrong_scope', 'too_many_tries', ...orderFaults],
})
