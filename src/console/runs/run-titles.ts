import type { RunOperation } from '../../contracts/console/bulk.ts'

/** What is done with how many records (`count`). */
export const runTitles = {
  'invoices.remind': 'console-packing:run_of.invoices.remind',
  'orders.deliver': 'console-packing:run_of.orders.deliver',
  'orders.hold': 'console-packing:run_of.orders.hold',
  'orders.label': 'console-packing:run_of.orders.label',
  'orders.process': 'console-packing:run_of.orders.process',
  'orders.release': 'console-packing:run_of.orders.release',
  'orders.ship': 'console-packing:run_of.orders.ship',
  'orders.unlabel': 'console-packing:run_of.orders.unlabel',
  'products.hide': 'console-packing:run_of.products.hide',
  'products.publish': 'console-packing:run_of.products.publish',
  'products.vat': 'console-packing:run_of.products.vat',
} as const satisfies Record<RunOperation, string>
