import type { Language } from '../../domain/places/locales.ts'
import { sellerOf, type Settings } from '../../domain/settings/settings.ts'

/** Editors see what has no value as it is written; shoppers see nothing in its place. */
export type Reader = 'shopper' | 'editor'
/** Fills `{{placeholders}}` of HTML and of plain text with what the settings say when the text is shown. */
export type Placeholders = { html: (text: string) => string; plain: (text: string) => string }

type Texts = Record<Language, { years: (count: number) => string; days: (count: number) => string }> &
  Record<'customer' | 'shop', Record<Language, string>>

const words: Texts = {
  en: { years: (count) => (count === 1 ? '1 year' : `${count} years`), days: (count) => `${count} days` },
  sv: { years: (count) => `${count} år`, days: (count) => `${count} dagar` },
  customer: { en: 'You pay the postage of the return.', sv: 'Du betalar returfrakten.' },
  shop: { en: 'We pay the postage of the return.', sv: 'Vi betalar returfrakten.' },
}

const headings = {
  en: { email: 'Email', phone: 'Telephone', address: 'Address', number: 'Company number', vat: 'VAT number' },
  sv: { email: 'E-post', phone: 'Telefon', address: 'Adress', number: 'Organisationsnummer', vat: 'Momsnummer' },
}

const placeholder = /\{\{ ?([\w.]{1,60}) ?\}\}/g

/** Returns what fills the placeholders of a language's texts. */
export function placeholdersOf(settings: Settings, language: Language, reader: Reader): Placeholders {
  const [plain, parts] = [plainValues(settings, language), htmlParts(settings, language)]
  const filled = (text: string, valueOf: (name: string) => string) =>
    text.includes('{{')
      ? text.replaceAll(placeholder, (written, name: string) => valueOf(name) || (reader === 'editor' ? written : ''))
      : text
  return {
    html: (text) => filled(text, (name) => parts.get(name) ?? escaped(plain.get(name) ?? '')),
    plain: (text) => filled(text, (name) => plain.get(name) ?? ''),
  }
}

export function withoutPlaceholders(text: string): string {
  return text.replaceAll(placeholder, '')
}

/** Names the placeholders of a text that have no value, or that do not exist. */
export function emptyPlaceholders(text: string, settings: Settings, language: Language): string[] {
  const [plain, parts] = [plainValues(settings, language), htmlParts(settings, language)]
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !plain.get(name) && !parts.get(name))
}

function plainValues(settings: Settings, language: Language): ReadonlyMap<string, string> {
  const { brand, payment, returns, retention } = settings
  const { name, organizationNumber, vatNumber, phone, email, address } = sellerOf(settings, language)
  const { years, days } = words[language]
  const timeOf = (count: number) => (count % 365 === 0 ? years(count / 365) : days(count))
  return new Map([
    ['brand.name', brand.name[language]],
    ['company.name', name],
    ['company.nameAndNumber', [name, organizationNumber].filter((text) => text !== '').join(', ')],
    ['company.organizationNumber', organizationNumber],
    ['company.vatNumber', vatNumber],
    ['company.phone', phone],
    ['company.email', email],
    ['company.address', address.join(', ')],
    ['returns.days', String(returns.days)],
    ['returns.freight', words[returns.freight][language]],
    ['payment.invoiceDays.private', String(payment.invoiceDays.private)],
    ['payment.invoiceDays.organization', String(payment.invoiceDays.organization)],
    ['retention.bookkeepingTime', years(retention.bookkeepingYears)],
    ['retention.contactTime', timeOf(retention.contactDays)],
    ['retention.requestTime', timeOf(Math.max(retention.requestDays, retention.alertDays))],
  ])
}

/** What is more than a text: the company's facts as lines and as a table. */
function htmlParts(settings: Settings, language: Language): ReadonlyMap<string, string> {
  const { name, address, organizationNumber, vatNumber, email, phone } = sellerOf(settings, language)
  const mail = email === '' ? '' : `<a href="mailto:${escaped(email)}">${escaped(email)}</a>`
  const text = headings[language]
  const rows: [heading: string, value: string][] = [
    [text.email, mail],
    [text.phone, escaped(phone)],
    [text.address, escaped([name, ...address].join(', '))],
    [text.number, escaped(organizationNumber)],
    [text.vat, escaped(vatNumber)],
  ]
  const table = rows.flatMap(([heading, value]) =>
    value === '' ? [] : [`<tr><th scope="row">${heading}</th><td>${value}</td></tr>`],
  )
  const lines = [...address.map(escaped), escaped(organizationNumber), mail, escaped(phone)]
  return new Map([
    ['company.lines', lines.filter((line) => line !== '').join('<br>')],
    ['company.table', `<table>\n<tbody>\n${table.join('\n')}\n</tbody>\n</table>`],
  ])
}

/** Writes plain text as HTML, also inside an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
