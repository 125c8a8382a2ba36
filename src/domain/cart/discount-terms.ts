import { toMajor, toMinor, type Minor } from '../money/money.ts'
import { tierFor } from '../money/price-tiers.ts'
import { cartAmounts, type Amount } from './cart-amounts.ts'
import { isBound, type CartLine } from './cart-lines.ts'
import type { Coupon } from './coupons.ts'
import { discounted, discountMaxima, lineDiscount, type PersonalDiscounts } from './discounts.ts'
import { isGiftCard } from './gift-cards.ts'
import { cheapestWay, isPossible, keptUnits, offerOf, unitsAlone, type Kept, type Way } from './ways-to-buy.ts'

/** A price tier at the time of the order, and whether it was a campaign price. */
export type TermsTier = { q: number; p: number; campaign: boolean }

/** The tiers of a buyer with agreed prices, with and without these: a coupon may make the usual ones lower. */
export type AgreedTerms = { tiers: TermsTier[]; usual: TermsTier[] }

/** What decided a line's price besides its quantity: its regular tiers, and the offer or coupon that added it. */
type TermsLine = Pick<CartLine, 'type' | 'product_id' | 'vat' | 'group_id' | 'discount_category'> & {
  tiers: TermsTier[]
  agreed?: AgreedTerms
  parent: string | null
  isBundle: boolean
  percent: number
  gift: string | null
}

/** `minimum` is the coupon's minimum spend, in minor units of the order's currency. */
export type TermsCoupon = Coupon & { minimum: Minor }

/**
 * Everything that decided an order's discounts, saved when it is placed; `lines` are in the order of the order's lines.
 */
export type DiscountTerms = {
  reverseCharge: boolean
  coupons: TermsCoupon[]
  personal: PersonalDiscounts
  lines: TermsLine[]
}

/** Tells whether a partial return could change the price of the units that the customer keeps. */
export function canChange({ coupons, lines }: DiscountTerms): boolean {
  return (
    coupons.some(({ applied }) => applied) || lines.some(({ tiers, parent }) => parent !== null || tiers.length > 1)
  )
}

type PricedPart = Parameters<typeof cartAmounts>[0][number]
/** `usual`: the same units without an agreement. */
type Part = { at: number; line: PricedPart; usual?: PricedPart | undefined }

/**
 * Calculates what the lines of an order would have cost in these quantities, less their shares of fixed discounts.
 * Minimum spends, free gifts, bundles and quantity prices are evaluated again with the prices and coupons of the order
 * date. Of the orders that have these units, it is the one that costs least.
 */
export function costOfQuantities(terms: DiscountTerms, quantities: readonly number[]): Amount[] {
  const kept = keptUnits(terms.lines, quantities)
  const least = cheapestWay(kept, (way) => {
    const amounts = costOf(terms, kept, way)
    return amounts && { amounts, sum: amounts.reduce((sum, { inc }) => sum + inc, 0) }
  })
  return least?.amounts ?? terms.lines.map(() => ({ inc: 0, ex: 0 }))
}

/** What the lines cost in one way to buy them; undefined where that would not give one of its offers or gifts. */
function costOf(terms: DiscountTerms, kept: Kept, way: Way): Amount[] | undefined {
  const alone = unitsAlone(kept, way)
  if (!isPossible(kept, way, alone)) return undefined
  const units = { ...way, own: kept.own, alone, offered: new Map<string, number>() }
  const parts = terms.lines.flatMap((line, at) => partsOf(line, at, kept.quantities[at] ?? 0, units))
  const coupons = appliedTo(parts, terms.coupons)
  const isGiven = ({ line: { added_by_coupon: gift } }: Part) =>
    coupons.some((each) => each.applied && each.code === gift)
  if (parts.some((part) => part.line.added_by_coupon && !isGiven(part))) return undefined
  const priced = parts.map((part) => lowestPriced(part, coupons, terms.personal))
  const { lines } = cartAmounts(
    priced.map(({ line }) => line),
    { coupons, personal: terms.personal, reverseCharge: terms.reverseCharge },
  )
  return terms.lines.map((_, at) =>
    priced.reduce(
      (sum, part, index) => {
        const amounts = part.at === at ? lines[index] : undefined
        return amounts
          ? { inc: sum.inc + amounts.total.inc - amounts.share.inc, ex: sum.ex + amounts.total.ex - amounts.share.ex }
          : sum
      },
      { inc: 0, ex: 0 },
    ),
  )
}

