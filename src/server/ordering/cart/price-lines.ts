import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { clampQuantity, type CartLine } from '../../../domain/cart/cart-lines.ts'
import type { AgreedTerms, TermsTier } from '../../../domain/cart/discount-terms.ts'
import { discounted } from '../../../domain/cart/discounts.ts'
import { toMajor, toMinor } from '../../../domain/money/money.ts'
import { activeTiers, tierFor, type Prices, type PriceTier } from '../../../domain/money/price-tiers.ts'
import { vatPercent, type VatRate } from '../../../domain/money/vat.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { imageKind, productType } from '../../../domain/products/products.ts'
import { stockStatus } from '../../../domain/products/stock.ts'
import type { Pricing } from '../../catalog/pricing.ts'
import { picture } from '../../catalog/products/product-cards.ts'
import { productFacts, type ProductFacts } from '../../catalog/products/product-facts.ts'
import type { ShelfPart } from '../../catalog/products/stock-facts.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { claimKey, loadOffers, pricingSequence, type Offer } from './line-offers.ts'
import { categoriesAndIntervals, parentTexts, productIdsOf } from './queries.ts'

/**
 * `grams`: weight of one unit if known; `tiers`: prices without the offer; `offer_percent`: the offer's discount;
 * `possible`: the quantity that stock allows, whether or not the product has a price. `usual`: the line at the price
 * that it has without the agreement, where it is at an agreed price. `agreed`: the tiers of a buyer with agreed prices.
 */
export type PricedLine = CartLine & {
  vat_rate: VatRate
  grams: number | null
  tiers: TermsTier[]
  agreed: AgreedTerms | null
  offer_percent: number | null
  possible: number
  usual: UsualPrice | null
}
type UsualPrice = Pick<CartLine, 'price' | 'pricing' | 'campaign'> & { tiers: TermsTier[] }

/**
 * Prices a cart from SKUs and quantities alone; other values from the browser are ignored (spec section 7, sync-cart).
 * Unknown SKUs are left out. Too large quantities get `adjusted_quantity`; 0 with a notice if the part is sold out.
 * Ordinary lines take stock before lines with offers. `pricing` avoids reading the rates twice.
 */
export async function priceLines(
  db: Queryable,
  context: ShoppingContext,
  sent: readonly SentLine[],
  now: Date,
  pricing?: Pricing | Promise<Pricing>,
): Promise<PricedLine[]> {
  const wanted = sent.filter((line) => line.quantity > 0 && !line.added_by_coupon)
  if (wanted.length === 0) return []
  const ids = productIdsOf(db, [...new Set(wanted.map(({ sku }) => sku))])
  const [facts, [categories, intervals], offers] = await Promise.all([
    productFacts(db, context, ids, now, { pricing }),
    categoriesAndIntervals(db, ids),
    loadOffers(db, wanted),
  ])
  const bySku = new Map(facts.values().map((each) => [each.row.sku, each]))
  const around = {
    categories: Map.groupBy(categories, (row) => row.product_id),
    intervals,
    parents: await parentsOf(db, context, [...facts.values()]),
  }
  const [shelf, units, priced] = [new Map<string, number>(), new Map<string, number>(), new Map<SentLine, PricedLine>()]
  for (const line of pricingSequence(wanted, ({ sku }) => bySku.get(sku)?.row.id)) {
    const own = bySku.get(line.sku)
    if (!own || own.row.type === productType.variant) continue
    const offer = offers(line, own.row.id, units)
    const done = pricedLine(line, own, { available: leftFor(own, shelf), offer }, around)
    for (const part of own.parts) shelf.set(part.product_id, leftOf(part, shelf) - part.quantity * done.quantity)
    const key = isBoundBy(offer) ? claimKey(line, own.row.id) : own.row.id
    units.set(key, (units.get(key) ?? 0) + done.quantity)
    priced.set(line, done)
  }
  return wanted.flatMap((line) => priced.get(line) ?? [])
}

type Shelf = ReadonlyMap<string, number>

