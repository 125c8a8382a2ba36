import { toMinor, type Minor } from '../money/money.ts'
import { exVat, type VatRate } from '../money/vat.ts'
import type { CartLine } from './cart-lines.ts'
import type { Coupon } from './coupons.ts'
import { discounted, discountMaxima, fixedDiscount, lineDiscount, type PersonalDiscounts } from './discounts.ts'
import { isGiftCard } from './gift-cards.ts'

/** An amount including and excluding VAT. Both are shown to shoppers, so both are whole minor units and both add up. */
export type Amount = { inc: Minor; ex: Minor }

/** The amounts of one line: percent off, unit price, line total, and the line's share of the fixed discount. */
export type LineAmounts = { percent: number; unit: Amount; total: Amount; share: Amount }

/** The amounts of a cart: its lines, their sum, the fixed discount, and the total after it. */
export type CartAmounts = { lines: LineAmounts[]; items: Amount; discount: Amount; total: Amount }

/** The amounts of a checkout or an order. */
export type Totals = Omit<CartAmounts, 'lines'> & { delivery: Amount }

type PricedLine = Pick<
  CartLine,
  | 'type'
  | 'price'
  | 'quantity'
  | 'vat'
  | 'group_id'
  | 'discount_category'
  | 'campaign'
  | 'cross_selling_product_id'
  | 'upselling_bundle_id'
  | 'added_by_coupon'
>
/** `reverseCharge`: the buyer accounts for the VAT, so only the amount without VAT is paid. */
type Rules = { coupons?: readonly Coupon[]; personal?: PersonalDiscounts; reverseCharge?: boolean }

/**
 * Calculates every amount of a cart (spec sections 4 and 9). The browser, checkout, order, mails and invoice all use
 * it. A discounted unit price is rounded once, to minor units, and VAT is taken off the unit price, so that unit times
 * quantity is the line total and the line totals add up to the sum, both with and without VAT. Under reverse charge
 * every amount is the one without VAT, whichever price mode is shown (decision 0015).
 */
export function cartAmounts(
  lines: readonly PricedLine[],
  { coupons = [], personal = {}, reverseCharge = false }: Rules = {},
): CartAmounts {
  const maxima = discountMaxima(coupons)
  const priced = lines.map((line) => {
    const percent = lineDiscount(line, maxima, personal)
    const unit = discounted(toMinor(line.price), percent)
    const { quantity } = line
    const ex = exVat(unit, rateOf(line))
    return { percent, unit: { inc: unit, ex }, total: { inc: unit * quantity, ex: ex * quantity } }
  })
  const items = sumOf(priced.map(({ total }) => total))
  const reducible = priced.map(({ total }, at) => (isGiftCard(lines[at] ?? noLine) ? 0 : total.inc))
  const shares = sharesOf(fixedDiscount(coupons, sumOfMinor(reducible)), reducible)
  const shared = priced.map((line, at) => ({ ...line, share: shareOf(line.total, shares[at] ?? 0) }))
  const discount = sumOf(shared.map(({ share }) => share))
  const amounts = {
    lines: shared,
    items,
    discount,
    total: { inc: items.inc - discount.inc, ex: items.ex - discount.ex },
  }
  return reverseCharge ? amountsLessVat(amounts) : amounts
}

function amountsLessVat({ lines, items, discount, total }: CartAmounts): CartAmounts {
  return {
    lines: lines.map(({ percent, unit, total: line, share }) => ({
      percent,
      unit: lessVat(unit),
      total: lessVat(line),
      share: lessVat(share),
    })),
    items: lessVat(items),
    discount: lessVat(discount),
    total: lessVat(total),
  }
}

/** The amount as paid under reverse charge: `inc` becomes `ex`. */
export function lessVat({ ex }: Amount): Amount {
  return { inc: ex, ex }
}

/** Adds the delivery price to the amounts of a cart. */
export function orderTotals({ items, discount, total }: CartAmounts, delivery: Amount): Totals {
  return { items, discount, delivery, total: { inc: total.inc + delivery.inc, ex: total.ex + delivery.ex } }
}

/** An amount with VAT, and the part of it without, in minor units. */
export function withoutVat(inc: Minor, rate: VatRate): Amount {
  return { inc, ex: exVat(inc, rate) }
}

/** `full_price` is the price of a unit before codes and personal discounts, in major units. */
type Discounted = Pick<PricedLine, 'quantity' | 'vat'> & { full_price: number; amounts: Pick<LineAmounts, 'total'> }

/** What codes and personal discounts take off the prices of lines, beside the fixed discount that has its own row. */
export function savedInPrices(lines: readonly Discounted[]): Amount {
  return sumOf(
    lines.map((line) => {
      const { inc, ex } = withoutVat(toMinor(line.full_price), rateOf(line))
      const { total } = line.amounts
      return { inc: inc * line.quantity - total.inc, ex: ex * line.quantity - total.ex }
    }),
  )
}

export function vatOf({ inc, ex }: Amount): Minor {
  return inc - ex
}

const noLine = { type: 0 }

function sumOfMinor(amounts: readonly Minor[]): Minor {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

function rateOf(line: { vat: number } | undefined): VatRate {
  return Math.round((line?.vat ?? 0) * 100)
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, { inc, ex }) => ({ inc: sum.inc + inc, ex: sum.ex + ex }), { inc: 0, ex: 0 })
}

/**
 * Splits VAT out of a line's share of a discount in the line's own proportion, so that a fully discounted line has no
 * VAT.
 */
export function shareOf(total: Amount, inc: Minor): Amount {
  return {
    inc,
    ex:
      total.inc === 0
        ? 0
        : Number((2n * BigInt(inc) * BigInt(total.ex) + BigInt(total.inc)) / (2n * BigInt(total.inc))),
  }
}

/** Splits an amount in proportion to `weights`; the units left over from rounding down go to the largest remainders. */
function sharesOf(amount: Minor, weights: readonly Minor[]): Minor[] {
  const whole = BigInt(sumOfMinor(weights))
  if (amount <= 0 || whole === 0n) return weights.map(() => 0)
  const parts = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = parts.map((part) => Number(part / whole))
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = parts
    .map((part, at) => ({ at, rest: part % whole }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}
