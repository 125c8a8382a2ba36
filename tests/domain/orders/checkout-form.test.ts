import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkoutErrors,
  normalizedForm,
  readCheckoutForm,
  type CheckoutForm,
} from '../../../src/domain/orders/checkout-form.ts'
import { companyNumbers } from '../../../src/domain/orders/company-numbers.ts'
import { isEmail } from '../../../src/domain/visitors/emails.ts'
import { sweden } from '../../support/homes.ts'

const isSwedishOrganizationNumber = companyNumbers('SE').isCompanyNumber

const good: Record<keyof CheckoutForm, string> = {
  email: 'anna@example.se',
  phone: '',
  customer_kind: 'private',
  organization_name: '',
  organization_number: '',
  vat_number: '',
  order_reference: '',
  cost_centre: '',
  peppol_id: '',
  invoice_address: '',
  message: '',
  name: 'Anna',
  line1: 'Storgatan 1',
  line2: '',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  delivery_method: '',
  service_point: '',
  payment_method: 'invoice',
  terms: 'yes',
}
const read = (changes: Partial<typeof good>) => readCheckoutForm((field) => ({ ...good, ...changes })[field])
const errors = (changes: Partial<typeof good>) =>
  checkoutErrors(read(changes), ['invoice', 'sandbox'], { home: sweden })
const organization = {
  customer_kind: 'organization',
  organization_name: 'Firma AB',
  organization_number: '556036-0793',
}

test('a complete form has no errors and is normalized', () => {
  expect(errors({})).toEqual({})
  expect(errors({ phone: '+46 (0)70-123 45 67', email: 'a.b+c@sub.exämple.se' })).toEqual({})
  expect(errors(organization)).toEqual({})
  expect(errors({ ...organization, organization_number: 'DE123', country: 'DE', postal_code: '10115' })).toEqual({})
  expect(normalizedForm(read({ email: ' Anna@Example.SE ', postal_code: ' 111  22', country: 'se' }))).toMatchObject({
    email: 'anna@example.se',
    postal_code: '111 22',
    country: 'SE',
  })
})

test('an empty form lists the required fields', () => {
  const required = ['email', 'name', 'line1', 'postal_code', 'city', 'country', 'payment_method'].map((field) => [
    field,
    'required',
  ])
  expect(
    checkoutErrors(
      readCheckoutForm(() => undefined),
      ['invoice'],
      { home: sweden },
    ),
  ).toEqual({ ...Object.fromEntries(required), terms: 'terms_required' })
  expect(errors({ customer_kind: 'organization' })).toEqual({
    organization_name: 'required',
    organization_number: 'required',
  })
  expect(errors({ name: ' \t ' })).toEqual({ name: 'required' })
})

test('each field has its own error', () => {
  expect(errors({ email: 'anna' })).toEqual({ email: 'email_invalid' })
  expect(errors({ phone: 'call me' })).toEqual({ phone: 'phone_invalid' })
  expect(errors({ country: 'XX' })).toEqual({ country: 'country_unknown' })
  expect(errors({ country: 'SWE' })).toEqual({ country: 'too_long' })
  expect(errors({ postal_code: '1112' })).toEqual({ postal_code: 'postal_code_invalid' })
  expect(errors({ country: 'se', postal_code: 'ABC' })).toEqual({ postal_code: 'postal_code_invalid' })
  expect(errors({ ...organization, organization_number: '556036-0794' })).toEqual({
    organization_number: 'organization_number_invalid',
  })
  expect(errors({ ...organization, organization_number: '1', country: 'se' })).toEqual({
    organization_number: 'organization_number_invalid',
  })
  expect(errors({ payment_method: 'gold' })).toEqual({ payment_method: 'payment_method_unknown' })
  expect(errors({ terms: 'no' })).toEqual({ terms: 'terms_required' })
  expect(errors({ name: 'x'.repeat(101), line1: 'x'.repeat(121), city: 'x'.repeat(81) })).toEqual({
    name: 'too_long',
    line1: 'too_long',
    city: 'too_long',
  })
  expect(errors({ customer_kind: 'wizard' })).toEqual({})
})