/** Returns the stock of a part that earlier lines of the cart have left. */
function leftOf({ product_id: id, available }: ShelfPart, shelf: Shelf): number {
  return shelf.get(id) ?? available
}

function leftFor({ stock, parts }: ProductFacts, shelf: Shelf): number {
  return Math.min(stock.available, ...parts.map((part) => Math.floor(leftOf(part, shelf) / part.quantity)))
}

type Around = Awaited<ReturnType<typeof categoriesAndIntervals>>
type Parents = Awaited<ReturnType<typeof parentsOf>>
type Surroundings = { categories: ReadonlyMap<string, Around[0]>; intervals: Around[1]; parents: Parents }

async function parentsOf(db: Queryable, { language }: ShoppingContext, facts: readonly ProductFacts[]) {
  const ids = facts.flatMap(({ row }) => row.parent_id ?? [])
  const rows = ids.length > 0 ? await parentTexts(db, language, ids) : []
  return new Map(rows.map((row) => [row.id, row]))
}

/** What limits a line: available stock and its offer. */
type Terms = { available: number; offer: Offer | 'ended' | undefined }

function isBoundBy(offer: Terms['offer']): offer is Offer {
  return typeof offer === 'object'
}

function pricedLine(line: SentLine, own: ProductFacts, terms: Terms, around: Surroundings): PricedLine {
  const { row } = own
  const money = moneyOf(line, own, terms)
  return {
    uuid: line.uuid ?? newId(),
    type: row.type,
    product_id: row.id,
    sku: row.sku,
    ...shownAs(own, around),
    ...money,
    vat: vatPercent(own.vatRate),
    vat_rate: own.vatRate,
    grams: row.weight_grams || around.parents.get(row.parent_id ?? '')?.weight_grams || null,
    group_id: row.group_id,
    discount_category: row.discount_category,
    stock_status: stockStatus(money.pricing.length > 0, own.stock),
    subscription_interval: interval(line, row.id, around),
    ...boundTo(line, terms),
  }
}

function boundTo(
  line: SentLine,
  { offer }: Terms,
): Pick<CartLine, 'cross_selling_product_id' | 'upselling_bundle_id' | 'unique_bundle_id'> {
  if (!isBoundBy(offer)) return {}
  const { cross_selling_product_id: cross, upselling_bundle_id: bundle, unique_bundle_id: unique } = line
  return cross ? { cross_selling_product_id: cross } : { upselling_bundle_id: bundle, unique_bundle_id: unique }
}

/** Calculates the available quantity and the unit price. */
function moneyOf(line: SentLine, own: ProductFacts, { available, offer }: Terms) {
  const usual = own.agreed?.usual ?? own.prices
  const requested = clampQuantity(line.quantity)
  const max = isBoundBy(offer) ? Math.min(available, offer.units) : available
  const possible = Math.max(0, Math.min(requested, max))
  const quantity = own.prices.n.length > 0 ? possible : 0
  const isOfferLimit = isLimitedBy(offer, quantity, Math.min(requested, available))
  const priced = pricedAt(own, usual, quantity, offer)
  return {
    ...priced,
    possible,
    quantity,
    ordinary_price: tierFor(usual.n, quantity)?.p ?? priced.price,
    cart_notice: noticeOf(line, { quantity, price: priced.price, isOfferOver: offer === 'ended', isOfferLimit }),
    adjusted_quantity: quantity === requested || isOfferLimit ? null : quantity,
  }
}

