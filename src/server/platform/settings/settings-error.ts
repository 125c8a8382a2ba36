import type { SettingsFault } from '../../../domain/settings/settings.ts'

/** Settings that were refused; the message names each setting and the reason. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** What is wrong with which setting; empty where the change as a whole was refused. */
  readonly faults: readonly SettingsFault[]

  constructor(message: string, faults: readonly SettingsFault[] = []) {
    super(message)
    this.faults = faults
  }
}
