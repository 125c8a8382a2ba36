import { maxEmailLength } from '../field-lengths.ts'

/**
 * Tells whether the text looks like an e-mail address; accepts a practical subset of RFC 5322. No address has control
 * characters or others that nobody sees, some of which databases refuse.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= maxEmailLength &&
    /^[^\s\p{C}@<>(),;:"\\[\]]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}]{2,63}$/u.test(text)
  )
}
