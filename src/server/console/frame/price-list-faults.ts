import type { TextKey } from '../../../i18n/translator.ts'

/** The texts of the faults of price lists. */
export const priceListFaults = {
  price_list_unknown: 'console:fault.unknown',
  price_list_version: 'console:fault.record_changed',
  price_list_name: 'console-price-lists:fault.name',
  price_list_period: 'console-price-lists:fault.period',
  price_list_runs: 'console-price-lists:fault.runs',
  price_list_full: 'console-price-lists:fault.full',
  price_list_no_rows: 'console-price-lists:fault.no_rows',
  price_list_file: 'console-price-lists:fault.file',
  price_list_too_many: 'console-price-lists:fault.too_many',
  price_list_row_sku: 'console-price-lists:fault.row_sku',
  price_list_row_quantity: 'console-price-lists:fault.row_quantity',
  price_list_row_amount: 'console-price-lists:fault.row_amount',
  price_list_row_twice: 'console-price-lists:fault.row_twice',
  price_list_row_unknown: 'console-price-lists:fault.row_unknown',
  price_list_nothing_changed: 'console-price-lists:fault.nothing_changed',
  price_list_busy: 'console-price-lists:fault.busy',
  price_list_organization: 'console-price-lists:fault.organization',
  price_list_customer: 'console-price-lists:fault.customer',
} as const satisfies Readonly<Record<string, TextKey>>
