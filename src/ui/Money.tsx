import type { CurrencyCode } from '../domain/money/currencies.ts'
import type { Minor } from '../domain/money/money.ts'
import type { Language } from '../domain/places/locales.ts'
import { exactSum, shownExVat, shownPrice } from '../i18n/money.ts'

type Props = {
  inc: Minor
  ex: Minor
  currency: CurrencyCode
  language: Language
  /** True for a sum that is compared with what is paid, instead of a price. */
  isExact?: boolean
}

/** One amount with and without VAT; the page's `data-vat` shows one of them. */
export function Money({ inc, ex, currency, language, isExact = false }: Props) {
  const shown = isExact ? exactSum : shownPrice
  return (
    <>
      <span className="inc">{shown(inc, currency, language)}</span>
      <span className="ex">{shownExVat(ex, currency, language)}</span>
    </>
  )
}
