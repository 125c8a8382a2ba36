import { fieldLengths } from '../field-lengths.ts'
import { readVatNumber } from '../money/vat-numbers.ts'
import { countryByCode } from '../places/countries.ts'
import type { Home } from '../places/home.ts'
import { completePostalCode, isPostalCode, normalizePostalCode } from '../places/postal-codes.ts'
import { isEmail } from '../visitors/emails.ts'
import { isWrongOfBuyer } from './company-numbers.ts'
import { isPeppolId } from './peppol-ids.ts'

/** The checkout form as the shopper typed it, except that the country code is upper case. */
export type CheckoutForm = {
  email: string
  phone: string
  customer_kind: 'private' | 'organization'
  organization_name: string
  organization_number: string
  vat_number: string
  order_reference: string
  cost_centre: string
  /** The organization's e-invoice address, and its own address for invoices; '' when the order's own serves. */
  peppol_id: string
  invoice_address: string
  /** What the buyer writes about the order. */
  message: string
  name: string
  line1: string
  line2: string
  postal_code: string
  city: string
  country: string
  delivery_method: string
  service_point: string
  payment_method: string
  terms: string
}

export type CheckoutField = keyof CheckoutForm
export type FieldErrorCode =
  | 'required'
  | 'too_long'
  | 'email_invalid'
  | 'phone_invalid'
  | 'postal_code_invalid'
  | 'country_unknown'
  | 'organization_number_invalid'
  | 'vat_number_invalid'
  | 'vat_number_refused'
  | 'peppol_id_invalid'
  | 'payment_method_unknown'
  | 'payment_method_unavailable'
  | DeliveryErrorCode
  | 'credit_exceeded'
  | 'invoice_unavailable'
  | 'terms_required'
/**
 * `delivery_unavailable`: this method does not cover the country or weight; `too_heavy`: no delivery method carries the
 * weight.
 */
export type DeliveryErrorCode =
  | 'delivery_method_unknown'
  | 'delivery_unavailable'
  | 'too_heavy'
  | 'service_point_required'
  | 'service_point_unknown'
  | 'service_points_failed'
export type FieldErrors = Partial<Record<CheckoutField, FieldErrorCode>>

const { order_number: _orderNumber, search: _search, ...writtenLengths } = fieldLengths
const limits: Record<CheckoutField, number> = {
  ...writtenLengths,
  customer_kind: 20,
  country: 2,
  delivery_method: 40,
  service_point: 80,
  payment_method: 40,
  terms: 10,
}

export const checkoutFields = Object.keys(limits) as CheckoutField[]

/**
 * Reads the posted fields; a missing field is ''. A field that is too long is cut to one character above its limit, so
 * that it is rejected but never stored whole.
 */
export function readCheckoutForm(read: (field: CheckoutField) => string | undefined): CheckoutForm {
  const entries = checkoutFields.map(
    (field) =>
      [
        field,
        oneLine(field, read(field) ?? '')
          .trim()
          .slice(0, limits[field] + 1),
      ] as const,
  )
  const form = Object.fromEntries(entries) as Record<CheckoutField, string>
  const country = form.country.toUpperCase()
  const postalCode = completePostalCode(country, form.postal_code)
  return {
    ...form,
    country,
    postal_code: postalCode,
    peppol_id: form.peppol_id.replace(/\s/g, ''),
    customer_kind: form.customer_kind === 'organization' ? 'organization' : 'private',
  }
}

/** Only a message has lines: more of them in an address would look like other rows of a mail. */
function oneLine(field: CheckoutField, text: string): string {
  return field === 'message' ? text : text.replace(/[\t\n\r]+/g, ' ')
}

export type FieldRule = 'off' | 'optional' | 'required'
/** What the shop asks of a kind of customer, as far as that is a setting. */
export type FieldRules = Partial<Record<CheckoutField, FieldRule>>

