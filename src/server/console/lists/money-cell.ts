import type { ListCell } from '../../../contracts/console/lists.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { documentAmount } from '../../../i18n/money.ts'

/** A cell with an amount: as its reader writes it on the page, and as a number in a file. */
export function moneyCell(amount: Minor, currency: CurrencyCode, language: Language): ListCell {
  return { text: documentAmount(amount, currency, language), money: { amount, currency } }
}
