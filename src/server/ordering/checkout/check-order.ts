import type { CheckoutForm, FieldErrors } from '../../../domain/orders/checkout-form.ts'
import { soldCountry, type Sales } from '../../../domain/settings/sales.ts'
import { giftCard } from '../../payments/providers/gift-card.ts'
import { isPaidByCards } from '../gift-cards/payment-choices.ts'
import { changesSince } from './checkout-snapshot.ts'
import type { CheckedForm, OrderRequest, PlaceOrderResult } from './order-request.ts'
import type { PricedCheckout } from './price-checkout.ts'

type Refusal = Extract<PlaceOrderResult, { kind: 'refused' | 'changed' | 'empty' }>

/** Validates the form of an order. An order that gift cards pay completely needs no other payment method. */
export function checkedForm({ check, form, place = null }: OrderRequest, priced: PricedCheckout): CheckedForm {
  const checked = check ? check(priced) : { form, errors: {}, place }
  return isPaidByCards(priced) ? { ...checked, form: { ...checked.form, payment_method: giftCard.name } } : checked
}

/** Returns why the order cannot be placed as the shopper saw it; undefined if it can. */
export function refusalOf(priced: PricedCheckout, request: OrderRequest, checked: CheckedForm): Refusal | undefined {
  if (Object.keys(checked.errors).length > 0) return { kind: 'refused', form: checked.form, errors: checked.errors }
  const changes = changesSince(request.seen, priced, request.context.currency.code)
  if (changes.length > 0) return { kind: 'changed', changes }
  if (!priced.lines.some((line) => line.quantity > 0)) return { kind: 'empty' }
  return isDeliverable(priced, checked) ? undefined : { kind: 'changed', changes: [{ kind: 'delivery' }] }
}

/** Tells whether the requested delivery method is offered and its service point is known. */
function isDeliverable({ delivery }: PricedCheckout, { form, place }: CheckedForm): boolean {
  if (!delivery || (form.delivery_method !== '' && form.delivery_method !== delivery.id)) return false
  return delivery.kind === 'home' || delivery.kind === 'mail' || Boolean(place)
}

/** Says at the field that a known country of a form is not sold to. */
export function unsoldErrors(sales: Sales, { country }: Pick<CheckoutForm, 'country'>): FieldErrors {
  return country !== '' && soldCountry(sales, country) === undefined ? { country: 'country_unknown' } : {}
}

/** Refuses an order to a country that is not sold to. */
export function withUnsoldErrors(
  sales: Sales,
  { context }: Pick<OrderRequest, 'context'>,
  checked: CheckedForm,
): CheckedForm {
  const errors = { ...checked.errors, ...unsoldErrors(sales, context), ...unsoldErrors(sales, checked.form) }
  return { ...checked, errors }
}
