import { z } from 'zod/mini'
import { randomUuid } from '../../../browser/random-uuid.ts'
import { sentLine } from '../../../contracts/calls/sync-cart.ts'
import { cartLine, clampQuantity, lineUuid, maxQuantity, type CartLine } from '../../../domain/cart/cart-lines.ts'
import { priceTier, type PriceTier } from '../../../domain/money/price-tiers.ts'
import { sentLines } from './sent-lines.ts'

/** No line of the shop is heavier, in characters of JSON; one that is holds something that was never ours. */
const maxLineLength = 20_000
const id = z.string().check(z.maxLength(64))
const optionalId = z.catch(z.optional(z.nullable(id)), null)
const text = z.string().check(z.minLength(1), z.maxLength(500))
const { shape } = cartLine
const amount = z.catch(shape.price, 0)
const interval = z.object({ id: z.string().check(z.maxLength(16)), name: z.catch(text, '') })

/** A line of which only the sku has to be right; all else has a value to go on with until the shop has priced it. */
const mendedLine = z.object({
  uuid: z.pipe(
    z.unknown(),
    z.transform((value) => (lineUuid.safeParse(value).success ? String(value) : randomUuid())),
  ),
  type: z.catch(shape.type, 1),
  thumb: z.catch(z.nullable(z.object({ url: text, width: z.number(), height: z.number() })), null),
  name: z.catch(text, ''),
  slug: z.catch(text, ''),
  product_id: z.catch(id, ''),
  sku: id.check(z.minLength(1)),
  cross_selling_product_id: optionalId,
  upselling_bundle_id: optionalId,
  unique_bundle_id: z.catch(z.optional(z.nullable(lineUuid)), null),
  quantity: z.pipe(z.unknown(), z.transform(mendedQuantity)),
  price: amount,
  ordinary_price: amount,
  pricing: listOf((value): PriceTier[] => valueOf(priceTier.safeParse(value))),
  vat: z.catch(shape.vat, 0),
  categories: listOf((value): string[] => valueOf(id.safeParse(value))),
  group_id: z.catch(z.nullable(id), null),
  discount_category: z.catch(z.nullable(id), null),
  stock_status: z.catch(shape.stock_status, 'in_stock'),
  subscription_interval: z.catch(z.optional(z.nullable(interval)), null),
  added_by_coupon: optionalId,
  campaign: z.catch(shape.campaign, false),
  cart_notice: z.catch(z.optional(z.nullable(text)), null),
  adjusted_quantity: z.catch(shape.adjusted_quantity, null),
})

/**
 * The lines of a stored cart, and whether all of them were whole. Whole lines stay as they are; others are mended, if
 * they name a sku.
 */
export function readStoredLines(stored: unknown): { lines: CartLine[]; areWhole: boolean } {
  const taken = new Set<string>()
  let areWhole = true
  const lines = (Array.isArray(stored) ? stored : []).flatMap((each: unknown): CartLine[] => {
    const whole = wholeLine(each)
    const line = whole ?? mended(each)
    if (!line) return []
    const isOnly = !taken.has(line.uuid)
    areWhole &&= isOnly && whole !== undefined
    const kept = isOnly ? line : { ...line, uuid: randomUuid() }
    taken.add(kept.uuid)
    return [kept]
  })
  return { lines, areWhole }
}

/** A line that the shop would refuse is not whole: it would keep all the others from being priced. */
function wholeLine(value: unknown): CartLine | undefined {
  const parsed = cartLine.safeParse(value)
  if (!parsed.success || JSON.stringify(parsed.data).length > maxLineLength) return undefined
  return sentLines([parsed.data]).every((line) => sentLine.safeParse(line).success) ? parsed.data : undefined
}

function mended(value: unknown): CartLine | undefined {
  const parsed = mendedLine.safeParse(value)
  return parsed.success ? { ...parsed.data, name: parsed.data.name || parsed.data.sku } : undefined
}

/** A quantity that cannot be read is one unit: the shopper did want the part. */
function mendedQuantity(value: unknown): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxQuantity
  return isWhole ? value : clampQuantity(typeof value === 'string' || typeof value === 'number' ? value : 1, 1)
}

function listOf<Item>(read: (value: unknown) => Item[]) {
  return z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((values) => values.flatMap(read)),
  )
}

function valueOf<Value>(parsed: { success: true; data: Value } | { success: false }): Value[] {
  return parsed.success ? [parsed.data] : []
}
