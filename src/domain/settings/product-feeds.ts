import { z } from 'zod/mini'
import { currencyCodes } from '../money/currencies.ts'
import { countries } from '../places/countries.ts'
import { languages } from '../places/locales.ts'
import { withCountryFormat } from './country-text.ts'
import { faultAt, sentence, type SettingsFault } from './reasons.ts'
import type { Sales } from './sales.ts'

const countryCodes = countries.map(({ code }) => code)
const maxFiles = 50

const productFeed = z.strictObject({
  language: z.enum(languages),
  /** Where the goods are sent: it decides VAT and freight. */
  country: withCountryFormat(z.enum(countryCodes)),
  currency: z.enum(currencyCodes),
})
export type ProductFeed = z.output<typeof productFeed>

/** Files with all products for Google Merchant Center, Prisjakt and other comparison sites. */
export const productFeedsSettings = z.strictObject({
  files: z.prefault(
    z.array(productFeed).check(z.maxLength(maxFiles, sentence('most_entries', { most: maxFiles }))),
    [],
  ),
})
export type ProductFeedsSettings = z.output<typeof productFeedsSettings>

/** The name of a feed, and of its address without the ending: `google-sv-SE`. */
export function feedName({ language, country }: Pick<ProductFeed, 'language' | 'country'>): string {
  return `google-${language}-${country}`
}

/** Tells whether two feeds have the same name and the same currency. */
export function isSameFeed(one: ProductFeed, other: ProductFeed): boolean {
  return feedName(one) === feedName(other) && one.currency === other.currency
}

/** Rules between the settings, each reported at the setting to change. */
export function productFeedFaults(
  { files }: ProductFeedsSettings,
  sales: Pick<Sales, 'countries' | 'currencies'>,
): SettingsFault[] {
  const names = files.map(feedName)
  return files.flatMap(({ country, currency }, at) => {
    const name = `productFeeds.files.${at}`
    if (names.indexOf(names[at] ?? '') !== at) return [faultAt(`${name}.country`, 'feed_twice')]
    return [
      ...(sales.countries.includes(country) ? [] : [faultAt(`${name}.country`, 'unsold_country')]),
      ...(sales.currencies.includes(currency) ? [] : [faultAt(`${name}.currency`, 'unsold_currency')]),
    ]
  })
}
