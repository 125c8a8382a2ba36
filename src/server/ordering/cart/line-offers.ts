import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { offerRows } from './queries.ts'

/** The discount of a line that is offered with another product; `units` is how many units can have it. */
export type Offer = { percent: number; units: number }
export type Offers = (
  line: SentLine,
  productId: string,
  units: ReadonlyMap<string, number>,
) => Offer | 'ended' | undefined

/** Returns the product that a line claims to be offered with. */
function parentOf({ cross_selling_product_id: cross, upselling_bundle_id: bundle }: SentLine): string | undefined {
  return cross ?? bundle ?? undefined
}

/**
 * Sorts lines for pricing, independent of the sent order: first lines without an offer, then lines that claim one, each
 * after the lines of the product that it claims to be offered with. A rejected claim is priced as an ordinary line, and
 * other claims can depend on it. A cycle of claims starts with the smallest SKU.
 */
export function pricingSequence(
  lines: readonly SentLine[],
  productOf: (line: SentLine) => string | undefined,
): SentLine[] {
  const claims = lines
    .filter(isClaim)
    .toSorted((a, b) => (a.sku < b.sku ? -1 : a.sku > b.sku ? 1 : b.quantity - a.quantity))
  const order = lines.filter((line) => !isClaim(line))
  while (claims.length > 0) {
    const waiting = new Set(claims.map(productOf))
    const free = claims.findIndex((line) => !waiting.has(parentOf(line)))
    order.push(...claims.splice(Math.max(free, 0), 1))
  }
  return order
}

function isClaim(line: SentLine): boolean {
  return Boolean(line.cross_selling_product_id ?? line.upselling_bundle_id)
}

/**
 * Loads the offers that lines claim. An offer is valid while its product is in the cart as an ordinary line; a discount
 * applies to at most as many units as there are of that product. `units` counts the units priced so far, by product id
 * and by claim.
 */
export async function loadOffers(db: Queryable, lines: readonly SentLine[]): Promise<Offers> {
  const products = [
    ...new Set(lines.flatMap((line) => line.cross_selling_product_id ?? line.upselling_bundle_id ?? [])),
  ]
  const rows = products.length > 0 ? await offerRows(db, products) : []
  return (line, productId, units) => {
    const [parent, kind] = line.cross_selling_product_id
      ? [line.cross_selling_product_id, 'accessory']
      : [line.upselling_bundle_id, 'bundle']
    const row = rows.find((each) => each.product_id === parent && each.related_id === productId && each.kind === kind)
    if (!row || !parent) return undefined
    const whole = units.get(parent) ?? 0
    if (row.discount_percent === 0) return whole > 0 ? { percent: 0, units: Infinity } : undefined
    const left = whole - (units.get(claimKey(line, productId)) ?? 0)
    return left > 0 ? { percent: row.discount_percent, units: left } : 'ended'
  }
}

/**
 * Builds the key that counts the discounted units of a claim. Accessory and bundle offers of the same product count
 * separately.
 */
export function claimKey(
  { cross_selling_product_id: cross, upselling_bundle_id: bundle }: SentLine,
  productId: string,
): string {
  return `${cross ? 'accessory' : 'bundle'} ${cross ?? bundle} ${productId}`
}
