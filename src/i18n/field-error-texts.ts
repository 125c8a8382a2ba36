import type { FieldErrorCode } from '../domain/orders/checkout-form.ts'
import type { TextKey } from './translator.ts'

/** What is wrong with a field of an address, a buyer or a checkout. */
export const fieldErrorTexts: Record<FieldErrorCode, TextKey> = {
  required: 'checkout:error.required',
  too_long: 'checkout:error.too_long',
  email_invalid: 'checkout:error.email_invalid',
  phone_invalid: 'checkout:error.phone_invalid',
  postal_code_invalid: 'checkout:error.postal_code_invalid',
  country_unknown: 'checkout:error.country_unknown',
  organization_number_invalid: 'checkout:error.organization_number_invalid',
  vat_number_invalid: 'checkout:error.vat_number_invalid',
  vat_number_refused: 'checkout:error.vat_number_refused',
  peppol_id_invalid: 'checkout:error.peppol_id_invalid',
  payment_method_unknown: 'checkout:error.payment_method_unknown',
  payment_method_unavailable: 'checkout:error.payment_method_unavailable',
  credit_exceeded: 'checkout:error.credit_exceeded',
  invoice_unavailable: 'checkout:error.invoice_unavailable',
  terms_required: 'checkout:error.terms_required',
  delivery_method_unknown: 'checkout:error.delivery_method_unknown',
  delivery_unavailable: 'checkout:error.delivery_unavailable',
  too_heavy: 'checkout:error.too_heavy',
  service_point_required: 'checkout:error.service_point_required',
  service_point_unknown: 'checkout:error.service_point_unknown',
  service_points_failed: 'checkout:error.service_points_failed',
}
