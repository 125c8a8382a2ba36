import { rounded, type Minor } from './exact.ts'

export type VatMode = 'inc' | 'ex'
const wholeKronor: ReadonlySet<string> = new Set(['SEK', 'NOK', 'DKK'])
const tenKronor = 1_000n

/**
 * "Price display: rounded to 0 decimals when including VAT in SEK, NOK or DKK, else 2 decimals" (section 9); a price
 * below 10 kr shows its öre (decision 0022). Texts have a decimal point and no thousands separator.
 */
export function shownPrice(amount: Minor, currency: string, mode: VatMode): string {
  if (mode === 'ex' || !wholeKronor.has(currency)) return twoDecimals(amount)
  return amount < tenKronor ? exactSum(amount, currency, mode) : `${rounded({ over: amount, under: 100n })}`
}

/** Amounts to pay are displayed exactly, with two decimals when they have öre (decision 0022). */
export function exactSum(amount: Minor, currency: string, mode: VatMode): string {
  const isWhole = mode === 'inc' && wholeKronor.has(currency) && amount % 100n === 0n
  return isWhole ? `${amount / 100n}` : twoDecimals(amount)
}

export function twoDecimals(amount: Minor): string {
  const text = `${amount < 0n ? -amount : amount}`.padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** The same amount without ".00", for texts that may omit it. */
export const withoutNoOre = (text: string): string => text.replace(/\.00$/, '')