/** The price of a quantity: the lower of an agreed price and the usual one with the line's offer. */
function pricedAt({ agreed }: ProductFacts, usual: Prices, quantity: number, offer: Terms['offer']) {
  const percent = isBoundBy(offer) ? offer.percent : null
  const usually = usualPrice(usual, quantity, percent)
  const tier = agreed && tierFor(agreed.tiers, quantity)
  const hasUsual = usual.n.length > 0
  if (!tier) return { ...usually, agreed: null, offer_percent: percent, usual: null }
  const tiers = agreed.tiers.map(({ q, p, campaign }) => ({ q, p, campaign }))
  const terms = { agreed: { tiers, usual: usually.tiers } }
  const own = { price: tier.p, pricing: tiers.map(({ q, p }) => ({ q, p })), campaign: tier.campaign, tiers, ...terms }
  if (percent === null) return { ...own, offer_percent: null, usual: tier.agreed && hasUsual ? usually : null }
  const isLower = tier.agreed && (!hasUsual || tier.p < usually.price)
  if (!isLower) return { ...usually, ...terms, offer_percent: percent, usual: null }
  // Fewer units may be cheaper with the offer.
  return hasUsual
    ? { ...own, tiers: usually.tiers, offer_percent: percent, usual: null }
    : { ...own, offer_percent: 0, usual: null }
}

/** The price of a quantity without agreed prices; `percent` is the offer's discount. */
function usualPrice(prices: Prices, quantity: number, percent: number | null): UsualPrice {
  const active = activeTiers(prices)
  const pricing = percent === null ? active : active.map((tier) => reduced(tier, percent))
  const priceIn = (tiers: readonly PriceTier[]) => tierFor(tiers, quantity)?.p ?? 0
  return {
    price: priceIn(pricing),
    pricing,
    campaign: priceIn(active) < priceIn(prices.n),
    tiers: termsTiers(prices.n, active),
  }
}

/** Lists the quantities from which the unit price, or whether it is a campaign price, changes. */
function termsTiers(normal: readonly PriceTier[], active: readonly PriceTier[]): TermsTier[] {
  if (active.length === 0) return []
  const steps = [...new Set([...active, ...normal].map(({ q }) => q))].sort((a, b) => a - b)
  return steps.map((q) => {
    const p = tierFor(active, q)?.p ?? 0
    return { q, p, campaign: p < (tierFor(normal, q)?.p ?? 0) }
  })
}

/** The line in another quantity, whatever is in stock; not for lines with offers. */
export function inQuantity(line: PricedLine, quantity: number): PricedLine {
  const tier = tierFor(line.tiers, quantity)
  return { ...line, quantity, price: tier?.p ?? 0, campaign: tier?.campaign ?? false }
}

type Outcome = { quantity: number; price: number; isOfferOver: boolean; isOfferLimit: boolean }

/** Returns the notice of a line. A changed quantity explains a changed price, so it needs no notice. */
function noticeOf(
  { price: shown, quantity: requested }: SentLine,
  { quantity, price, isOfferOver, isOfferLimit }: Outcome,
): string | null {
  if (quantity === 0) return 'gone'
  if (isOfferOver) return 'offer_ended'
  if (isOfferLimit) return 'bundle_limit'
  return shown !== undefined && shown !== price && requested === quantity ? 'price_changed' : null
}

/** Tells whether the offer, not the stock, limits the quantity. */
function isLimitedBy(offer: Terms['offer'], quantity: number, possible: number): boolean {
  return isBoundBy(offer) && quantity === offer.units && quantity < possible
}

function reduced(tier: PriceTier, percent: number): PriceTier {
  return { ...tier, p: toMajor(discounted(toMinor(tier.p), percent)) }
}

/** Returns how a line is displayed: a choice of a variant uses its parent's name, picture, URL and categories. */
function shownAs({ row }: ProductFacts, { parents, categories }: Surroundings) {
  const parent = parents.get(row.parent_id ?? '')
  const listed = parent ?? row
  return {
    thumb: picture(row.picture_id ?? listed.picture_id, imageKind.thumb),
    name: parent && row.label ? `${parent.name}, ${row.label}` : row.name,
    slug: listed.slug,
    categories: (categories.get(row.id) ?? []).map((each) => each.category_id),
  }
}

function interval(
  { subscription_interval: requested }: SentLine,
  productId: string,
  { intervals }: Surroundings,
): CartLine['subscription_interval'] {
  const known = intervals.find((each) => each.product_id === productId && String(each.days) === requested?.id)
  return known ? { id: String(known.days), name: String(known.days) } : null
}
