import { z } from 'zod/mini'
import { companyFaults } from '../orders/company-numbers.ts'
import { locales, type Language, type Locale } from '../places/locales.ts'
import type { Seller } from '../places/seller.ts'
import { bookkeepingFaults, bookkeepingSettings } from './bookkeeping.ts'
import { brandSettings } from './brand.ts'
import { checkoutSettings } from './checkout.ts'
import { accentTokens, unreadablePair, type Colours } from './colours.ts'
import { companySettings } from './company.ts'
import { deliveryFaults } from './delivery-faults.ts'
import { deliverySettings } from './delivery.ts'
import { nameAt } from './fault-names.ts'
import { featuresSettings } from './features.ts'
import { fontStack } from './fonts.ts'
import { footerSettings } from './footer.ts'
import { homeFaults, homeSettings } from './home.ts'
import { isIdOf, localesSettings } from './locale-settings.ts'
import { mailSettings } from './mail.ts'
import { markupFaults, markupsSettings } from './markups.ts'
import { paymentFaults, paymentSettings } from './payment.ts'
import { productFeedFaults, productFeedsSettings } from './product-feeds.ts'
import { ratesSettings } from './rates.ts'
import { faultAt, reasonFor, reasonOfSentence, type Reason, type ReasonCode, type SettingsFault } from './reasons.ts'
import { retentionSettings } from './retention.ts'
import { returnsSettings } from './returns.ts'
import { salesSettings, unsoldDefaults } from './sales.ts'
import { searchSettings } from './search.ts'
import { sourceFaults, sourcesSettings } from './sources.ts'

export const settingsSchema = z.strictObject({
  home: z.prefault(homeSettings, {}),
  company: z.prefault(companySettings, {}),
  locales: localesSettings,
  brand: z.prefault(brandSettings, {}),
  footer: z.prefault(footerSettings, {}),
  mail: z.prefault(mailSettings, {}),
  rates: z.prefault(ratesSettings, {}),
  features: z.prefault(featuresSettings, {}),
  sales: z.prefault(salesSettings, {}),
  returns: z.prefault(returnsSettings, {}),
  retention: z.prefault(retentionSettings, {}),
  delivery: z.prefault(deliverySettings, {}),
  payment: z.prefault(paymentSettings, {}),
  checkout: z.prefault(checkoutSettings, {}),
  sources: z.prefault(sourcesSettings, {}),
  markups: z.prefault(markupsSettings, {}),
  bookkeeping: z.prefault(bookkeepingSettings, {}),
  productFeeds: z.prefault(productFeedsSettings, {}),
  search: z.prefault(searchSettings, {}),
})

/** Everything that differs from company to company; each group is stored as one row. */
export type Settings = z.output<typeof settingsSchema>
export type SettingsGroup = keyof Settings
export const settingsGroups = z.keyof(settingsSchema).options

export type ReadSettings = { settings: Settings; faults?: never } | { settings?: never; faults: SettingsFault[] }

/** Reads settings by group; what is missing gets its default. They count as a whole or not at all. */
export function readSettings(stored: unknown): ReadSettings {
  const parsed = settingsSchema.safeParse(stored)
  const faults = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.flatMap((issue) => faultsOf(issue, stored))
  return parsed.success && faults.length === 0 ? { settings: parsed.data } : { faults }
}

function faultsOf(issue: z.core.$ZodIssue, stored: unknown): SettingsFault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => faultAt(nameAt(stored, [...issue.path, key]), 'not_setting'))
  return [{ name: nameAt(stored, issue.path), ...reasonOf(issue) }]
}

const kinds: Readonly<Record<string, ReasonCode>> = {
  string: 'kind_string',
  number: 'kind_number',
  int: 'kind_int',
  boolean: 'kind_boolean',
  array: 'kind_array',
  object: 'kind_object',
}
/** More choices than these are too many to be read out. */
const maxChoices = 20

function reasonOf(issue: z.core.$ZodIssue): Reason {
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ')
    return reasonFor(issue.values.length > maxChoices ? 'not_known' : 'one_of', { choices })
  }
  if (issue.code === 'invalid_type') return reasonFor(kinds[issue.expected] ?? 'kind_unknown', { kind: issue.expected })
  if (issue.code === 'too_small' && issue.origin === 'number')
    return reasonFor('least', { least: String(issue.minimum) })
  if (issue.code === 'too_big' && issue.origin === 'number') return reasonFor('most', { most: String(issue.maximum) })
  return reasonOfSentence(issue.message)
}