/** Empties the fields that are not asked for, whatever was posted or remembered. */
export function withoutHiddenFields(form: CheckoutForm, rules: FieldRules): CheckoutForm {
  const off = checkoutFields.filter((field) => rules[field] === 'off')
  return { ...form, ...Object.fromEntries(off.map((field) => [field, ''])) }
}

/** Validates the form; returns an error code for each invalid field. `offered` are the available payment methods. */
export function checkoutErrors(
  form: CheckoutForm,
  offered: readonly string[],
  { rules = {}, home }: { rules?: FieldRules; home: Pick<Home, 'country'> },
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of requiredFields(form, rules)) if (!form[field]) errors[field] = 'required'
  for (const field of checkoutFields) if (form[field].length > limits[field]) errors[field] = 'too_long'
  const fail = (field: CheckoutField, wrong: boolean, code: FieldErrorCode) => {
    if (wrong && !errors[field]) errors[field] = code
  }
  fail('email', !isEmail(form.email), 'email_invalid')
  fail('phone', form.phone !== '' && !isPhone(form.phone), 'phone_invalid')
  fail('country', !countryByCode(form.country), 'country_unknown')
  fail('postal_code', !errors.country && !isPostalCode(form.country, form.postal_code), 'postal_code_invalid')
  fail('organization_number', isOrganizationNumberWrong(form, home), 'organization_number_invalid')
  fail(
    'vat_number',
    needsVatNumber(form, home) && form.vat_number !== '' && !readVatNumber(form.vat_number),
    'vat_number_invalid',
  )
  fail('peppol_id', isPeppolIdWrong(form), 'peppol_id_invalid')
  fail('payment_method', !offered.includes(form.payment_method), 'payment_method_unknown')
  fail('terms', form.terms !== 'yes', 'terms_required')
  return errors
}

/** Numbers of Sweden and of the shop's own country have a form that is known. */
function isOrganizationNumberWrong(form: CheckoutForm, home: Pick<Home, 'country'>): boolean {
  const { customer_kind: kind, organization_number: number, country } = form
  const known = (['SE', home.country] as const).find((each) => each === country)
  return kind === 'organization' && number !== '' && known !== undefined && isWrongOfBuyer(number, known)
}

function isPeppolIdWrong({ customer_kind: kind, peppol_id: id }: CheckoutForm): boolean {
  return kind === 'organization' && id !== '' && !isPeppolId(id)
}

/**
 * Tells whether the VAT number is asked for: it changes what an organization pays only for delivery to another EU
 * country.
 */
export function needsVatNumber(
  { customer_kind: kind, country }: Pick<CheckoutForm, 'customer_kind' | 'country'>,
  home: Pick<Home, 'country'>,
): boolean {
  return kind === 'organization' && isOtherEuCountry(country, home)
}

/** Tells whether a country is another member state than the shop's own; a shop outside the EU has none. */
export function isOtherEuCountry(country: string, home: Pick<Home, 'country'>): boolean {
  const isEu = (code: string) => countryByCode(code)?.eu === true
  return country !== home.country && isEu(country) && isEu(home.country)
}

function requiredFields(form: CheckoutForm, rules: FieldRules): CheckoutField[] {
  const always: CheckoutField[] = ['email', 'name', 'line1', 'postal_code', 'city', 'country', 'payment_method']
  const usual: FieldRules =
    form.customer_kind === 'organization' ? { organization_name: 'required', organization_number: 'required' } : {}
  const applied = { ...usual, ...rules }
  return [...always, ...checkoutFields.filter((field) => applied[field] === 'required')]
}

/** Accepts digits with common separators, with or without a country code. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s()-]{6,30}$/.test(text)
}

/** The form as stored with an order: postal code and e-mail are normalized. */
export function normalizedForm(form: CheckoutForm): CheckoutForm {
  return { ...form, postal_code: normalizePostalCode(form.postal_code), email: form.email.toLowerCase() }
}
