import { cartAmounts, type CartAmounts, type LineAmounts } from '../cart/cart-amounts.ts'
import type { DiscountTerms, TermsCoupon } from '../cart/discount-terms.ts'
import { discounted, type PersonalDiscounts } from '../cart/discounts.ts'
import { isGiftCard } from '../cart/gift-cards.ts'
import { toMajor, type Minor } from '../money/money.ts'
import { vatPercent, type VatRate } from '../money/vat.ts'
import { productType } from '../products/products.ts'

/**
 * A line of an order that is being changed. `price` includes VAT at `vatRate`, whoever pays it; that of a line that
 * stays is the agreed one (`isAgreed`), which no discount changes. `counted` is the unit price that counts towards the
 * minimum of a coupon: the one before discounts in percent.
 */
export type EditLine = {
  /** The line's place in the order; null for units that are added. */
  position: number | null
  product_id: string
  type: number
  quantity: number
  price: Minor
  counted: Minor
  vatRate: VatRate
  isAgreed: boolean
  campaign: boolean
  group_id: string | null
  discount_category: string | null
  /** The coupon that gave the line away. */
  gift: string | null
}

export type EditRules = { coupons: readonly TermsCoupon[]; personal: PersonalDiscounts; reverseCharge: boolean }
type EditedLine<Line extends EditLine> = Line & { amounts: LineAmounts }
export type EditedAmounts<Line extends EditLine> = Omit<CartAmounts, 'lines'> & { lines: EditedLine<Line>[] }

/**
 * Calculates the amounts of a changed order by the rules of the checkout: lines that stay keep their unit price, added
 * units have the order's discounts, and a fixed discount goes on while what is bought reaches its minimum. Added units
 * that cost the same as those of a line are counted to it.
 */
export function editedAmounts<Line extends EditLine>(lines: readonly Line[], rules: EditRules): EditedAmounts<Line> {
  const merged = mergeSame(priced(lines, rules).lines)
  return priced(merged, rules)
}

function priced<Line extends EditLine>(lines: readonly Line[], rules: EditRules): EditedAmounts<Line> {
  const { lines: own, ...sums } = cartAmounts(
    lines.map((line) => ({
      ...line,
      price: toMajor(line.price),
      vat: vatPercent(line.vatRate),
      campaign: line.campaign || line.isAgreed,
    })),
    { ...rules, coupons: appliedCoupons(lines, rules.coupons) },
  )
  return { ...sums, lines: lines.flatMap((line, at) => (own[at] ? [{ ...line, amounts: own[at] }] : [])) }
}

/** The coupons of the order whose minimum is still reached. */
export function appliedCoupons(lines: readonly EditLine[], coupons: readonly TermsCoupon[]): TermsCoupon[] {
  const spent = sumBy(lines, ({ counted }) => counted)
  return coupons.map((coupon) => ({ ...coupon, applied: coupon.applied && spent >= coupon.minimum }))
}

function sumBy(lines: readonly EditLine[], unitOf: (line: EditLine) => Minor): Minor {
  return lines.reduce((sum, line) => sum + (isGiftCard(line) || line.gift ? 0 : unitOf(line) * line.quantity), 0)
}

/** Sets keep a line of their own, because what is in one may have changed since it was sold. */
function mergeSame<Line extends EditLine>(lines: readonly EditedLine<Line>[]): Line[] {
  const merged = lines.filter(({ isAgreed }) => isAgreed).map((line) => ({ ...line }))
  for (const line of lines.filter(({ isAgreed }) => !isAgreed)) {
    const same = line.type === productType.set ? undefined : merged.find((each) => isSame(each, line))
    if (same) same.quantity += line.quantity
    else merged.push({ ...line })
  }
  return merged
}

function isSame(one: EditedLine<EditLine>, other: EditedLine<EditLine>): boolean {
  return (
    one.product_id === other.product_id &&
    one.gift === null &&
    one.vatRate === other.vatRate &&
    one.amounts.unit.inc === other.amounts.unit.inc
  )
}

/**
 * The terms by which refunds of the changed order are calculated: what was agreed holds in every quantity, and the
 * minimum of a coupon is compared with the agreed prices from now on.
 */
export function editedTerms(lines: readonly EditLine[], rules: EditRules): DiscountTerms {
  const before = sumBy(lines, ({ counted }) => counted)
  const now = sumBy(lines, ({ price }) => price)
  return {
    reverseCharge: rules.reverseCharge,
    personal: rules.personal,
    coupons: appliedCoupons(lines, rules.coupons)
      .filter(({ applied }) => applied)
      .map((coupon) => ({ ...coupon, minimum: Math.max(0, coupon.minimum - (before - now)) })),
    lines: lines.map((line) => ({
      type: line.type,
      product_id: line.product_id,
      vat: vatPercent(line.vatRate),
      group_id: line.group_id,
      discount_category: line.discount_category,
      tiers: [{ q: 1, p: toMajor(line.price), campaign: line.campaign || line.isAgreed }],
      parent: null,
      isBundle: false,
      percent: 0,
      gift: null,
    })),
  }
}

/**
 * The terms of an order's discounts with those of lines that were added after it was charged: what they cost is agreed,
 * and they count towards the minimum of a coupon.
 */
export function extendedTerms(
  terms: DiscountTerms,
  added: readonly (EditLine & { amounts: LineAmounts })[],
): DiscountTerms {
  const lines = added.map(({ type, product_id, vatRate, group_id, discount_category, price, amounts }) => ({
    type,
    product_id,
    vat: vatPercent(vatRate),
    group_id,
    discount_category,
    tiers: [{ q: 1, p: toMajor(discounted(price, amounts.percent)), campaign: true }],
    parent: null,
    isBundle: false,
    percent: 0,
    gift: null,
  }))
  return { ...terms, lines: [...terms.lines, ...lines] }
}

/** The discounts in percent of an order's coupons that hold; what they take off once is shared already. */
export function percentCoupons(lines: readonly EditLine[], coupons: readonly TermsCoupon[]): TermsCoupon[] {
  return appliedCoupons(lines, coupons)
    .filter(({ applied }) => applied)
    .map((coupon) => ({ ...coupon, fixed_amount: null, free_delivery: false }))
}

/** What a change means for the buyer; minor units. `asked` was asked for before and is still unpaid. */
export type Difference =
  | { kind: 'none' }
  /** More is asked for, or put on the invoice. */
  | { kind: 'more' | 'more_billed'; amount: Minor }
  /**
   * Less is charged or billed, or paid back what was charged already, or nothing is paid because the buyer has it from
   * the bank.
   */
  | { kind: 'less' | 'less_billed' | 'back' | 'set_off'; amount: Minor }

/** Says in what way the buyer pays, or gets back, the difference between two totals. */
export function differenceOf(
  before: Minor,
  after: Minor,
  { asked, isBilled, isCaptured }: { asked: Minor; isBilled: boolean; isCaptured: boolean },
): Difference {
  const amount = asked + after - before
  if (amount === 0) return { kind: 'none' }
  if (amount > 0) return { kind: isBilled ? 'more_billed' : 'more', amount }
  return { kind: isBilled ? 'less_billed' : isCaptured ? 'back' : 'less', amount: -amount }
}
