import type { Minor } from '../domain/money/money.ts'
import type { Language } from '../domain/places/locales.ts'
import { amountCell } from './money.ts'

/** A number with decimals: alone, or in a list of several (`149.00|10: 129.00`, or one in each line). */
const decimals = /(^|[|\n])((?:\d+: )?[+\u2212-]?\d+)\.(\d+)(?=$|[|\n])/g

/**
 * Numbers as a field of a form shows them, with the reader's decimal mark and all of their digits: `12.5` is `12,5` in
 * Swedish. Whatever reads fields takes both marks. A text that is no number stays as it is.
 */
export function numberField(text: string, language: Language): string {
  return language === 'sv' ? text.replaceAll(decimals, '$1$2,$3') : text
}

/** An amount as a field shows it: `1234,50` in Swedish. */
export function amountField(amount: Minor, language: Language): string {
  return numberField(amountCell(amount), language)
}
