import { z } from 'zod/mini'
import { paging, readErrors, unitsOfLines, writeErrors } from './api-fields.ts'
import { defineCall } from './contract.ts'

const statuses = ['requested', 'partly_received', 'received', 'refunded', 'called_off'] as const

const summary = z.object({
  number: z.string(),
  order_number: z.string(),
  kind: z.enum(['withdrawal', 'return']),
  status: z.enum(statuses),
  requested_at: z.string(),
  received_at: z.nullable(z.string()),
})
const line = z.object({
  position: z.int(),
  sku: z.string(),
  quantity: z.int(),
  received: z.int(),
  restocked: z.int(),
  refunded: z.int(),
})
const whole = z.extend(summary, {
  message: z.string(),
  lines: z.array(z.extend(line, { reason: z.string() })),
})
export type ApiReturn = z.infer<typeof whole>

/** After a change: the return, or its goods for a key without the scope `returns.read`. */
const changed = z.union([
  whole,
  z.object({ ...z.pick(summary, { number: true, status: true, received_at: true }).shape, lines: z.array(line) }),
])
export type ChangedApiReturn = z.infer<typeof changed>

export const ListReturns = defineCall({
  method: 'GET',
  path: '/api/v1/returns',
  scope: 'returns.read',
  query: z.object({ ...paging, status: z.optional(z.enum(statuses)) }),
  response: z.object({ returns: z.array(summary), next_cursor: z.nullable(z.string()) }),
  errors: readErrors,
})

export const ReadReturn = defineCall({
  method: 'GET',
  path: '/api/v1/returns/[number]',
  scope: 'returns.read',
  response: whole,
  errors: [...readErrors, 'return_unknown'],
})

/** POST …/receive: a parcel has come back. `refund` needs the scope `returns.refund` as well. */
export const ReceiveReturn = defineCall({
  method: 'POST',
  path: '/api/v1/returns/[number]/receive',
  scope: 'returns.receive',
  body: z.object({ units: unitsOfLines, restock: z.boolean(), refund: z.boolean() }),
  response: changed,
  errors: [...writeErrors, 'return_unknown', 'not_possible', 'nothing_left', 'units_unknown', 'disputed'],
})
