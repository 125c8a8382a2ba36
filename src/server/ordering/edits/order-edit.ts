import type { Amount } from '../../../domain/cart/cart-amounts.ts'
import type { DeliveryOffer } from '../../../domain/cart/delivery-methods.ts'
import type { DeliveryPlace } from '../../../domain/cart/delivery-points.ts'
import type { DiscountTerms, TermsCoupon } from '../../../domain/cart/discount-terms.ts'
import type { PersonalDiscounts } from '../../../domain/cart/discounts.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { VatCheckResult } from '../../../domain/money/vat-numbers.ts'
import type { VatRate } from '../../../domain/money/vat.ts'
import type { CheckoutForm } from '../../../domain/orders/checkout-form.ts'
import type { Difference, EditedAmounts, EditLine } from '../../../domain/orders/order-edits.ts'
import type { Paid } from '../../../domain/orders/paid-units.ts'
import type { LineUnits } from '../orders/fulfilment-queries.ts'
import type { Shop } from '../shop.ts'

type EditedAddress = Pick<
  CheckoutForm,
  'name' | 'organization_name' | 'line1' | 'line2' | 'postal_code' | 'city' | 'country'
>

/** The services that a change of an order needs; commands make their own. */
export type EditServices = Pick<Shop, 'db' | 'now' | 'orderEvents' | 'settings' | 'env' | 'log' | 'servicePoints'>

/** What is to change of an order; whatever is left out stays. */
export type OrderEdit = {
  /** The quantities of lines by position, without units that were cancelled; 0 removes the line. */
  quantities?: ReadonlyMap<number, number>
  added?: readonly { sku: string; quantity: number }[]
  address?: Partial<EditedAddress>
  phone?: string
  /** A delivery method, and a service point near the address. */
  method?: string
  servicePoint?: string
}

/** What a line of the changed order is called and how it is stored, besides its amounts. */
export type EditedLineFacts = EditLine & {
  sku: string
  name: string
  ordinary: Minor
  percent: number
  grams: number | null
  details: string
}

/** The delivery of the changed order; `rate` is the VAT rate of its price, where the order keeps it. */
export type EditedDelivery = {
  offer: Pick<DeliveryOffer, 'id' | 'kind' | 'name'>
  price: Amount
  rate: VatRate | undefined
}

/** An order as it would be after a change, with its goods priced anew. */
export type EditedOrder = EditedAmounts<EditedLineFacts> & {
  delivery: EditedDelivery
  rules: { coupons: readonly TermsCoupon[]; personal: PersonalDiscounts; reverseCharge: boolean }
  vat: VatCheckResult
  sum: Amount
}

/**
 * The change of an order of which something is shipped, refunded or documented. Lines are added as lines of their own,
 * and units that are not shipped are taken off as a refund does; what was charged keeps its amounts.
 */
export type RestPlan = {
  /** The id of the invoice or receipt that charges the added lines; '' while the order's own is not written. */
  addition: string
  added: readonly EditedLine[]
  removed: readonly LineUnits[]
  /** What the added lines cost, and what is refunded for the units that are taken off. */
  more: Paid
  less: Paid
  /** The terms of the order's discounts with those of the added lines. */
  terms: DiscountTerms | undefined
}
type EditedLine = EditedAmounts<EditedLineFacts>['lines'][number]

/** What a change would do, to be shown before it is saved. */
export type EditPreview = {
  /** Undefined when only the address or phone number changes and every amount stays. */
  edited: EditedOrder | undefined
  /** Only of an order of which something is shipped, refunded or documented. */
  rest?: RestPlan
  total: { before: Minor; after: Minor }
  difference: Difference
  form: CheckoutForm
  place: DeliveryPlace | null
  /** The delivery methods that are possible, and the places near the address where parcels can be collected. */
  deliveries: readonly { id: string; kind: DeliveryOffer['kind']; name: string; price: Minor }[]
  places: readonly DeliveryPlace[]
}
