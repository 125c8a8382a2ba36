import type { Agreements } from './agreed.ts'
import { lowestLines } from './agreed.ts'
import { oracleAmounts, type OracleAmount } from './amounts.ts'
import {
  shopCoupons,
  shopGifts,
  shopLines,
  type Buyer,
  type PricedWanted,
  type StoredCoupon,
  type StoredProduct,
  type Wanted,
} from './shop.ts'

/** What an order was bought on: everything that an order of fewer units would be priced by. */
export type Terms = {
  products: readonly StoredProduct[]
  coupons: readonly StoredCoupon[]
  codes: readonly string[]
  buyer: Buyer
  agreements: Agreements
  /** Reverse charge: the buyer pays what others see without VAT. */
  isUntaxed: boolean
}
type Line = {
  sku: string
  bundle: string | null
  quantity: number
  giftOf: string | null
  unit: OracleAmount
  share: OracleAmount
}
/** What comes back of each line, and whether the units are faulty. */
export type GivenBack = { counts: readonly number[]; isFault: boolean }
export type OracleRefund = { goods: bigint; vat: bigint; deduction: bigint }

function priced({ products, coupons: stored, codes, buyer, agreements }: Terms, wanted: readonly Wanted[]) {
  const own = shopLines(products, wanted, buyer, agreements)
  const coupons = shopCoupons(stored, codes, own, buyer)
  const gifts = shopGifts(products, stored, coupons, buyer, agreements)
  const lines: PricedWanted[] = [...lowestLines(own, coupons, agreements.personal), ...gifts]
  const { personal } = agreements
  const applied = coupons.filter((each) => each.applied).map(({ code }) => code)
  return { lines, applied, amounts: oracleAmounts(lines, { coupons, personal }) }
}

/**
 * Section 9 of the specification and decisions 0011 and 0036: units come back for what was paid for them. If the units
 * that are kept would have cost more in an order of their own, the difference is deducted, once. When nothing is kept,
 * all has been paid back.
 */
export class RefundLedger {
  readonly lines: readonly Line[]
  readonly applied: readonly string[]
  readonly back: number[]
  readonly paid: OracleAmount
  private readonly terms: Terms
  private readonly chosen: number[]
  private deducted = 0n

  constructor(terms: Terms, wanted: readonly Wanted[]) {
    const { lines, applied, amounts } = priced(terms, wanted)
    this.terms = { ...terms, codes: applied }
    this.applied = applied
    this.lines = lines.map(({ sku, quantity, added_by_coupon: giftOf = null }, at) => {
      const bundle = wanted[at]?.upselling_bundle_id ?? null
      const { unit, share } = amounts.lines[at] ?? { unit: nothing, share: nothing }
      return { sku, bundle, quantity, giftOf, unit: this.charged(unit), share: this.charged(share) }
    })
    this.paid = this.charged(amounts.total)
    this.back = this.lines.map(() => 0)
    this.chosen = this.lines.map(() => 0)
  }

  isDeducted(): boolean {
    return this.deducted !== 0n
  }

  isAllBack(): boolean {
    return this.lines.every(({ quantity }, at) => this.back[at] === quantity)
  }

  /** Takes units back: what is paid back for them, its VAT if nothing was ever deducted, and what is deducted. */
  take({ counts, isFault }: GivenBack): OracleRefund {
    const before = this.worthOfBack()
    for (const [at, count] of counts.entries()) {
      this.back[at] = (this.back[at] ?? 0) + count
      if (!isFault) this.chosen[at] = (this.chosen[at] ?? 0) + count
    }
    const now = this.worthOfBack()
    const gross = { inc: now.inc - before.inc, ex: now.ex - before.ex }
    const lost = this.isAllBack() ? 0n : atLeastNothing(this.costOfKept() - (this.paid.inc - now.inc))
    const open = lost - this.deducted
    const deduction = isFault && open > 0n ? 0n : open < gross.inc ? open : gross.inc
    this.deducted += deduction
    return { goods: gross.inc - deduction, vat: gross.inc - gross.ex, deduction }
  }

