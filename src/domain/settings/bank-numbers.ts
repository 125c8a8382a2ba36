import { luhnSum } from '../money/vat-numbers.ts'

/** Tells whether a text is an IBAN (ISO 13616): country, two check digits and the account, in any grouping. */
export function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false
  const digits = Array.from(plain.slice(4) + plain.slice(0, 4), (sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Tells whether a text is a BIC (ISO 9362). */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)
}

/** Tells whether a text is a number of Bankgirot: seven or eight digits with a check digit, such as 5050-1055. */
export function isBankgiro(text: string): boolean {
  return /^\d{3,4}-?\d{4}$/.test(text) && luhnSum(text.replace('-', '')) % 10 === 0
}
