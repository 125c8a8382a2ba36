import { toMajor, toMinor, type Minor } from '../money/money.ts'
import { tierFor } from '../money/price-tiers.ts'
import { cartAmounts, type Amount } from './cart-amounts.ts'
import { isBound, type CartLine } from './cart-lines.ts'
import type { Coupon } from './coupons.ts'
import { discounted, discountMaxima, lineDiscount, type PersonalDiscounts } from './discounts.ts'
import { isGiftCard } from './gift-cards.ts'

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
  let least: Amount[] | undefined
  for (const way of waysToBuy(terms, quantities)) {
    const cost = costOf(terms, quantities, way)
    if (cost && (!least || sumOf(cost) < sumOf(least))) least = cost
  }
  return least ?? terms.lines.map(() => ({ inc: 0, ex: 0 }))
}

function sumOf(amounts: readonly Amount[]): Minor {
  return amounts.reduce((sum, { inc }) => sum + inc, 0)
}

/** What the lines cost in one way to buy them; undefined where that would not give one of its gifts. */
function costOf(terms: DiscountTerms, quantities: readonly number[], { inOffers, bought }: Way): Amount[] | undefined {
  const own = ownUnits(terms, quantities, inOffers)
  const offered = new Map<string, number>()
  const parts = terms.lines.flatMap((line, at) =>
    line.gift === null
      ? partsOf(line, at, quantities[at] ?? 0, { own, offered, inOffers })
      : giftPart(line, at, quantities[at] ?? 0, bought.has(at)),
  )
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

/** How many units of each offer are bought with it, where that is to choose, and which gifts are bought. */
type Way = { inOffers: ReadonlyMap<string, number>; bought: ReadonlySet<number> }

/** More gifts or ways than these are not compared; no order has as many. */
const maxGifts = 6
const maxWays = 2_000

/**
 * The ways to buy these quantities. Of offered units that are more than those of their product, any number may be
 * bought without the offer, for example to reach a quantity price. A gift may be bought: with it, the minimum spend of
 * the code of another one may be reached.
 */
function waysToBuy(terms: DiscountTerms, quantities: readonly number[]): Way[] {
  const gifts = terms.lines.flatMap((line, at) => (line.gift !== null && (quantities[at] ?? 0) > 0 ? [at] : []))
  const all = new Set(gifts)
  const bought = gifts.length > maxGifts ? [all] : subsetsOf(gifts)
  const [own, claimed] = [ownUnits(terms, quantities), claimedUnits(terms, quantities)]
  let inOffers: ReadonlyMap<string, number>[] = [new Map()]
  for (const line of terms.lines) {
    const [claim, beside] = [claimOf(line), own.get(line.parent ?? '') ?? 0]
    if (line.percent === 0 || (claimed.get(claim) ?? 0) <= beside || inOffers[0]?.has(claim)) continue
    const isLong = inOffers.length * (beside + 1) * bought.length > maxWays
    const counts = isLong ? [beside, 0] : Array.from({ length: beside + 1 }, (_, left) => beside - left)
    inOffers = inOffers.flatMap((before) => counts.map((count) => new Map([...before, [claim, count]])))
  }
  return inOffers.flatMap((offers) => bought.map((some) => ({ inOffers: offers, bought: some })))
}

/** The smaller ones come first. */
function subsetsOf(all: readonly number[]): Set<number>[] {
  const subsets: number[][] = [[]]
  for (const each of all) subsets.push(...subsets.map((subset) => [...subset, each]))
  return subsets.map((subset) => new Set(subset)).toSorted((one, other) => one.size - other.size)
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

/** Units of each product bought on their own, without an offer; offers of other products depend on these. */
function ownUnits(
  terms: DiscountTerms,
  quantities: readonly number[],
  inOffers: Way['inOffers'] = new Map(),
): Map<string, number> {
  const units = new Map<string, number>()
  const add = (id: string, count: number) => units.set(id, (units.get(id) ?? 0) + count)
  for (const [at, { product_id: id, parent, gift }] of terms.lines.entries())
    if (parent === null && gift === null) add(id, quantities[at] ?? 0)
  const claimed = claimedUnits(terms, quantities)
  const products = new Map(terms.lines.map((line) => [claimOf(line), line.product_id]))
  for (const [claim, count] of inOffers) add(products.get(claim) ?? '', (claimed.get(claim) ?? 0) - count)
  return units
}

/** Each product that is offered with another one has as many offered units as there are of that. */
function claimOf({ parent, isBundle, product_id: id }: TermsLine): string {
  return `${isBundle ? 'bundle' : 'accessory'} ${parent} ${id}`
}

function claimedUnits({ lines }: DiscountTerms, quantities: readonly number[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const [at, line] of lines.entries())
    units.set(claimOf(line), (units.get(claimOf(line)) ?? 0) + (quantities[at] ?? 0))
  return units
}

type Units = Pick<Way, 'inOffers'> & { own: ReadonlyMap<string, number>; offered: Map<string, number> }

/** Prices a line; offered units whose parent product is not kept cost their regular price. */
function partsOf(line: TermsLine, at: number, quantity: number, units: Units): Part[] {
  if (line.parent === null) return partAt(line, at, quantity)
  const claim = claimOf(line)
  const before = units.offered.get(claim) ?? 0
  const beside = (units.inOffers.get(claim) ?? units.own.get(line.parent) ?? 0) - before
  const offered = line.percent === 0 ? (beside > 0 ? quantity : 0) : Math.min(quantity, beside)
  if (line.percent > 0) units.offered.set(claim, before + offered)
  return [...partAt(line, at, offered, { ...line, isOffered: true }), ...partAt(line, at, quantity - offered)]
}

function giftPart(line: TermsLine, at: number, quantity: number, isBought: boolean): Part[] {
  return partAt(line, at, quantity).map((part) =>
    isBought ? part : { at, line: { ...part.line, price: 0, added_by_coupon: line.gift } },
  )
}

type Offered = { parent: string | null; isBundle: boolean; percent: number; isOffered: boolean }

function partAt(line: TermsLine, at: number, quantity: number, offer?: Offered): Part[] {
  const agreed = offer ? undefined : line.agreed
  const tier = tierFor(agreed?.tiers ?? line.tiers, quantity)
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
  const usual = agreed && tierFor(agreed.usual, quantity)
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
