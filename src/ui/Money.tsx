import type { CurrencyCode } from '../domain/money/currencies.ts'
import type { Minor } from '../domain/money/money.ts'
import type { Language } from '../domain/places/locales.ts'
import { shownExVat, shownPrice } from '../i18n/money.ts'

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
      <span className="inc">{shownPrice(inc, currency, language)}</span>
      <span className="ex">{shownExVat(ex, currency, language)}</span>
    </>
  )
}
