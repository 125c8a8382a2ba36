export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_too_common'

const minPassword = 8
const maxPassword = 200

/**
 * Checks a new password; returns the reason for a refusal, or undefined. The server also checks a list of common
 * passwords.
 */
export function passwordFault(password: string): PasswordFault | undefined {
  const plain = normalizedPassword(password)
  if (plain.length < minPassword) return 'password_too_short'
  if (plain.length > maxPassword) return 'password_too_long'
  return /^(.)\1*$/.test(plain) || /^\d{1,10}$/.test(plain) ? 'password_too_common' : undefined
}

/** Normalizes a password (NFKC), so that it matches however a keyboard composes its characters. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Normalizes an e-mail address for comparison: lower case, trimmed. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase()
}
