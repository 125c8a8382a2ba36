export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_too_common'

export const minPassword = 8
export const maxPassword = 200

/** Why a new password is refused wherever it is typed, or undefined; the server knows the common ones too. */
export function passwordFault(password: string): PasswordFault | undefined {
  const plain = normalizedPassword(password)
  if (plain.length < minPassword) return 'password_too_short'
  if (plain.length > maxPassword) return 'password_too_long'
  return /^(.)\1*$/.test(plain) || /^\d{1,10}$/.test(plain) ? 'password_too_common' : undefined
}

/** The same password however a keyboard composes its letters. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Addresses are compared without case and outer spaces. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase()
}
