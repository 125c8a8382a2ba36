import { compared, floor, fraction, minus, nearest, per, times, type Fraction } from '../domain/exact.ts'
import { largestPercent, type OracleCoupon, type OracleOrigin } from './discounts.ts'
import { minorUnits, reduced, withoutVat } from './prices.ts'

/**
 * Spec sections 4 and 9: the price of a cart, in whole minor units; the fixed discount is split as in decision 0022.
 */
export type OracleAmount = { inc: bigint; ex: bigint }
export type OracleLine = OracleOrigin & { price: number; quantity: number; vat: number }
type OracleLineAmounts = { percent: number; unit: OracleAmount; total: OracleAmount; share: OracleAmount }
export type OracleAmounts = {
  lines: OracleLineAmounts[]
  items: OracleAmount
  discount: OracleAmount
  total: OracleAmount
}
type Rules = { coupons?: readonly OracleCoupon[]; personal?: Readonly<Record<string, number>> }

export function oracleAmounts(cart: readonly OracleLine[], { coupons = [], personal = {} }: Rules = {}): OracleAmounts {
  const priced = cart.map((line) => pricedLine(line, largestPercent(line, coupons, personal)))
  const items = sum(priced.map(({ total }) => total))
  const reducible = priced.map(({ total }, at) => (cart[at]?.type === 4 ? 0n : total.inc))
  const shares = spread(
    fixedAmount(
      coupons,
      reducible.reduce((all, each) => all + each, 0n),
    ),
    reducible,
  )
  const lines = priced.map((line, at) => ({ ...line, share: shareOf(line.total, shares[at] ?? 0n) }))
  const discount = sum(lines.map(({ share }) => share))
  return { lines, items, discount, total: { inc: items.inc - discount.inc, ex: items.ex - discount.ex } }
}

function pricedLine({ price, quantity, vat }: OracleLine, percent: number) {
  const inc = reduced(minorUnits(price), percent)
  const unit = { inc, ex: withoutVat(inc, vat) }
  const pieces = BigInt(quantity)
  return { percent, unit, total: { inc: unit.inc * pieces, ex: unit.ex * pieces } }
}

/** Fixed amounts of applied coupons add up, at most to the items. */
export function fixedAmount(coupons: readonly OracleCoupon[], items: bigint): bigint {
  const asked = coupons
    .filter((each) => each.applied && each.fixed_amount !== null && each.fixed_amount > 0)
    .reduce((total, each) => total + minorUnits(each.fixed_amount ?? 0), 0n)
  return asked < items ? asked : items
}

/** In proportion to the lines, rounded down; the rest goes to the largest remainders, the earlier line first. */
function spread(amount: bigint, totals: readonly bigint[]): bigint[] {
  const whole = totals.reduce((all, each) => all + each, 0n)
  if (whole === 0n) return totals.map(() => 0n)
  const exact = totals.map((each) => times(fraction(amount), fraction(each, whole)))
  const shares = exact.map(floor)
  const left = Number(amount - shares.reduce((all, each) => all + each, 0n))
  for (const at of byRemainder(exact, shares).slice(0, left)) shares[at] = (shares[at] ?? 0n) + 1n
  return shares
}

function byRemainder(exact: readonly Fraction[], shares: readonly bigint[]): number[] {
  const remainder = (at: number) => minus(exact[at] ?? fraction(0), fraction(shares[at] ?? 0n))
  return exact.map((_, at) => at).sort((a, b) => compared(remainder(b), remainder(a)) || a - b)
}

/** Each share has the VAT proportion of its line, so that a fully discounted line has none. */
function shareOf(line: OracleAmount, inc: bigint): OracleAmount {
  return { inc, ex: line.inc === 0n ? 0n : nearest(per(fraction(inc * line.ex), fraction(line.inc))) }
}

/** The total is items minus fixed discount plus delivery. */
export function withDelivery({ total }: OracleAmounts, delivery: OracleAmount): OracleAmount {
  return sum([total, delivery])
}

function sum(amounts: readonly OracleAmount[]): OracleAmount {
  return amounts.reduce((all, each) => ({ inc: all.inc + each.inc, ex: all.ex + each.ex }), { inc: 0n, ex: 0n })
}
