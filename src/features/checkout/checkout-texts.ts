import type { CheckoutField, FieldErrorCode } from '../../domain/checkout-form.ts'
import type { TextKey } from '../../i18n/translator.ts'

/** Fields a shopper writes in, as opposed to choices. */
export type WrittenField = Exclude<CheckoutField, 'customer_kind' | 'payment_method' | 'terms' | 'country'>

export const fieldTexts: Record<CheckoutField, TextKey> = {
  email: 'checkout:field.email', phone: 'checkout:field.phone', customer_kind: 'checkout:customer_kind',
  organization_name: 'checkout:field.organization_name', organization_number: 'checkout:field.organization_number',
  order_reference: 'checkout:field.order_reference', cost_centre: 'checkout:field.cost_centre',
  name: 'checkout:field.name', line1: 'checkout:field.line1', line2: 'checkout:field.line2',
  postal_code: 'checkout:field.postal_code', city: 'checkout:field.city', country: 'checkout:field.country',
  payment_method: 'checkout:payment', terms: 'checkout:terms',
}

export const errorTexts: Record<FieldErrorCode, TextKey> = {
  required: 'checkout:error.required', too_long: 'checkout:error.too_long', email_invalid: 'checkout:error.email_invalid',
  phone_invalid: 'checkout:error.phone_invalid', postal_code_invalid: 'checkout:error.postal_code_invalid',
  country_unknown: 'checkout:error.country_unknown', organization_number_invalid: 'checkout:error.organization_number_invalid',
  payment_method_unknown: 'checkout:error.payment_method_unknown', credit_exceeded: 'checkout:error.credit_exceeded',
  terms_required: 'checkout:error.terms_required',
}

const deliveryTexts: Record<string, TextKey> = {
  'home-se': 'checkout:delivery_method.home-se', 'home-nordic': 'checkout:delivery_method.home-nordic',
  'home-eu': 'checkout:delivery_method.home-eu', 'home-world': 'checkout:delivery_method.home-world',
}

export function deliveryText(id: string): TextKey {
  return deliveryTexts[id] ?? 'checkout:delivery_method.other'
}

/** Name and description of each way to pay; a provider without words of its own is shown by its name. */
export const paymentTexts: Record<string, { name: TextKey; help: TextKey }> = {
  stripe: { name: 'checkout:payment_method.stripe', help: 'checkout:payment_method.stripe_help' },
  invoice: { name: 'checkout:payment_method.invoice', help: 'checkout:payment_method.invoice_help' },
  gift_card: { name: 'checkout:payment_method.gift_card', help: 'checkout:payment_method.gift_card_help' },
  sandbox: { name: 'checkout:payment_method.sandbox', help: 'checkout:payment_method.sandbox_help' },
}

/** Id of a field's control, which error links and labels point at. */
export function fieldId(field: CheckoutField): string {
  return `checkout-${field.replaceAll('_', '-')}`
}
