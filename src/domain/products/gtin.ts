/** Tells whether it is a GTIN of 8, 12, 13 or 14 digits, the last of which is the check digit of the others. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0+$/.test(text)) return false
  const sum = [...text].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/**
 * Tells whether a GTIN is one that only its own shop knows, or a coupon's: GS1 gives these prefixes to nobody (2, 02
 * and 04 within a company, 05 and 98 to 99 for coupons; of eight digits 0 and 2 within a company).
 */
export function isRestrictedGtin(gtin: string): boolean {
  if (gtin.length === 8) return /^[02]/.test(gtin)
  return /^(?:2|02|04|05|9[89])/.test(gtin.padStart(14, '0').slice(1))
}
