/**
 * The longest text that each written field takes, in characters. Forms, calls and the server go by the same numbers.
 */
export const fieldLengths = {
  email: 254,
  phone: 30,
  organization_name: 120,
  organization_number: 30,
  vat_number: 40,
  order_reference: 60,
  cost_centre: 60,
  name: 100,
  line1: 120,
  line2: 120,
  postal_code: 16,
  city: 80,
  order_number: 40,
  search: 400,
} as const

/**
 * What is typed as a password may be longer than a password, so that the shopper is told and nothing is cut in silence.
 */
export const longestTypedPassword = 800
