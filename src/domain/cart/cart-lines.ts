import { z } from 'zod/mini'
import { toMajor, toMinor, type Minor } from '../money/money.ts'
import { priceTier, tierFor } from '../money/price-tiers.ts'
import { stockStatuses, thumb } from '../products/products.ts'

export const maxQuantity = 5000

/** Prices above this (major units) are rejected as invalid; no part costs that much. */
const maxPrice = 10_000_000
const money = z.number().check(z.minimum(0), z.maximum(maxPrice))

/** The id of a line (RFC 9562). A pattern, because z.uuid would add 0.4 kB to the scripts. */
export const lineUuid = z
  .string()
  .check(z.maxLength(36), z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i))

/** A cart line (spec section 3). The browser decides ids and quantities, the server everything else. */
export const cartLine = z.object({
  uuid: z.string(),
  type: z.number(),
  thumb: z.nullable(thumb),
  name: z.string(),
  slug: z.string(),
  product_id: z.string(),
  sku: z.string(),
  cross_selling_product_id: z.optional(z.nullable(z.string())),
  upselling_bundle_id: z.optional(z.nullable(z.string())),
  unique_bundle_id: z.optional(z.nullable(z.string())),
  quantity: z.number().check(z.int(), z.minimum(0), z.maximum(maxQuantity)),
  price: money,
  ordinary_price: money,
  pricing: z.array(priceTier),
  vat: z.number().check(z.minimum(0), z.maximum(100)),
  categories: z.array(z.string()),
  group_id: z.nullable(z.string()),
  discount_category: z.nullable(z.string()),
  stock_status: z.enum(stockStatuses),
  subscription_interval: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  added_by_coupon: z.optional(z.nullable(z.string())),
  campaign: z.boolean(),
  cart_notice: z.optional(z.nullable(z.string())),
  adjusted_quantity: z.optional(z.nullable(z.number())),
})
export type CartLine = z.infer<typeof cartLine>

type Origin = Pick<CartLine, 'cross_selling_product_id' | 'upselling_bundle_id' | 'added_by_coupon'>

/**
 * Tells whether a line was added by a cross-sell, upsell bundle or coupon; its quantity control is disabled (spec
 * section 2).
 */
export function isBound(line: Origin): boolean {
  return Boolean(line.cross_selling_product_id || line.upselling_bundle_id || line.added_by_coupon)
}

/** "1 000", "1,000", "1.000" and "1'000": quantities are whole, so a group of three digits means thousands. */
const grouped = /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f.,'’])\d{3})(?:\1\d{3})*$/
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i

/** Parses the whole text as a number; NaN for text such as "12abc". */
function typedNumber(text: string): number {
  const typed = text.trim()
  if (grouped.test(typed)) return Number(typed.replace(/\D/g, ''))
  return plainNumber.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
}

/**
 * Converts typed input to a quantity: truncated to an integer, 0 for non-numbers, clamped into range (spec section 5).
 */
export function clampQuantity(value: unknown, min = 0, max = maxQuantity): number {
  const number = typeof value === 'number' ? value : typedNumber(String(value))
  return Math.min(max, Math.max(min, Number.isNaN(number) ? 0 : Math.trunc(number)))
}

/**
 * Adds a line, or merges its quantity into an existing line of the same product when neither is bound (spec section 4,
 * "Cart add").
 */
export function addLine(lines: readonly CartLine[], added: CartLine, newUuid: () => string): CartLine[] {
  if (clampQuantity(added.quantity) === 0) return [...lines]
  const at = isBound(added) ? -1 : lines.findIndex((line) => !isBound(line) && mergesWith(line, added))
  const found = lines[at]
  if (!found) return [...lines, withQuantity({ ...added, uuid: newUuid() }, added.quantity)]
  return lines.with(at, withQuantity(found, found.quantity + clampQuantity(added.quantity)))
}

function mergesWith(line: CartLine, added: CartLine): boolean {
  return (
    line.product_id === added.product_id &&
    (line.subscription_interval?.id ?? null) === (added.subscription_interval?.id ?? null)
  )
}

/** Sets a line's quantity and its price to the highest tier reached; 0 removes the line (spec section 4). */
export function changeQuantity(lines: readonly CartLine[], uuid: string, quantity: number): CartLine[] {
  const wanted = clampQuantity(quantity)
  return lines.flatMap((line) => {
    if (line.uuid !== uuid) return [line]
    return wanted === 0 ? [] : [withQuantity(line, wanted)]
  })
}

function withQuantity(line: CartLine, quantity: number): CartLine {
  const clamped = clampQuantity(quantity)
  return { ...line, quantity: clamped, price: tierFor(line.pricing, clamped)?.p ?? line.price }
}

/** Price times quantity, in minor units. */
export function lineTotal(line: Pick<CartLine, 'price' | 'quantity'>): Minor {
  return toMinor(line.price) * line.quantity
}

/** Mini cart total: the sum of price times quantity (spec section 9), in decimal major units. */
export function cartTotal(lines: readonly Pick<CartLine, 'price' | 'quantity'>[]): number {
  return toMajor(lines.reduce((sum, line) => sum + lineTotal(line), 0))
}

export function itemCount(lines: readonly Pick<CartLine, 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
