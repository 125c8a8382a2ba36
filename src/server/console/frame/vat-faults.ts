import type { TextKey } from '../../../i18n/translator.ts'

/** The texts of the faults of VAT rates. */
export const vatFaults = {
  vat_country: 'console-prices:fault.vat_country',
  vat_untaxed: 'console-prices:fault.vat_untaxed',
  vat_class: 'console-prices:fault.vat_class',
  vat_day: 'console-prices:fault.vat_day',
  vat_day_over: 'console-prices:fault.vat_day_over',
  vat_day_far: 'console-prices:fault.vat_day_far',
  vat_percent: 'console-prices:fault.vat_percent',
  vat_there: 'console-prices:fault.vat_there',
  vat_none: 'console-prices:fault.vat_none',
  vat_last: 'console-prices:fault.vat_last',
  vat_no_sample: 'console-prices:fault.vat_no_sample',
  vat_no_part: 'console-prices:fault.vat_no_part',
  vat_no_price: 'console-prices:fault.vat_no_price',
} as const satisfies Readonly<Record<string, TextKey>>
