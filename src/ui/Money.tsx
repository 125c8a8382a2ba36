import type { CurrencyCode } from '../domain/currencies.ts'
import type { Language } from '../domain/locales.ts'
import type { Minor } from '../domain/money.ts'
import { formatPrice, formatPriceExVat } from '../i18n/formats.ts'

type Props = {
  inc: Minor
  ex: Minor
  currency: CurrencyCode
  language: Language
}

/** One amount with and without VAT; the page's `data-vat` shows one of them. */
export function Money({ inc, ex, currency, language }: Props) {
  return (
    <>
      <span className="inc">{formatPrice(inc, currency, language)}</span>
      <span className="ex">{formatPriceExVat(ex, currency, language)}</span>
    </>
  )
}