/** The coupons whose minimum spend these parts reach. */
function appliedTo(parts: readonly Part[], coupons: readonly TermsCoupon[]): TermsCoupon[] {
  const spent = parts.reduce((sum, { line }) => sum + (isGiftCard(line) ? 0 : toMinor(line.price) * line.quantity), 0)
  return coupons.map((coupon) => ({ ...coupon, applied: coupon.applied && spent >= coupon.minimum }))
}

/** The part at its usual price where that, less a discount in percent, is lower than the agreed one. */
function lowestPriced(part: Part, coupons: readonly TermsCoupon[], personal: PersonalDiscounts): Part {
  const { at, line, usual } = part
  if (!usual) return part
  const percent = lineDiscount(usual, discountMaxima(coupons), personal)
  return discounted(toMinor(usual.price), percent) < toMinor(line.price) ? { at, line: usual } : part
}

type Units = Way & Pick<Kept, 'own'> & { alone: ReadonlyMap<string, number>; offered: Map<string, number> }

/** Prices a line in one way to buy the order: its units in their offer, and those without it. */
function partsOf(line: TermsLine, at: number, quantity: number, units: Units): Part[] {
  if (line.gift !== null && !units.bought.has(at)) return givenPart(line, at, quantity)
  if (line.parent === null) return partAt(line, at, quantity, unitsTogether(line, quantity, units))
  const name = offerOf(line)
  const before = units.offered.get(name) ?? 0
  const offered = Math.min(quantity, (units.inOffers.get(name) ?? 0) - before)
  units.offered.set(name, before + offered)
  const rest = quantity - offered
  return [...partAt(line, at, offered, offered, line), ...partAt(line, at, rest, unitsTogether(line, rest, units))]
}

function givenPart(line: TermsLine, at: number, quantity: number): Part[] {
  return partAt(line, at, quantity).map(({ line: part }) => ({
    at,
    line: { ...part, price: 0, added_by_coupon: line.gift },
  }))
}

/** Parts that are bought without their offer, and gifts, are in one line of a cart with the same parts. */
function unitsTogether({ product_id: id }: TermsLine, quantity: number, { own, alone }: Units): number {
  const units = alone.get(id) ?? 0
  return units > (own.get(id) ?? 0) ? units : quantity
}

type Offered = Pick<TermsLine, 'parent' | 'isBundle' | 'percent'>

/** `together`: the units that decide the quantity price. */
function partAt(line: TermsLine, at: number, quantity: number, together = quantity, offer?: Offered): Part[] {
  const agreed = offer ? undefined : line.agreed
  const tier = tierFor(agreed?.tiers ?? line.tiers, together)
  if (quantity <= 0 || !tier) return []
  const { type, product_id, vat, group_id, discount_category } = line
  const price = offer ? offeredPrice(line, tier.p, quantity, offer) : tier.p
  const bound = offer ? { [offer.isBundle ? 'upselling_bundle_id' : 'cross_selling_product_id']: offer.parent } : {}
  const part = {
    type,
    product_id,
    vat,
    group_id,
    discount_category,
    quantity,
    price,
    campaign: tier.campaign,
    ...bound,
  }
  const usual = agreed && tierFor(agreed.usual, together)
  return [{ at, line: part, usual: usual && { ...part, price: usual.p, campaign: usual.campaign } }]
}

/** The price with an offer, or the agreed one where that is lower. */
function offeredPrice({ agreed }: TermsLine, price: number, quantity: number, { percent }: Offered): number {
  const offered = toMajor(discounted(toMinor(price), percent))
  return Math.min(offered, tierFor(agreed?.tiers ?? [], quantity)?.p ?? offered)
}

type BoughtLine = CartLine & {
  tiers: readonly TermsTier[]
  agreed: AgreedTerms | null
  offer_percent: number | null
}

/** Collects the terms of a cart that is being ordered; `coupons` are those it was priced with. */
export function discountTerms(lines: readonly BoughtLine[], rules: Omit<DiscountTerms, 'lines'>): DiscountTerms {
  return {
    ...rules,
    coupons: rules.coupons.filter(({ applied }) => applied),
    lines: lines.map(
      ({ type, product_id, vat, group_id, discount_category, tiers, agreed, offer_percent: percent, ...line }) => ({
        type,
        product_id,
        vat,
        group_id,
        discount_category,
        tiers: [...tiers],
        ...(agreed && { agreed }),
        percent: percent ?? 0,
        gift: line.added_by_coupon ?? null,
        isBundle: Boolean(line.upselling_bundle_id),
        parent:
          isBound(line) && !line.added_by_coupon
            ? (line.cross_selling_product_id ?? line.upselling_bundle_id ?? null)
            : null,
      }),
    ),
  }
}
