import type { RequestFault, RequestField } from '../../../contracts/customer-pages/request-page.ts'
import { maxRequestLines } from '../../../domain/orders/part-requests.ts'
import type { TextKey, Translate } from '../../../i18n/translator.ts'

const fieldTexts: Record<RequestField, TextKey> = {
  number: 'orders:request.part',
  quantity: 'orders:request.quantity',
  lines: 'orders:request.lines',
  device: 'orders:request.device',
  message: 'orders:request.message',
  name: 'checkout:field.name',
  email: 'checkout:field.email',
  organization: 'checkout:field.organization_name',
  vat_number: 'checkout:field.vat_number',
}

const faultTexts: Record<RequestFault, TextKey> = {
  part_missing: 'orders:request.fault.part_missing',
  quantity_invalid: 'orders:request.fault.quantity_invalid',
  too_many_parts: 'orders:request.fault.too_many_parts',
  required: 'checkout:error.required',
  too_long: 'checkout:error.too_long',
  email_invalid: 'checkout:error.email_invalid',
  vat_number_invalid: 'checkout:error.vat_number_invalid',
}

export function requestLabel(field: RequestField, t: Translate): string {
  return t(fieldTexts[field])
}

export function requestFault(fault: RequestFault, t: Translate): string {
  return t(faultTexts[fault], { most: maxRequestLines })
}

export function requestFieldId(field: RequestField): string {
  return `request-${field}`
}
