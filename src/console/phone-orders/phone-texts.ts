import type { CheckoutField } from '../../domain/orders/checkout-form.ts'
import type { TextKey } from '../../i18n/translator.ts'

/** The names of the checkout's fields, as the form of an order by phone has them. */
export const fieldTexts: Record<CheckoutField, TextKey> = {
  email: 'checkout:field.email',
  phone: 'checkout:field.phone',
  customer_kind: 'console-phone-order:kind',
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
  delivery_method: 'console-phone-order:delivery',
  service_point: 'console-order-edit:point',
  payment_method: 'console-phone-order:payment',
  terms: 'checkout:terms',
}
