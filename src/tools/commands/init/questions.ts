import { z } from 'zod/mini'
import { currencyByCode, type CurrencyCode } from '../../../domain/money/currencies.ts'
import { companyNumbers } from '../../../domain/orders/company-numbers.ts'
import { homeCountries, homeRules, type HomeCountry } from '../../../domain/places/home.ts'
import { languages } from '../../../domain/places/locales.ts'
import { defaultZones } from '../../../domain/settings/delivery-defaults.ts'
import { readSettings } from '../../../domain/settings/settings.ts'
import { countryName } from '../../../i18n/formats.ts'
import { valueAt, withValue, type Json } from '../../../server/platform/settings/setting-names.ts'

/** Settings by group, as far as they are answered. */
export type Answers = { [group: string]: Json }
const answersSchema = z.record(z.string(), z.json())

/** A setting that a new shop is asked for. */
export type Question = {
  name: string
  text: string
  isRequired?: boolean
  /** The answer is a list, written with commas. */
  isList?: boolean
  /** What is taken when nothing is answered. */
  proposal?: (answers: Answers) => Json
  /** The proposal is only taken by somebody who sees it. */
  isOnlyProposed?: boolean
  isAsked?: (answers: Answers) => boolean
}

export const questions: readonly Question[] = [
  {
    name: 'home.country',
    text: `Country of the company (${homeCountries.join(', ')}), which cannot be changed once there are prices`,
    proposal: () => 'SE',
  },
  { name: 'company.name', text: 'Company name, as registered', isRequired: true },
  { name: 'company.organizationNumber', text: 'Organization number', isRequired: true },
  {
    name: 'company.vatNumber',
    text: 'VAT number',
    proposal: (answers) =>
      companyNumbers(countryOf(answers)).vatNumberOf?.(
        textAt(answers, 'company.organizationNumber').replace(/\D/g, ''),
      ) ?? '',
    isOnlyProposed: true,
  },
  {
    name: 'company.contact.sv.address',
    text: 'Address, its lines with commas between',
    isList: true,
    isRequired: true,
  },
  {
    name: 'company.contact.en.address',
    text: 'Address for readers of English',
    isList: true,
    proposal: (answers) => [...linesAt(answers, 'company.contact.sv.address'), countryName(countryOf(answers), 'en')],
  },
  { name: 'company.contact.sv.email', text: 'E-mail address for customers', isRequired: true },
  {
    name: 'company.contact.en.email',
    text: 'E-mail address for readers of English',
    proposal: (answers) => textAt(answers, 'company.contact.sv.email'),
  },
  { name: 'company.phone', text: 'Telephone' },
  { name: 'company.bankgiro', text: 'Bankgiro', isAsked: (answers) => countryOf(answers) === 'SE' },
  { name: 'company.iban', text: 'IBAN' },
  {
    name: 'company.bic',
    text: 'BIC of the bank of this IBAN',
    isRequired: true,
    isAsked: (answers) => textAt(answers, 'company.iban') !== '',
  },
  {
    name: 'brand.name.sv',
    text: 'Name of the shop in Swedish',
    proposal: (answers) =>
      textAt(answers, 'company.name').replace(/ (?:AB|HB|KB|Oyj?|ApS|A\/S|ASA?|GmbH|UG|AG|KG|OHG|e\.K\.)$/, ''),
  },
  {
    name: 'brand.name.en',
    text: 'Name of the shop in English',
    proposal: (answers) => textAt(answers, 'brand.name.sv'),
  },
  { name: 'brand.slogan.sv', text: 'Slogan in Swedish' },
  { name: 'brand.slogan.en', text: 'Slogan in English' },
  {
    name: 'mail.operatorAddress',
    text: 'Who is told of orders, returns, withdrawals and requests (e-mail address)',
    proposal: (answers) => textAt(answers, 'company.contact.sv.email'),
  },
  { name: 'mail.operatorLanguage', text: 'Language of these mails (sv or en)', proposal: () => 'sv' },
  {
    name: 'delivery.methods.home.bands.0.price',
    text: 'Price of a delivery in the home country, VAT included',
    proposal: (answers) => freight(answers).home,
    isOnlyProposed: true,
  },
  { name: 'delivery.methods.home.freeFrom', text: 'Value of goods from which it is free' },
  {
    name: 'delivery.methods.abroad.bands.0.price',
    text: 'Price of a delivery abroad, VAT included',
    proposal: (answers) => freight(answers).abroad,
    isOnlyProposed: true,
  },
]

