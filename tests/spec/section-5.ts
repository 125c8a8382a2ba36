import { postalTable } from './postal-table.ts'

const rules: Readonly<Record<string, string>> = {
  '5.search.minimum': 'Search ignores input of 1 character or fewer after trimming.',
  '5.order-upload': 'Order upload accepts only .xlsx files.',
  '5.discount-code.characters': 'Discount code (query or legacy path): letters, digits or dashes,',
  '5.discount-code.length': 'at least 3 characters.',
  '5.country-query': 'Country query accepted only if in the known country list;',
  '5.currency-query': 'currency query only if in the known currency list.',
  '5.banner-message': 'Banner message is shown only if longer than 20 characters.',
  '5.store-message': 'Store message is shown only when not hidden.',
  '5.quantity.integer': 'Quantity control: integer,',
  '5.quantity.minimum': 'minimum 0 in a cart line,',
  '5.quantity.maximum': 'maximum 5000,',
  '5.quantity.step': 'step 1;',
  '5.quantity.clamped': 'typed input is clamped into range',
  '5.quantity.non-numbers': 'and non-numbers become 0.',
  '5.spin-button.range': 'The generic spin button defaults to minimum 1, maximum 100.',
}

const postalRows = Object.entries(postalTable).map(
  ([country, format]) => [`5.postal-code.${country}`, `${country}: ${format}`] as const,
)

/** Section 5, "Validation rules", with a row for each country of its table. */
export const section5: Readonly<Record<string, string>> = { ...rules, ...Object.fromEntries(postalRows) }
