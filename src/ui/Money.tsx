import type { CurrencyCode } from '../domain/currencies.ts'
import type { Language } from '../domain/locales.ts'
import type { Minor } from '../domain/money.ts'
import { formatAmount, formatPrice, formatPriceExVat } from '../i18n/formats.ts'

type Props = {
  inc: Minor
  ex: Minor
  currency: CurrencyCode
  language: Language
  /** A sum shows every minor unit, where a price may be rounded (spec section 9). */
  isSum?: boolean
}

/** One amount with and without VAT; the page's `data-vat` shows one of them. */
export function Money({ inc, ex, currency, language, isSum = false }: Props) {
  const format = isSum ? formatAmount : formatPrice
  return (
    <>
      <span className="inc">{format(inc, currency, language)}</span>
      <span className="ex">{formatPriceExVat(ex, currency, language)}</span>
    </>
  )
}