/** What a delivery costs until somebody says otherwise: kronor, or euros. */
function freight(answers: Answers): { home: string; abroad: string } {
  return freightIn(homeRules({ country: countryOf(answers) }).currency)
}

function freightIn(currency: CurrencyCode): { home: string; abroad: string } {
  return currency === 'EUR' ? { home: '4.90', abroad: '19.90' } : { home: '49', abroad: '199' }
}

/** The delivery methods of a new shop with prices in a currency. */
function methodsIn(currency: CurrencyCode): Json {
  const prices: Readonly<Record<string, string>> = freightIn(currency)
  return (readSettings({}).settings?.delivery.methods ?? []).map((method) => ({
    ...method,
    bands: method.bands.map((band) => ({ ...band, price: prices[method.id] ?? band.price })),
  }))
}

/** What somebody at the terminal begins with: delivery, of which only the prices are asked for. */
export function startingAnswers(): Answers {
  return { delivery: { methods: methodsIn('SEK') } }
}

/** Reads the answers of a file; undefined when it is no object. */
export function readAnswers(json: unknown): Answers | undefined {
  const read = answersSchema.safeParse(json).data
  return read && atHome(read)
}

export function answerAt(answers: Answers, name: string): Json | undefined {
  return valueAt(answers, name.split('.'))
}

export function withAnswer(answers: Answers, name: string, value: Json): Answers {
  const [group = '', ...path] = name.split('.')
  const answered = { ...answers, [group]: withValue(answers[group] ?? {}, path, value) }
  return name === 'home.country' ? atHome(answered) : answered
}

/** Sets what follows from the home country, where nothing else was answered. */
function atHome(answers: Answers): Answers {
  const country = countryOf(answers)
  if (country === 'SE') return answers
  const { currency, timeZone } = homeRules({ country })
  // Buyers at home read one of the two languages, so both begin with their currency.
  const ofHome = { currency, defaultCurrencyID: currencyByCode(currency)?.id ?? 0, defaultCountryCode: country }
  const variants = { en: ofHome, sv: { ...ofHome, country: countryName(country, 'en') } }
  const zones = defaultZones.map((zone) => (zone.id === 'home-country' ? { ...zone, countries: [country] } : zone))
  const derived: [name: string, value: Json][] = [
    ['home.currency', currency],
    ['delivery.timeZone', timeZone],
    ['delivery.zones', zones],
    ['delivery.methods', methodsIn(currency)],
    ...languages.flatMap((language) =>
      Object.entries(variants[language]).map(([name, value]): [string, Json] => [`locales.${language}.${name}`, value]),
    ),
  ]
  return derived.reduce(
    (all, [name, value]) => (answerAt(all, name) === undefined ? withAnswer(all, name, value) : all),
    answers,
  )
}

/** The home country as far as it is answered; a wrong answer is refused by the rules of the settings. */
function countryOf(answers: Answers): HomeCountry {
  const country = textAt(answers, 'home.country').toUpperCase()
  return homeCountries.find((each) => each === country) ?? 'SE'
}

/** Returns why an answer is wrong by the rules of the settings, or undefined. */
export function faultOf(answers: Answers, { name, isRequired = false, isAsked }: Question): string | undefined {
  const value = answerAt(answers, name)
  const isWanted = isRequired && (isAsked?.(answers) ?? true)
  if (isWanted && (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)))
    return 'must not be empty'
  const { faults = [] } = readSettings(answers)
  return faults.find((fault) => fault.name === name || fault.name.startsWith(`${name}.`))?.reason
}

/** Takes the proposals for what a file does not answer, except those that only a reader may take. */
export function withProposals(given: Answers): Answers {
  return questions.reduce((answers, { name, proposal, isOnlyProposed = false }) => {
    const isOpen = answerAt(answers, name) === undefined
    return isOpen && proposal && !isOnlyProposed ? withAnswer(answers, name, proposal(answers)) : answers
  }, given)
}

function textAt(answers: Answers, name: string): string {
  const value = answerAt(answers, name)
  return typeof value === 'string' ? value : ''
}

function linesAt(answers: Answers, name: string): Json[] {
  const value = answerAt(answers, name)
  return Array.isArray(value) ? value : []
}
