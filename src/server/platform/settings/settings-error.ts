/** Settings that were refused; the message names each setting and the reason. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
