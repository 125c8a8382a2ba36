/** The lengths that islands need, apart from the others so that browsers do not load those. */
export const maxEmailLength = 254
export const maxNameLength = 100
export const maxSearchLength = 400

/** Maximum length of each text field in characters; forms, calls and the server all use these. */
export const fieldLengths = {
  email: maxEmailLength,
  phone: 30,
  organization_name: 120,
  organization_number: 30,
  vat_number: 40,
  order_reference: 60,
  cost_centre: 60,
  peppol_id: 60,
  invoice_address: 240,
  message: 500,
  name: maxNameLength,
  line1: 120,
  line2: 120,
  postal_code: 16,
  city: 80,
  order_number: 40,
  search: maxSearchLength,
} as const

/**
 * The password field accepts more characters than a password may have, so that a long one is rejected instead of cut
 * silently.
 */
export const maxTypedPasswordLength = 800