test('rejects mail addresses that could add a header or recipient', () => {
  expect(['a@b.se', 'first.last@sub.example.co.uk', "o'neil@example.ie", 'åsa@exämple.se'].map(isEmail)).toEqual([
    true,
    true,
    true,
    true,
  ])
  for (const text of [
    '',
    'a@b',
    '@b.se',
    'a@.se',
    'a@b..se',
    'a@-b.se',
    'a@b-.se',
    'a b@c.se',
    'a@b.se\nBcc: x@y.se',
    'a@b.se, x@y.se',
    '<a@b.se>',
    'a@b@c.se',
    `${'a'.repeat(65)}@b.se`,
    `a@${'b'.repeat(250)}.se`,
  ])
    expect(isEmail(text), text).toBe(false)
  expect(isEmail(`a@${'b.'.repeat(50_000)}`)).toBe(false)
})

test('an organization number has ten digits with the right check digit', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 9 }), (nine, last) => {
      const sum = nine.reduce(
        (total, digit, at) => total + (at % 2 === 0 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit),
        0,
      )
      expect(isSwedishOrganizationNumber(`${nine.join('')}${last}`)).toBe((sum + last) % 10 === 0)
    }),
  )
  expect(['556036-0793', '165560360793', '5560360793', '556036 0793'].map(isSwedishOrganizationNumber)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['', '556036079', '55603607933', 'ABCDEFGHIJ', '175560360793'].map(isSwedishOrganizationNumber)).toEqual(
    Array(5).fill(false),
  )
})

test('hostile text in any field gives errors, not exceptions', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom('\u0000', '\uD800', '1'.repeat(100_000), ' '.repeat(100_000), '__proto__', '<script>'),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...(Object.keys(good) as (keyof CheckoutForm)[])), hostile), (fields) => {
      const form = read(fields)
      checkoutErrors(form, ['invoice'], { home: sweden })
      normalizedForm(form)
    }),
  )
})

test.each([
  ['LV', '1010', 'LV-1010'],
  ['LV', 'lv1010', 'LV-1010'],
  ['LV', 'LV 1010', 'LV-1010'],
  ['CA', 'K1A0B1', 'K1A 0B1'],
  ['CA', 'k1a-0b1', 'K1A 0B1'],
  ['JP', '1000001', '100-0001'],
  ['PL', '00001', '00-001'],
  ['PL', 'PL-00 001', '00-001'],
  ['PT', '1000 001', '1000-001'],
  ['SE', 'SE-111 22', '111 22'],
  ['SE', '11122', '111 22'],
  ['DE', '10 115', '10115'],
  ['CH', 'CH-8001', '8001'],
  ['LT', 'LT01100', 'LT-01100'],
  ['NL', '1012-AB', '1012 AB'],
])('completes a postal code of %s typed as "%s" to "%s"', (country, typed, read) => {
  expect(errors({ country, postal_code: typed })).toEqual({})
  expect(readCheckoutForm((field) => ({ country, postal_code: typed })[field as 'country']).postal_code).toBe(read)
})

test.each([
  ['LV', '10100'],
  ['LV', 'EE-1010'],
  ['CA', 'K1A 0B'],
  ['SE', '111 2'],
  ['SE', ''],
  ['XX', '1'],
])('keeps an invalid postal code of %s, "%s", as typed', (country, typed) => {
  expect(readCheckoutForm((field) => ({ country, postal_code: typed })[field as 'country']).postal_code).toBe(typed)
})

test('an e-invoice address has the register, a colon and the number there; only organizations have one', () => {
  const errorOf = (peppol_id: string, customer_kind = 'organization') =>
    checkoutErrors(
      read({ customer_kind, organization_name: 'Firm', organization_number: '559999-4612', peppol_id }),
      ['invoice'],
      { home: sweden },
    ).peppol_id
  for (const right of ['', '0007:5599994612', '0088:7300010000001', '9930:DE123456788', ' 0007 : 5599994612 '])
    expect(errorOf(right), right).toBeUndefined()
  for (const wrong of ['5599994612', '07:5599994612', '0007:', '0007:<b>', '0007;5599994612'])
    expect(errorOf(wrong), wrong).toBe('peppol_id_invalid')
  expect(errorOf('nonsense', 'private')).toBeUndefined()
  expect(errorOf(`0007:${'1'.repeat(80)}`)).toBe('too_long')
})
