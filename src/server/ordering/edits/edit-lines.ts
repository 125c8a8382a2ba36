import { maxQuantity } from '../../../domain/cart/cart-lines.ts'
import type { DiscountTerms } from '../../../domain/cart/discount-terms.ts'
import { discounted } from '../../../domain/cart/discounts.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { tierFor } from '../../../domain/money/price-tiers.ts'
import { vatCountry, withVatOf, type VatRate } from '../../../domain/money/vat.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Pricing } from '../../catalog/pricing.ts'
import { draftsToo } from '../../catalog/products/card-queries.ts'
import { productFacts, type ProductFacts } from '../../catalog/products/product-facts.ts'
import { lineDetailsJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { withKnownSpelling } from '../cart/known-spelling.ts'
import { priceLines, type PricedLine } from '../cart/price-lines.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import type { OrderRow } from '../orders/queries.ts'
import { setItemRows } from '../orders/stock-queries.ts'
import type { EditedLineFacts, OrderEdit } from './order-edit.ts'

/** An order with its lines and the terms of its discounts, as it was before the change. */
export type OrderBefore = { order: OrderRow; lines: readonly OrderLineRow[]; terms: DiscountTerms | undefined }
type Now = { context: ShoppingContext; pricing: Pricing; now: Date }

/** The lines of an order that stay, each with the units that stay of it, priced as agreed for a country's VAT. */
export async function remainingLines(
  db: Queryable,
  { order, lines, terms }: OrderBefore,
  { context, pricing, now }: Now,
  quantityOf: (line: OrderLineRow) => number,
): Promise<EditedLineFacts[]> {
  const ids = [...new Set(lines.map((line) => line.product_id))]
  const facts = await productFacts(db, context, ids, now, { seen: draftsToo, pricing })
  const isSameVat = vatCountry(context.country) === vatCountry(order.country) && order.reverse_charge === 0
  return lines.flatMap((line, at) => {
    const known = facts.get(line.product_id)
    const usual = line.type === productType.giftCard ? 0 : (known?.vatRate ?? pricing.rate('standard'))
    const rate = isSameVat ? line.vat_rate : usual
    const quantity = Math.min(line.quantity, quantityOf(line))
    return quantity > 0 ? [remainingLine(line, { rate, quantity, known, terms: terms?.lines[at] })] : []
  })
}

type RemainingLine = {
  rate: VatRate
  quantity: number
  known: ProductFacts | undefined
  terms: DiscountTerms['lines'][number] | undefined
}

/** The net price of a line stays when another country's VAT is added to it. */
function remainingLine(line: OrderLineRow, { rate, quantity, known, terms }: RemainingLine): EditedLineFacts {
  const price = withVatOf(line.unit_price, rate, line.vat_rate)
  const counted = terms === undefined ? price : withVatOf(countedPrice(terms, line), rate, Math.round(terms.vat * 100))
  const { position, product_id, sku, name, type } = line
  return {
    position,
    product_id,
    sku,
    name,
    type,
    quantity,
    price,
    counted,
    vatRate: rate,
    isAgreed: true,
    campaign: true,
    group_id: terms?.group_id ?? null,
    discount_category: terms?.discount_category ?? null,
    gift: terms?.gift ?? null,
    ordinary: withVatOf(line.ordinary_price, rate, line.vat_rate),
    percent: line.discount_percent,
    grams: known?.row.weight_grams ?? null,
    details: line.details,
  }
}

/**
 * The unit price of a line that counted towards the minimum of a coupon when it was ordered: the one before discounts
 * in percent, also where such a discount makes the usual price lower than an agreed one.
 */
function countedPrice(terms: DiscountTerms['lines'][number], { quantity }: OrderLineRow): number {
  const { tiers, agreed, parent, percent } = terms
  const unit = toMinor(tierFor(tiers, quantity)?.p ?? 0)
  const own = agreed && tierFor(agreed.tiers, quantity)
  if (parent === null) return own ? toMinor(own.p) : unit
  return Math.min(discounted(unit, percent), own ? toMinor(own.p) : Infinity)
}

/** The units that a change adds, by SKU: of lines that grow, and of parts that are new. */
export async function addedUnits(
  db: Queryable,
  lines: readonly OrderLineRow[],
  { quantities = new Map(), added = [] }: OrderEdit,
): Promise<Map<string, number>> {
  const units = new Map<string, number>()
  const add = (sku: string, quantity: number) => units.set(sku, (units.get(sku) ?? 0) + quantity)
  for (const line of lines) {
    const more = (quantities.get(line.position) ?? line.quantity) - line.quantity
    if (more > 0) add(line.sku, more)
  }
  for (const { sku, quantity } of await withKnownSpelling(db, added)) add(sku, quantity)
  for (const [sku, quantity] of units) {
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > maxQuantity)
      throw new OrderError('units_unknown', `${sku}: ${quantity} is no number of units.`, { sku })
  }
  return units
}

/** Prices added units at today's price for the customer, in the quantity that the order then has of the part. */
export async function addedLines(
  db: Queryable,
  kept: readonly EditedLineFacts[],
  units: ReadonlyMap<string, number>,
  { context, pricing, now }: Now,
): Promise<EditedLineFacts[]> {
  const requested = [...units].map(([sku, quantity]) => ({ sku, quantity }))
  const fresh = await priceLines(db, context, requested, now, pricing)
  const sets = fresh.filter(({ type }) => type === productType.set).map((line) => line.product_id)
  const items = sets.length > 0 ? await setItemRows(db, sets) : []
  return requested.map(({ sku, quantity }) => {
    const line = fresh.find((each) => each.sku === sku)
    if (!line || line.type === productType.giftCard)
      throw new OrderError('sku_unknown', `${sku} cannot be added to an order.`, { sku })
    if (line.pricing.length === 0) throw new OrderError('sku_unpriced', `${sku} has no price.`, { sku })
    if (line.quantity < quantity)
      throw new OrderError('short_stock', `Only ${line.quantity} of ${sku} can be added.`, {
        sku,
        left: line.quantity,
      })
    const already = kept.filter((each) => each.sku === sku).reduce((sum, each) => sum + each.quantity, 0)
    const pieces = items.filter((item) => item.set_id === line.product_id)
    return addedLine(line, quantity, already + quantity, line.type === productType.set ? pieces : undefined)
  })
}

type Pieces = readonly { product_id: string; quantity: number }[] | undefined

function addedLine(line: PricedLine, quantity: number, inAll: number, pieces: Pieces): EditedLineFacts {
  const tier = tierFor(line.tiers, inAll)
  const price = toMinor(tier?.p ?? line.price)
  const { product_id, sku, name, type, group_id, discount_category, slug, thumb, grams } = line
  return {
    position: null,
    product_id,
    sku,
    name,
    type,
    quantity,
    price,
    counted: price,
    vatRate: line.vat_rate,
    isAgreed: false,
    campaign: tier?.campaign ?? line.campaign,
    group_id,
    discount_category,
    gift: null,
    ordinary: toMinor(line.ordinary_price),
    percent: 0,
    grams,
    details: lineDetailsJson.write({
      slug,
      thumb,
      ...(pieces && { pieces: pieces.map((each) => ({ product_id: each.product_id, quantity: each.quantity })) }),
    }),
  }
}
