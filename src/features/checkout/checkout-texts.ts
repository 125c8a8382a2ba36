import type { CheckoutPage, CheckoutRefusal } from '../../contracts/customer-pages/checkout-page.ts'
import { fieldLengths } from '../../domain/field-lengths.ts'
import { checkoutFields, type CheckoutField } from '../../domain/orders/checkout-form.ts'
import { fieldErrorTexts } from '../../i18n/field-error-texts.ts'
import type { TextKey, Translate } from '../../i18n/translator.ts'
import { exportText } from '../../i18n/vat-texts.ts'
import type { OrderName } from '../cart/store/order-names.ts'

/** Fields a shopper writes in, as opposed to choices. */
export type WrittenField = Exclude<
  CheckoutField,
  'customer_kind' | 'delivery_method' | 'service_point' | 'payment_method' | 'terms' | 'country'
>

export const fieldTexts: Record<CheckoutField, TextKey> = {
  email: 'checkout:field.email',
  phone: 'checkout:field.phone',
  customer_kind: 'checkout:customer_kind',
  organization_name: 'checkout:field.organization_name',
  organization_number: 'checkout:field.organization_number',
  vat_number: 'checkout:field.vat_number',
  order_reference: 'checkout:field.order_reference',
  cost_centre: 'checkout:field.cost_centre',
  peppol_id: 'checkout:field.peppol_id',
  invoice_address: 'checkout:field.invoice_address',
  message: 'checkout:field.message',
  name: 'checkout:field.name',
  line1: 'checkout:field.line1',
  line2: 'checkout:field.line2',
  postal_code: 'checkout:field.postal_code',
  city: 'checkout:field.city',
  country: 'checkout:field.country',
  delivery_method: 'checkout:delivery',
  service_point: 'checkout:delivery_kind.service_point',
  payment_method: 'checkout:payment',
  terms: 'checkout:terms',
}

/** Why an order cannot be placed just now. */
export const refusalTexts: Record<CheckoutRefusal['code'], TextKey> = {
  too_many_orders: 'checkout:refusal.too_many_orders',
  too_many_open: 'checkout:refusal.too_many_open',
  open_sum: 'checkout:refusal.open_sum',
  reserved_too_much: 'checkout:refusal.reserved_too_much',
}

/** What became of the order's VAT when the buyer's number was looked at again. */
export const vatChangeTexts: Record<CheckoutPage['vat']['state'], TextKey> = {
  none: 'checkout:changes.vat_charged',
  kept: 'checkout:changes.vat_charged',
  refused: 'checkout:changes.vat_charged',
  confirmed: 'checkout:changes.vat_confirmed',
  unavailable: 'checkout:changes.vat_unavailable',
}

/**
 * Name and description of each way to pay, and which of the cart's orders is begun with it; a provider without words of
 * its own is shown by its name.
 */
export const paymentTexts: Record<string, { name: TextKey; help: TextKey; order?: OrderName }> = {
  stripe: { name: 'checkout:payment_method.stripe', help: 'checkout:payment_method.stripe_help', order: 'cardOrder' },
  invoice: {
    name: 'checkout:payment_method.invoice',
    help: 'checkout:payment_method.invoice_help',
    order: 'invoiceOrder',
  },
  gift_card: { name: 'checkout:payment_method.gift_card', help: 'checkout:payment_method.gift_card_help' },
  sandbox: {
    name: 'checkout:payment_method.sandbox',
    help: 'checkout:payment_method.sandbox_help',
    order: 'cardOrder',
  },
}

/** Id of a field's control, which error links and labels point at. */
export function fieldId(field: CheckoutField): string {
  return `checkout-${field.replaceAll('_', '-')}`
}

/** What is wrong with a field, in words; undefined where nothing is. */
export function fieldError({ errors }: CheckoutPage, field: CheckoutField, t: Translate): string | undefined {
  const code = errors[field]
  return code && t(fieldErrorTexts[code])
}

/** Whether the field is the first one that is wrong, which the page shows first. */
export function isFirstWrong({ errors }: CheckoutPage, field: CheckoutField): boolean {
  return checkoutFields.find((each) => errors[each]) === field
}

/** What the page knows of a written field, for `ui/Field.astro`. */
export function writtenField(page: CheckoutPage, field: WrittenField, t: Translate) {
  return {
    id: fieldId(field),
    name: field,
    label: t(fieldTexts[field]),
    value: page.form[field],
    error: fieldError(page, field, t),
    maxlength: fieldLengths[field],
    isFocused: isFirstWrong(page, field),
  }
}

/** Whether everything is sent by e-mail, so that no parcel comes. */
export function isMailed({ delivery }: CheckoutPage): boolean {
  return delivery?.kind === 'mail'
}

/** What is said of the VAT of goods that leave the countries where the shop charges it; '' for others. */
export function exportedText(page: CheckoutPage, reader: Parameters<typeof exportText>[1], t: Translate): string {
  const { totals, delivery, form, vat } = page
  return exportText(
    { country: form.country, totals, delivery, isReverseCharged: vat.reverseCharge !== null },
    reader,
    t,
  )
}
