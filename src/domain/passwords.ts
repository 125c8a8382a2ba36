export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_too_common'

export const minPassword = 8
export const maxPassword = 200

/** What everybody tries first; longer ones of the kind are caught by being one word and digits, or one character. */
const common = new Set([
  'password', 'passw0rd', 'lösenord', 'losenord', 'qwertyui', 'qwertyuiop', 'asdfghjk', 'asdfghjkl', 'iloveyou', 'sunshine', 'princess',
  'football', 'baseball', 'superman', 'trustno1', 'welcome1', 'letmein1', 'abcd1234', 'abc12345', 'qwerty12', 'qwerty123', '1q2w3e4r',
  '1qaz2wsx', 'hejsan123', 'sommar12', 'sverige1', 'fotboll1', 'delverk1',
])

/** Why a new password is refused, or undefined: eight characters, not what everybody takes, not the address itself. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const plain = normalizedPassword(password).toLowerCase()
  if (plain.length < minPassword) return 'password_too_short'
  if (plain.length > maxPassword) return 'password_too_long'
  const [name = ''] = email.toLowerCase().split('@')
  const isGuessable = common.has(plain) || common.has(plain.replace(/\d+$/, '')) || /^(.)\1*$/.test(plain) || /^\d{1,10}$/.test(plain)
  return isGuessable || plain === email.toLowerCase() || plain === name ? 'password_too_common' : undefined
}

/** The same password however a keyboard composes its letters. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Addresses are compared without case and outer spaces. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase()
}
