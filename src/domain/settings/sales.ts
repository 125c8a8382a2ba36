import { z } from 'zod/mini'
import { currencyCodes, type Currency } from '../money/currencies.ts'
import { countries, countryByCode } from '../places/countries.ts'
import { withCountryFormat } from './country-text.ts'
import { faultAt, sentence } from './reasons.ts'

/** A list of names from all there are; at least one, each once. */
function choiceOf<Name extends string>(all: readonly Name[], name: z.ZodMiniType<Name>) {
  const list = z.array(name).check(
    z.minLength(1, sentence('none_given')),
    z.refine((names) => new Set(names).size === names.length, sentence('one_twice')),
  )
  return z.prefault(list, [...all])
}

const countryCodes = countries.map(({ code }) => code)

/** Where the shop sells and in which currencies; the defaults are all that the program knows. */
export const salesSettings = z.strictObject({
  /** Countries of delivery. Orders to others are refused. */
  countries: choiceOf(countryCodes, withCountryFormat(z.enum(countryCodes))),
  /** Currencies that shoppers may choose. */
  currencies: choiceOf(currencyCodes, z.enum(currencyCodes)),
})
export type Sales = z.output<typeof salesSettings>

/** Returns the code of a country, in capitals, if the shop sells to it. */
export function soldCountry(sales: Pick<Sales, 'countries'>, code: string | undefined): string | undefined {
  const known = code === undefined ? undefined : countryByCode(code)?.code
  return known !== undefined && sales.countries.includes(known) ? known : undefined
}

/** Returns a currency if shoppers may choose it. */
export function offeredCurrency(sales: Sales, currency: Currency | undefined): Currency | undefined {
  return currency && sales.currencies.includes(currency.code) ? currency : undefined
}

type Variant = { currency: Currency['code']; defaultCountryCode: string }

/** Returns the settings of storefront variants that name a country or currency which is not sold. */
export function unsoldDefaults(sales: Sales, variants: Readonly<Record<string, Variant>>) {
  return Object.entries(variants).flatMap(([language, { currency, defaultCountryCode }]) => [
    ...(sales.countries.includes(defaultCountryCode)
      ? []
      : [faultAt(`locales.${language}.defaultCountryCode`, 'unsold_country')]),
    ...(sales.currencies.includes(currency) ? [] : [faultAt(`locales.${language}.currency`, 'unsold_currency')]),
  ])
}
