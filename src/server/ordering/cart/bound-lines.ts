import type { SentLine } from '../../../contracts/sync-cart.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { offerRows } from './queries.ts'

/** The terms on which a line may stand beside another product; `pieces` are how many of it get them. */
export type Offer = { percent: number; pieces: number }
export type Offers = (
  line: SentLine,
  productId: string,
  pieces: ReadonlyMap<string, number>,
) => Offer | 'ended' | undefined

/** The product that a line claims to have come with. */
function parentOf({ cross_selling_product_id: cross, upselling_bundle_id: bundle }: SentLine): string | undefined {
  return cross ?? bundle ?? undefined
}

/**
 * Lines in the order in which they are priced, whatever order they came in: lines of their own as they are, then
 * claims, each after those whose product it leans on, because a claim that comes to nothing is a line of its own and
 * may carry another. What leans on itself in a circle begins with the first SKU.
 */
export function settlingOrder(
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

export function isClaim(line: SentLine): boolean {
  return Boolean(line.cross_selling_product_id ?? line.upselling_bundle_id)
}

/**
 * Reads the offers that lines claim to come from. An offer counts while its product is in the cart by itself, a reduced
 * one for as many pieces as there are of that product; `pieces` holds those, by product id and by claim.
 */
export async function loadOffers(db: Queryable, lines: readonly SentLine[]): Promise<Offers> {
  const products = [
    ...new Set(lines.flatMap((line) => line.cross_selling_product_id ?? line.upselling_bundle_id ?? [])),
  ]
  const rows = products.length > 0 ? await offerRows(db, products) : []
  return (line, productId, pieces) => {
    const [parent, kind] = line.cross_selling_product_id
      ? [line.cross_selling_product_id, 'accessory']
      : [line.upselling_bundle_id, 'bundle']
    const row = rows.find((each) => each.product_id === parent && each.related_id === productId && each.kind === kind)
    if (!row || !parent) return undefined
    const whole = pieces.get(parent) ?? 0
    if (row.discount_percent === 0) return whole > 0 ? { percent: 0, pieces: Infinity } : undefined
    const left = whole - (pieces.get(claimKey(line, productId)) ?? 0)
    return left > 0 ? { percent: row.discount_percent, pieces: left } : 'ended'
  }
}

/**
 * Where the units that already got an offer are counted: an accessory's offer and a bundle's are two, also for one
 * product.
 */
export function claimKey(
  { cross_selling_product_id: cross, upselling_bundle_id: bundle }: SentLine,
  productId: string,
): string {
  return `${cross ? 'accessory' : 'bundle'} ${cross ?? bundle} ${productId}`
}
