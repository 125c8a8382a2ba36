import type { TextKey } from '../../../i18n/translator.ts'

/** The texts of the faults of orders. */
export const orderFaults = {
  order_unknown: 'console:fault.order_unknown',
  not_possible: 'console:fault.not_possible',
  units_unknown: 'console:fault.units_unknown',
  units_missing: 'console:fault.units_missing',
  already_shipped: 'console:fault.already_shipped',
  nothing_left: 'console:fault.nothing_left',
  on_hold: 'console:fault.on_hold',
  hold_unexplained: 'console:fault.hold_unexplained',
  label_invalid: 'console-orders:fault.label_invalid',
  too_many_labels: 'console-orders:fault.too_many_labels',
  not_charged: 'console-orders:fault.not_charged',
  credit_too_much: 'console-orders:fault.credit_too_much',
  credit_unexplained: 'console-orders:fault.credit_unexplained',
  mail_unknown: 'console:fault.unknown',
  mail_waiting: 'console-orders:fault.mail_waiting',
  mail_often: 'console-orders:fault.mail_often',
  disputed: 'console-orders:fault.disputed',
} as const satisfies Record<string, TextKey>
