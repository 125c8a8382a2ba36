import type { TextKey, Translate } from '../../../i18n/translator.ts'

/** Thrown by an operation of the console that cannot be carried out. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  readonly fault: ConsoleFault

  constructor(fault: ConsoleFault) {
    super(fault)
    this.fault = fault
  }
}

const texts = {
  unknown: 'console:fault.unknown',
  required: 'console:fault.required',
  too_many: 'console:fault.too_many',
  changed_meanwhile: 'console:fault.changed_meanwhile',
  wrong_password: 'console:fault.wrong_password',
  wrong_code: 'console:fault.wrong_code',
  wrong_passkey: 'console:fault.wrong_passkey',
  password_too_short: 'console:fault.password_too_short',
  password_too_long: 'console:fault.password_too_long',
  password_too_common: 'console:fault.password_too_common',
  email_invalid: 'console:fault.email_invalid',
  name_invalid: 'console:fault.name_invalid',
  staff_unknown: 'console:fault.unknown',
  already_staff: 'console:fault.already_staff',
  role_unknown: 'console:fault.role_unknown',
  role_used: 'console:fault.role_used',
  role_exists: 'console:fault.role_exists',
  last_owner: 'console:fault.last_owner',
  above_own: 'console:fault.above_own',
  link_over: 'console:fault.link_over',
  last_factor: 'console:fault.last_factor',
  order_unknown: 'console:fault.order_unknown',
  not_possible: 'console:fault.not_possible',
  units_unknown: 'console:fault.units_unknown',
  already_shipped: 'console:fault.already_shipped',
  nothing_left: 'console:fault.nothing_left',
  return_unknown: 'console:fault.return_unknown',
  phone_invalid: 'console:fault.phone_invalid',
  scopes_invalid: 'console:fault.scopes_invalid',
  discounts_invalid: 'console:fault.discounts_invalid',
  asked_too_often: 'console:fault.asked_too_often',
  not_sure: 'console:fault.not_sure',
  erase_blocked: 'console:fault.erase_blocked',
  on_hold: 'console:fault.on_hold',
  scan_unknown: 'console-packing:fault.scan_unknown',
  scan_beyond: 'console-packing:fault.scan_beyond',
  scan_no_order: 'console-packing:fault.scan_no_order',
  nothing_scanned: 'console-packing:fault.nothing_scanned',
  nothing_chosen: 'console-packing:fault.nothing_chosen',
  not_carried_out: 'console-packing:fault.not_carried_out',
} as const satisfies Record<string, TextKey>

export type ConsoleFault = keyof typeof texts

const refusals = new Set(['ConsoleError', 'StaffError', 'OrderError', 'ApiKeyError', 'QuoteError', 'RequestError'])

/**
 * What a person is told of an operation that was refused, in their language where the fault has a text; undefined for
 * an error that is no refusal.
 */
export function refusalText(error: unknown, t: Translate): string | undefined {
  const fault = refusalOf(error)
  return fault === undefined ? undefined : faultText(fault, t)
}

/** Why an operation was refused: a fault that has a text, else the error's message. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !refusals.has(error.name)) return undefined
  const fault = 'fault' in error && typeof error.fault === 'string' ? error.fault : ''
  return Object.hasOwn(texts, fault) ? fault : error.message
}

/** A fault of `refusalOf` in words. */
export function faultText(fault: string, t: Translate): string {
  return Object.hasOwn(texts, fault) ? t(texts[fault as ConsoleFault]) : fault
}