/** Rules between settings, each reported at the setting to change. */
function contradictions(settings: Settings): SettingsFault[] {
  const { home, brand, sales, delivery, payment, locales, sources, markups, bookkeeping, productFeeds } = settings
  const { en, sv } = locales
  return [
    ...homeFaults(home),
    ...numberFaults(settings),
    ...(en.storeID === sv.storeID ? [faultAt('locales.en.storeID', 'store_id_twice')] : []),
    ...Object.entries({ en, sv }).flatMap(([language, { currency, defaultCurrencyID }]) =>
      isIdOf(currency, defaultCurrencyID)
        ? []
        : [faultAt(`locales.${language}.defaultCurrencyID`, 'currency_id', { language, currency })],
    ),
    ...unsoldDefaults(sales, { en, sv }),
    ...colourFaults(brand),
    ...deliveryFaults(delivery, { countries: sales.countries, home: home.country }),
    ...paymentFaults(payment),
    ...sourceFaults(sources),
    ...markupFaults(markups),
    ...bookkeepingFaults(bookkeeping),
    ...productFeedFaults(productFeeds, sales),
  ]
}

const companyNumberRules = {
  SE: 'company_se',
  FI: 'company_fi',
  DK: 'company_dk',
  NO: 'company_no',
  DE: 'company_de',
} as const

function numberFaults({ home: { country }, company }: Settings): SettingsFault[] {
  const { isNumberWrong, isVatWrong, isVatOfAnother } = companyFaults(company, country)
  return [
    ...(isNumberWrong ? [faultAt('company.organizationNumber', companyNumberRules[country])] : []),
    ...(isVatWrong ? [faultAt('company.vatNumber', 'vat_of_country', { country })] : []),
    ...(isVatOfAnother ? [faultAt('company.vatNumber', 'vat_of_company')] : []),
    ...(company.iban !== '' && company.bic === '' ? [faultAt('company.bic', 'bic_missing')] : []),
  ]
}

function colourFaults({ colours }: Settings['brand']): SettingsFault[] {
  const name = 'brand.colours'
  const all = [colours.light, colours.dark].flatMap(({ accent, onAccent }) => [accent, onAccent])
  if (all.every((colour) => colour === '')) return []
  if (all.includes('')) return [faultAt(name, 'colours_all')]
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const reason = unreadablePair(colours[scheme], scheme)
    return reason === undefined ? [] : [{ name: `${name}.${scheme}`, ...reason }]
  })
}

/** Returns the brand's colours; undefined where it has none of its own. */
export function coloursOf({ brand: { colours } }: Settings): Colours | undefined {
  return colours.light.accent === '' ? undefined : colours
}

/** Returns the style rules of the brand, which overrule styles/tokens.css; empty where nothing differs from it. */
export function looksOf(settings: Settings): string {
  const { radius, font } = settings.brand
  const colours = coloursOf(settings)
  const rules = radius === 4 ? [] : [`--radius:${radius}px`]
  const stack = fontStack(font)
  if (stack !== '') rules.push(`--text:${stack}`)
  if (colours) {
    const [light, dark] = [accentTokens(colours.light, 'light'), accentTokens(colours.dark, 'dark')]
    const token = (name: string, key: keyof typeof light): string => `--${name}:light-dark(${light[key]},${dark[key]})`
    rules.push(token('accent', 'accent'), token('accent-strong', 'strong'), token('accent-wash', 'wash'))
    rules.push(token('on-accent', 'onAccent'))
  }
  return rules.length === 0 ? '' : `:root:root{${rules.join(';')}}`
}

/** Returns a storefront variant with the properties of spec section 1. */
export function localeOf({ home, brand, locales: set }: Settings, language: Language): Locale {
  const { logo, favicon, picture } = brand
  return {
    home,
    code: language,
    iso: locales[language].iso,
    ...set[language],
    brand: brand.name[language],
    slogan: brand.slogan[language],
    logo,
    favicon,
    picture,
  }
}

/** Returns the heading of the home page and what search engines say of it. */
export function homeTexts({ brand }: Settings, language: Language): { title: string; description: string } {
  const { home, slogan, name } = brand
  const title = home.title[language] || slogan[language] || name[language]
  return { title, description: home.description[language] || title }
}

/** Returns the company with its contact details for readers of a language. */
export function sellerOf({ company: { contact, ...company }, home }: Settings, language: Language): Seller {
  return { ...company, ...contact[language], country: home.country }
}
