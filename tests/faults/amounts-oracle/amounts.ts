import { giftLine, linesOf, type Asked, type Line } from './cart-lines.ts'
import { deliveryOffers, type DeliveryOffer } from './delivery.ts'
import { discountedUnit, fixedOff, isGiftCard, knownCodes, percentOff, reachesMinimum } from './discounts.ts'
import { rounded, sum, withoutVat, type Minor } from './exact.ts'
import type { Code, ShopFacts } from './shop-facts.ts'
import { vatRate } from './unit-prices.ts'

/** An amount including VAT, and without. */
export type Amount = { inc: Minor; ex: Minor }
export type PaidLine = Line & { percent: bigint; each: Amount; total: Amount }
export type Amounts = {
  lines: readonly PaidLine[]
  codes: readonly Code[]
  failed: readonly Code[]
  items: Amount
  fixed: Amount
  /** Each line's share of the fixed discounts. */
  shares: readonly Amount[]
  offers: readonly DeliveryOffer[]
}
export type Totals = { items: Amount; fixed: Amount; delivery: Amount; vat: Minor; total: Minor }

/** All amounts that a cart must show, from prices to delivery. */
export function amountsOf(facts: ShopFacts, asked: Asked): Amounts {
  const shopper = { market: asked.market, customer: asked.customer }
  const lines = linesOf(facts, asked)
  const known = knownCodes(facts, asked.codes, shopper)
  const [codes, failed] = [
    known.filter((code) => reachesMinimum(facts, code, lines, shopper)),
    known.filter((code) => !reachesMinimum(facts, code, lines, shopper)),
  ]
  const gifts = codes.map((code) => giftLine(facts, code, asked.market)).filter((line) => line !== undefined)
  const paid = [...lines, ...gifts].map((line) => paidLine(line, percentOff(facts, line, codes, shopper)))
  const items = added(paid.map(({ total }) => total))
  const goods = added(paid.filter((line) => !isGiftCard(line)).map(({ total }) => total))
  const shares = spread(fixedOff(codes, goods.inc, asked.market.currency), paid)
  return {
    lines: paid,
    codes,
    failed,
    items,
    fixed: added(shares),
    shares,
    offers: deliveryOffers(facts, paid, goods.inc, asked.market),
  }
}

/** "Line = unit × quantity", with and without VAT. */
function paidLine(line: Line, percent: bigint): PaidLine {
  const inc = discountedUnit(line, percent)
  const each = { inc, ex: withoutVat(inc, line.vat) }
  const quantity = BigInt(line.quantity)
  return { ...line, percent, each, total: { inc: each.inc * quantity, ex: each.ex * quantity } }
}

/** Adds the chosen delivery. */
export function totalsOf(facts: ShopFacts, { items, fixed }: Amounts, delivery: Minor, country: string): Totals {
  const freight = { inc: delivery, ex: withoutVat(delivery, vatRate(facts, country, 'standard')) }
  const total = items.inc - fixed.inc + freight.inc
  return { items, fixed, delivery: freight, total, vat: total - (items.ex - fixed.ex + freight.ex) }
}

/** Reverse charge: every amount without VAT (decision 0015). */
export function withoutAnyVat({ items, fixed, delivery }: Totals): Totals {
  const bare = ({ ex }: Amount): Amount => ({ inc: ex, ex })
  return {
    items: bare(items),
    fixed: bare(fixed),
    delivery: bare(delivery),
    total: items.ex - fixed.ex + delivery.ex,
    vat: 0n,
  }
}

const added = (amounts: readonly Amount[]): Amount => ({
  inc: sum(amounts.map(({ inc }) => inc)),
  ex: sum(amounts.map(({ ex }) => ex)),
})

/**
 * Splits over the lines in proportion to their totals: shares are rounded down, and the remaining minor units go to the
 * largest remainders, the earlier line first; a share has VAT in its line's proportion (decision 0022, rules 3 and 4).
 */
function spread(fixed: Minor, lines: readonly PaidLine[]): Amount[] {
  const items = sum(lines.filter((line) => !isGiftCard(line)).map(({ total }) => total.inc))
  if (items === 0n) return lines.map(() => ({ inc: 0n, ex: 0n }))
  const parts = lines.map((line, at) => {
    const own = isGiftCard(line) ? 0n : fixed * line.total.inc
    return { at, share: own / items, left: own % items }
  })
  const rest = Number(fixed - sum(parts.map(({ share }) => share)))
  const largest = parts.toSorted((one, two) => (one.left === two.left ? one.at - two.at : one.left > two.left ? -1 : 1))
  const favoured = new Set(largest.slice(0, rest).map(({ at }) => at))
  return lines.map(({ total }, at) => {
    const inc = (parts[at]?.share ?? 0n) + (favoured.has(at) ? 1n : 0n)
    return { inc, ex: total.inc === 0n ? 0n : rounded({ over: inc * total.ex, under: total.inc }) }
  })
}
