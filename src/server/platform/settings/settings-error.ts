import type { SettingsFault } from '../../../domain/settings/reasons.ts'

/** Why a change is refused as a whole. */
export type WholeFault = 'settings_changed' | 'settings_kept_amounts' | VatFault
type VatFault =
  | 'vat_country'
  | 'vat_untaxed'
  | 'vat_class'
  | 'vat_day'
  | 'vat_day_over'
  | 'vat_day_far'
  | 'vat_percent'
  | 'vat_there'
  | 'vat_none'
  | 'vat_last'
type Whole = { fault: WholeFault; values?: Readonly<Record<string, string>> }

/** Settings that were refused; the message names each setting and the reason. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** What is wrong with which setting; empty where the change as a whole was refused. */
  readonly faults: readonly SettingsFault[]
  readonly fault: WholeFault | undefined
  readonly values: Readonly<Record<string, string>>

  constructor(message: string, why: readonly SettingsFault[] | Whole = []) {
    super(message)
    const whole = 'fault' in why ? why : undefined
    this.faults = 'fault' in why ? [] : why
    this.fault = whole?.fault
    this.values = whole?.values ?? {}
  }
}