  /** The first k of n units are worth k/n of the line less k/n of its share, rounded down to minor units. */
  private worthOfBack(): OracleAmount {
    const sum = { inc: 0n, ex: 0n }
    for (const [at, { quantity, unit, share }] of this.lines.entries()) {
      const units = BigInt(this.back[at] ?? 0)
      const inc = (share.inc * units) / BigInt(quantity)
      const vat = ((share.inc - share.ex) * units) / BigInt(quantity)
      sum.inc += unit.inc * units - inc
      sum.ex += unit.ex * units - (inc - vat)
    }
    return sum
  }

  /**
   * What the cheapest order of the kept units costs, less the faulty ones in it, which only count for the conditions.
   * A gift that its code would not give is bought, and others too where that costs less in all, because what is
   * bought counts for the codes. Parts of a bundle that are more than what they belong to are bought without it: all
   * of them, or as many as costs least.
   */
  private costOfKept(): bigint {
    const kept = this.lines
      .map((line, at) => ({ ...line, at, quantity: line.quantity - (this.chosen[at] ?? 0) }))
      .filter(({ quantity }) => quantity > 0)
    const own = kept.filter(({ giftOf }) => giftOf === null)
    const gifts = kept.filter(({ giftOf }) => giftOf !== null)
    const costs = subsetsOf(gifts).flatMap((bought) =>
      bundlings([...own, ...bought]).flatMap((lines) => {
        const { applied } = priced(this.terms, lines.map(wantedOf))
        const isPossible = gifts.every((gift) => bought.includes(gift) || applied.includes(gift.giftOf ?? ''))
        return isPossible ? [this.costOf(lines)] : []
      }),
    )
    return costs.reduce((one, other) => (other < one ? other : one))
  }

  private costOf(lines: readonly Kept[]): bigint {
    const { amounts } = priced(this.terms, lines.map(wantedOf))
    const lineCost = (index: number) => this.charged(amounts.lines[index]?.unit ?? nothing).inc
    const faulty = lines.reduce((sum, { at, isRest }, index) => {
      const units = isRest ? 0 : (this.back[at] ?? 0) - (this.chosen[at] ?? 0)
      return sum + BigInt(units) * lineCost(index)
    }, 0n)
    return this.charged(amounts.total).inc - faulty
  }

  private charged({ inc, ex }: OracleAmount): OracleAmount {
    return this.terms.isUntaxed ? { inc: ex, ex } : { inc, ex }
  }
}

/** `isRest`: what of a line is bought without its bundle, beside the units in it. */
type Kept = Line & { at: number; isRest?: boolean }

function subsetsOf<Each>(all: readonly Each[]): Each[][] {
  const subsets: Each[][] = [[]]
  for (const each of all) subsets.push(...subsets.map((subset) => [...subset, each]))
  return subsets
}

/** Units of a bundle beyond those of the part that it belongs to cost what they cost alone, and so may any of them. */
function bundlings(lines: readonly Kept[]): Kept[][] {
  return lines.reduce<Kept[][]>(
    (all, line) => {
      const ways = waysToBuy(line, lines)
      return all.flatMap((before) => ways.map((way) => [...before, ...way]))
    },
    [[]],
  )
}

function waysToBuy(line: Kept, lines: readonly Kept[]): Kept[][] {
  const { bundle, quantity } = line
  if (bundle === null) return [[line]]
  const beside = lines
    .filter(({ sku, giftOf }) => giftOf === null && sku === bundle.toUpperCase())
    .reduce((sum, parent) => sum + parent.quantity, 0)
  if (quantity <= beside) return [[line]]
  return Array.from({ length: beside + 1 }, (_, inBundle) =>
    [
      { ...line, quantity: inBundle },
      { ...line, bundle: null, quantity: quantity - inBundle, isRest: inBundle > 0 },
    ].filter((part) => part.quantity > 0),
  )
}

function wantedOf({ sku, bundle, quantity }: Kept): Wanted {
  return bundle === null ? { sku, quantity } : { sku, quantity, upselling_bundle_id: bundle }
}

const nothing = { inc: 0n, ex: 0n }
const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
