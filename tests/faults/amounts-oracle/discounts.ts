import type { Line } from './cart-lines.ts'
import { reduced, smaller, sum, type Minor } from './exact.ts'
import type { Code, ShopFacts } from './shop-facts.ts'
import { exchanged, type Market } from './unit-prices.ts'

export type Shopper = { market: Market; customer: string | null }

/** The code of a customer's own discount (section 3, "Coupon"). */
const ownDiscount = 'CUSTOMERDISCOUNT'

/** Codes that are valid for this shopper now, whatever the cart. */
export function knownCodes(facts: ShopFacts, asked: readonly string[], { market, customer }: Shopper): Code[] {
  const now = market.at.toISOString()
  const found = asked.map((code) =>
    facts.codes.get(code === ownDiscount && customer !== null ? `${ownDiscount}:${customer}` : code),
  )
  return [...new Set(found)]
    .filter((code) => code !== undefined)
    .filter(
      ({ startsAt, endsAt, isUsedUp, customer: owner }) =>
        (startsAt === null || startsAt <= now) &&
        (endsAt === null || now < endsAt) &&
        !isUsedUp &&
        (owner === null || owner === customer),
    )
}

/** A minimum spend is an amount in SEK, whatever the country's VAT; the items are compared before discounts. */
export function reachesMinimum(
  facts: ShopFacts,
  { minimum }: Code,
  lines: readonly Line[],
  { market }: Shopper,
): boolean {
  return spent(lines) >= exchanged(facts, minimum, market.currency)
}

/** Gift cards get no coupon, and do not count for minimum spends or free delivery (decision 0010). */
export const isGiftCard = ({ part }: Line): boolean => part.type === 4

const spent = (lines: readonly Line[]): Minor =>
  sum(lines.filter((line) => !isGiftCard(line)).map(({ unit, quantity }) => unit * BigInt(quantity)))

/**
 * "Discount applied is the largest of: global, group-specific, excluded-group, category-specific and personal customer
 * discount" (section 9).
 */
export function percentOff(facts: ShopFacts, line: Line, codes: readonly Code[], { customer }: Shopper): bigint {
  const { part, isBound, isCampaign } = line
  if (isBound || isCampaign || isGiftCard(line)) return 0n
  const isGlobal = ({ groups, excluded, categories }: Code): boolean =>
    groups.length + excluded.length + categories.length === 0
  const hits = codes.filter(
    (code) =>
      isGlobal(code) ||
      (part.group !== null && code.groups.includes(part.group)) ||
      (code.excluded.length > 0 && !code.excluded.includes(part.group ?? '')) ||
      (part.category !== null && code.categories.includes(part.category)),
  )
  const personal = facts.personal.get(customer ?? '')?.get(part.category ?? '') ?? 0n
  return [...hits.map(({ percent }) => percent ?? 0n), personal].reduce((max, each) => (each > max ? each : max), 0n)
}

/** "Round half up of unit × (100 − percent)/100" (decision 0022). */
export const discountedUnit = (line: Line, percent: bigint): Minor => reduced(line.unit, percent)

/** Fixed amounts add up and never exceed the items. */
export function fixedOff(codes: readonly Code[], items: Minor, currency: string): Minor {
  return smaller(items, sum(codes.map(({ fixed }) => fixed.get(currency) ?? 0n)))
}
