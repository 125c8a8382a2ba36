import { vatOf, type Totals } from '../domain/cart/cart-amounts.ts'
import type { OrderDelivery } from '../domain/cart/delivery-points.ts'
import { vatCountry } from '../domain/money/vat.ts'
import type { Home } from '../domain/places/home.ts'
import type { Language } from '../domain/places/locales.ts'
import { chargesVatIn } from '../domain/places/taxed-countries.ts'
import { countryName } from './formats.ts'
import type { TextKey, Translate } from './translator.ts'

type Region = { country: string; home: Pick<Home, 'country'> }

/** Tells whether goods to a country are exported: the shop charges no VAT, and the country may when they arrive. */
export function isExport({ country, home }: Region): boolean {
  return !chargesVatIn(vatCountry(country), home)
}

/** What stands beside a price with VAT: that there is none in it where goods are exported. */
export function withVatText(region: Region): TextKey {
  return isExport(region) ? 'price.no_vat' : 'price.including_vat'
}

type Sold = {
  country: string
  totals: Pick<Totals, 'total'>
  delivery: Pick<OrderDelivery, 'kind'> | null
  isReverseCharged: boolean
}

/**
 * Says that goods are sold without VAT and that their country may ask for taxes; '' for what is sold with VAT, has VAT
 * that the buyer accounts for, or is sent by e-mail.
 */
export function exportText(
  { country, totals, delivery, isReverseCharged }: Sold,
  { home, language }: { home: Region['home']; language: Language },
  t: Translate,
): string {
  const isExported = isExport({ country, home }) && vatOf(totals.total) === 0 && delivery?.kind !== 'mail'
  return isExported && !isReverseCharged ? t('checkout:sum.exported', { country: countryName(country, language) }) : ''
}
