import { z } from 'zod/mini'
import { orderStatuses } from '../../domain/orders/order-status.ts'
import { moment, paging, plainText, readErrors, unitsOfLines, writeErrors } from './api-fields.ts'
import { defineCall } from './contract.ts'

/** Amounts are whole minor units of the order's currency, with VAT. */
const summary = z.object({
  number: z.string(),
  status: z.enum(orderStatuses),
  /** Why the order may not be shipped yet; null for most. */
  hold: z.nullable(z.string()),
  placed_at: z.string(),
  updated_at: z.string(),
  currency: z.string(),
  total: z.int(),
  country: z.string(),
  /** What staff sort orders by, in the order of the alphabet; none in an answer that was kept before there were any. */
  labels: z.prefault(z.array(z.string()), []),
})

const line = z.object({
  position: z.int(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  shipped: z.int(),
  cancelled: z.int(),
  refunded: z.int(),
  left_to_ship: z.int(),
})
const parcels = z.array(
  z.object({
    carrier: z.string(),
    tracking_number: z.string(),
    shipped_at: z.string(),
    delivered_at: z.nullable(z.string()),
    units: z.array(z.object({ position: z.int(), quantity: z.int() })),
  }),
)

const order = z.extend(summary, {
  email: z.string(),
  phone: z.string(),
  address: z.object({
    name: z.string(),
    organization: z.string(),
    line1: z.string(),
    line2: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
  }),
  delivery_method: z.string(),
  payment_method: z.string(),
  reference: z.string(),
  message: z.string(),
  lines: z.array(z.extend(line, { unit_price: z.int() })),
  parcels,
  /**
   * What was credited or taken off, the oldest first; `set_off` of the amount is paid to nobody, because it was never
   * paid or the buyer has it from the bank. None in an answer that was kept before there were any.
   */
  refunds: z.prefault(
    z.array(z.object({ credit_note: z.nullable(z.string()), amount: z.int(), set_off: z.int(), at: z.string() })),
    [],
  ),
})
export type ApiOrder = z.infer<typeof order>

/** What is to be sent of an order and what was, without its buyer and its amounts. */
const goods = z.object({
  ...z.pick(summary, { number: true, status: true, hold: true, updated_at: true }).shape,
  lines: z.array(line),
  parcels,
})
/** After a change: the order, or its goods for a key without the scope `orders.read`. */
const changed = z.union([order, goods])
export type ChangedApiOrder = z.infer<typeof changed>

const orderErrors = ['order_unknown', 'not_possible', 'on_hold', 'already_shipped', 'nothing_left', 'units_unknown']
const cancelErrors = [...orderErrors, 'disputed']

/** GET /api/v1/orders: the oldest first, so that a system that goes on after its cursor reads the new ones. */
export const ListOrders = defineCall({
  method: 'GET',
  path: '/api/v1/orders',
  scope: 'orders.read',
  query: z.object({
    ...paging,
    status: z.optional(z.enum(orderStatuses)),
    placed_from: z.optional(moment),
    placed_before: z.optional(moment),
  }),
  response: z.object({ orders: z.array(summary), next_cursor: z.nullable(z.string()) }),
  errors: readErrors,
})

export const ReadOrder = defineCall({
  method: 'GET',
  path: '/api/v1/orders/[number]',
  scope: 'orders.read',
  response: order,
  errors: [...readErrors, 'order_unknown'],
})

/** POST …/ship: sends a parcel with everything that is left, or with some units. A tracking number counts once. */
export const ShipParcel = defineCall({
  method: 'POST',
  path: '/api/v1/orders/[number]/ship',
  scope: 'orders.ship',
  body: z.object({ carrier: plainText(60), tracking_number: plainText(60), units: unitsOfLines }),
  response: changed,
  errors: [...writeErrors, ...orderErrors],
})

export const NoteOnOrder = defineCall({
  method: 'POST',
  path: '/api/v1/orders/[number]/note',
  scope: 'orders.note',
  body: z.object({ note: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  response: changed,
  errors: [...writeErrors, 'order_unknown'],
})

/** POST …/cancel: before anything was shipped; what was paid is refunded. */
export const CancelOrder = defineCall({
  method: 'POST',
  path: '/api/v1/orders/[number]/cancel',
  scope: 'orders.cancel',
  body: z.object({ reason: plainText(200) }),
  response: changed,
  errors: [...writeErrors, ...cancelErrors],
})
