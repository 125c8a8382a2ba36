import { lessVat, type Amount } from '../../../domain/cart/cart-amounts.ts'
import { hasFreeDelivery } from '../../../domain/cart/coupons.ts'
import type { DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import { isGiftCard } from '../../../domain/cart/gift-cards.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { noVatNumber, type VatCheckResult } from '../../../domain/money/vat-numbers.ts'
import type { VatRate } from '../../../domain/money/vat.ts'
import { appliedCoupons, editedAmounts, type EditRules } from '../../../domain/orders/order-edits.ts'
import { isReverseCharged } from '../../../domain/orders/reverse-charge.ts'
import { defaultCurrency } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { deliveryMethods } from '../../../domain/settings/delivery-methods.ts'
import { readPricing, type Pricing } from '../../catalog/pricing.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ShopSettings } from '../../platform/settings/shop-settings.ts'
import { personalDiscounts } from '../../pricing/discounts/personal-discounts.ts'
import { offeredDelivery } from '../delivery/offered-delivery.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderDelivery } from '../orders/order-page.ts'
import type { OrderRow } from '../orders/queries.ts'
import { addedLines, addedUnits, remainingLines, type OrderBefore } from './edit-lines.ts'
import type { EditedDelivery, EditedLineFacts, EditedOrder, OrderEdit } from './order-edit.ts'

type Services = { db: Queryable; settings: Pick<ShopSettings, 'all' | 'locale'> }
/** Where the order goes after the change, how, and what the check of the buyer's VAT number said. */
export type Destination = { country: string; method: string; vat: VatCheckResult }
type Priced = { edited: EditedOrder; deliveries: readonly DeliveryOffer[] }

/**
 * Prices an order as it would be after a change, by the rules of the checkout: what stays keeps its agreed price, added
 * units follow today's prices, VAT follows the address, and the delivery follows the goods. The delivery keeps its
 * price where today's does not change with the order. Throws OrderError for parts or a delivery that are not possible.
 */
export async function priceEdit(
  { db, settings }: Services,
  before: OrderBefore,
  edit: OrderEdit,
  { country, method, vat }: Destination,
  now: Date,
): Promise<Priced> {
  const { order, lines, terms } = before
  const context = contextOf(settings, order, country)
  const pricing = await readPricing(db, context, now)
  const units = await addedUnits(db, lines, edit)
  const remaining = await remainingLines(db, before, { context, pricing, now }, ({ position, quantity }) => {
    const wanted = edit.quantities?.get(position)
    return wanted === undefined ? quantity : wanted
  })
  const all = [...remaining, ...(await addedLines(db, remaining, units, { context, pricing, now }))]
  if (all.length === 0) throw new OrderError('all_removed', 'Nothing would be left of the order: cancel it instead.')
  const rules = { coupons: terms?.coupons ?? [], personal: await personalDiscounts(db, order.customer_id) }
  const isMoved = country !== order.country
  // In another country the first method will do, as at the checkout.
  const isFree = edit.method === undefined && isMoved
  const offered = await offers({ db, settings }, context, pricing, { lines: all, rules, method, isFree })
  const mayStay = !isMoved && method === order.delivery_method
  const stays = mayStay ? await agreedDelivery({ db, settings }, before, rules, offered.chosen, now) : undefined
  return {
    edited: amountsOf(all, { rules, vat, method, stays, ...offered }),
    deliveries: offered.deliveries,
  }
}

type Rules = Omit<EditRules, 'reverseCharge'>
type Delivered = Pick<Destination, 'vat' | 'method'> & {
  rules: Rules
  stays: EditedDelivery | undefined
  chosen: DeliveryOffer | null
  rate: VatRate
}

function amountsOf(
  lines: readonly EditedLineFacts[],
  { rules, vat, method, stays, chosen, ...today }: Delivered,
): EditedOrder {
  const offer = stays?.offer ?? chosen
  if (!offer) throw new OrderError('delivery_unavailable', `The order cannot be delivered by "${method}".`)
  const rates = lines.map(({ vatRate }) => vatRate)
  const reverseCharge = isReverseCharged(vat, offer.kind, rates)
  const amounts = editedAmounts(lines, { ...rules, reverseCharge })
  const price = stays?.price ?? chargedFor(chosen, reverseCharge)
  const sum = { inc: amounts.total.inc + price.inc, ex: amounts.total.ex + price.ex }
  const rate = stays ? stays.rate : reverseCharge ? 0 : today.rate
  return { ...amounts, delivery: { offer, price, rate }, rules: { ...rules, reverseCharge }, vat, sum }
}

/** The shopping context in which the order's buyer would order again, with delivery to `country`. */
export function contextOf(settings: Services['settings'], order: OrderRow, country: string): ShoppingContext {
  const { language, currency, customer_id: buyer } = order
  return {
    language,
    home: settings.all.home,
    country,
    currency: currencyByCode(currency) ?? defaultCurrency(settings.locale(language)),
    buyer,
  }
}

function chargedFor(offer: DeliveryOffer | null, reverseCharge: boolean): Amount {
  const price = offer?.price ?? { inc: 0, ex: 0 }
  return reverseCharge ? lessVat(price) : price
}

type ToDeliver = {
  lines: readonly EditedLineFacts[]
  rules: Rules
  method: string
  isFree?: boolean
}

/** The delivery methods for these lines today, and the requested one of them, or with `isFree` any. */
async function offers(
  { db, settings }: Services,
  context: ShoppingContext,
  pricing: Pricing,
  { lines, rules, method, isFree = false }: ToDeliver,
): Promise<Pick<Delivered, 'chosen' | 'rate'> & { deliveries: readonly DeliveryOffer[] }> {
  const sent = lines.filter((line) => !isGiftCard(line))
  const target = pricing.target('standard')
  const { deliveries, delivery } = await offeredDelivery(db, context, {
    lines,
    methods: deliveryMethods(settings.all.delivery, context.country, context.language),
    goods: editedAmounts(sent, { ...rules, reverseCharge: false }).items.inc,
    target,
    preference: { method },
  })
  const isGiven = hasFreeDelivery(appliedCoupons(lines, rules.coupons))
  const charged = (offer: DeliveryOffer) => (isGiven ? { ...offer, price: { inc: 0, ex: 0 } } : offer)
  const chosen = delivery && (isFree || delivery.id === method) ? charged(delivery) : null
  return { deliveries: deliveries.map(charged), chosen, rate: target.vatRate }
}

/**
 * The delivery as agreed, if today's price for it is the same with and without the change, or if the method is no
 * longer offered at all; undefined if the change makes it cheaper, dearer or impossible.
 */
async function agreedDelivery(
  { db, settings }: Services,
  before: OrderBefore,
  rules: Rules,
  after: DeliveryOffer | null,
  now: Date,
): Promise<EditedDelivery | undefined> {
  const { order } = before
  const context = contextOf(settings, order, order.country)
  const pricing = await readPricing(db, context, now)
  const lines = await remainingLines(db, before, { context, pricing, now }, ({ quantity }) => quantity)
  const { chosen } = await offers({ db, settings }, context, pricing, { lines, rules, method: order.delivery_method })
  if (chosen?.price.inc !== after?.price.inc) return undefined
  const { kind, name, rate } = orderDelivery(order)
  return {
    offer: { id: order.delivery_method, kind, name },
    price: { inc: order.delivery_total, ex: order.delivery_total - order.delivery_vat },
    rate,
  }
}

/** The state of the buyer's VAT number as the order has it; undefined where it has to be checked again. */
export function knownVat(order: OrderRow, country: string): VatCheckResult | undefined {
  if (order.vat_number === null) return noVatNumber
  if (country !== order.country) return undefined
  return order.reverse_charge === 1
    ? { state: 'confirmed', number: order.vat_number, consultation: order.consultation_number ?? '' }
    : undefined
}
