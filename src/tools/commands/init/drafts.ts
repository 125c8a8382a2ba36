import { languages, type Language } from '../../../domain/places/locales.ts'
import type { ReturnTerms } from '../../../domain/settings/returns.ts'
import { sellerOf, type Settings } from '../../../domain/settings/settings.ts'
import { href } from '../../../routes.ts'
import { insertRows } from '../../../server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../../server/platform/db/connect.ts'
import { fill, inEvery, words, type Values, type Words } from '../../demo/words.ts'
import { legalDrafts } from './legal-drafts.ts'
import { draftIds, type DraftId } from './page-draft.ts'
import { serviceDrafts } from './service-drafts.ts'
import { cookieQuestion, footer, homeText, laterLinks } from './widget-drafts.ts'
import { homeWords } from './home-words.ts'

/** The slugs of the drafts; those that the settings name are theirs. */
export function draftSlugs({ locales: { en, sv } }: Settings): Record<DraftId, Words> {
  return {
    about: words('about', 'om-oss'),
    contact: words(en.contactURL, sv.contactURL),
    delivery: words('delivery', 'leverans'),
    returns: words('returns', 'retur-och-angerratt'),
    terms: words(en.termsURL, sv.termsURL),
    privacy: words(en.privacyURL, sv.privacyURL),
  }
}

/** Writes the pages of a new shop as drafts, and its footer and cookie question, with the company of the settings. */
export async function writeDrafts({ db, kind }: OpenDatabase, settings: Settings, now: Date): Promise<void> {
  const values = valuesOf(settings)
  const at = { publish_at: null, updated_at: now.toISOString() }
  const slugs = draftSlugs(settings)
  const pages = [...serviceDrafts, ...legalDrafts].flatMap(({ id, ...texts }) => {
    const plain = plainNames(settings)
    const [title, description, html] = [
      fill(texts.title, plain),
      fill(texts.description, plain),
      fill(texts.html, values),
    ]
    return languages.map((language) => ({
      id,
      language,
      slug: slugs[id][language],
      title: '',
      description: '',
      draft: html[language].trim(),
      draft_title: title[language],
      draft_description: description[language],
      published: null,
      ...at,
    }))
  })
  await insertRows(db, kind, 'content_pages', pages)
  const widget = (slug: string, published: Words | null, draft: Words | null) =>
    languages.map((language) => ({
      slug,
      language,
      published: published?.[language].trim() ?? null,
      draft: draft?.[language].trim() ?? null,
      draft_hidden: null,
      hidden: 0 as const,
      ...at,
    }))
  const later = { more: fill(laterLinks.more, values), about: fill(laterLinks.about, values) }
  await insertRows(db, kind, 'widgets', [
    ...widget(
      'footer-columns',
      fill(footer, { ...values, more: '', about: '' }),
      fill(footer, { ...values, ...later }),
    ),
    ...widget('cookie-alert', fill(cookieQuestion, values), null),
    ...widget('home', null, homeText),
  ])
}

function plainNames({ brand }: Settings): Values {
  return { brand: brand.name }
}

/** The company's facts and the paths of pages, as HTML. */
const postage: Readonly<Record<ReturnTerms['freight'], Words>> = {
  customer: words('You pay the postage of the return.', 'Du betalar returfrakten.'),
  shop: words('We pay the postage of the return.', 'Vi betalar returfrakten.'),
}

function yearsOf(years: number): Words {
  return words(`${years} ${years === 1 ? 'year' : 'years'}`, `${years} år`)
}

/** Says a number of days in years where it is one. */
function timeOf(days: number): Words {
  return days % 365 === 0 ? yearsOf(days / 365) : words(`${days} days`, `${days} dagar`)
}

function valuesOf(settings: Settings): Values {
  const { brand, company, payment, returns, retention } = settings
  const slugs = draftSlugs(settings)
  const paths = draftIds.map((id): [string, Words] => [
    id === 'about' ? 'aboutpage' : id,
    inEvery((language) => href(language, 'page', { slug: slugs[id][language] })),
  ])
  return {
    ...Object.fromEntries(paths),
    track: inEvery((language) => href(language, 'track-order')),
    withdraw: inEvery((language) => href(language, 'withdrawal')),
    ...homeWords(settings.home.country),
    brand: inEvery((language) => escaped(brand.name[language])),
    company: words(escaped(company.name)),
    number: words(company.organizationNumber),
    days: words(String(returns.days)),
    postage: postage[returns.freight],
    bookTime: yearsOf(retention.bookkeepingYears),
    phoneTime: timeOf(retention.contactDays),
    requestTime: timeOf(Math.max(retention.requestDays, retention.alertDays)),
    privateDays: words(String(payment.invoiceDays.private)),
    organizationDays: words(String(payment.invoiceDays.organization)),
    lines: inEvery((language) => linesOf(settings, language).join('<br>')),
    facts: inEvery((language) => factsTable(settings, language)),
  }
}

/** Address, numbers and how to reach the company, as lines of HTML. */
function linesOf(settings: Settings, language: Language): string[] {
  const { address, organizationNumber, email, phone } = sellerOf(settings, language)
  return [...address.map(escaped), organizationNumber, mailLink(email), phone].filter((line) => line !== '')
}

const headings = {
  en: { email: 'Email', phone: 'Telephone', address: 'Address', number: 'Company number', vat: 'VAT number' },
  sv: { email: 'E-post', phone: 'Telefon', address: 'Adress', number: 'Organisationsnummer', vat: 'Momsnummer' },
}

function factsTable(settings: Settings, language: Language): string {
  const { name, address, organizationNumber, vatNumber, email, phone } = sellerOf(settings, language)
  const words = headings[language]
  const rows: [heading: string, value: string][] = [
    [words.email, mailLink(email)],
    [words.phone, phone],
    [words.address, [name, ...address].map(escaped).join(', ')],
    [words.number, organizationNumber],
    [words.vat, vatNumber],
  ]
  const lines = rows.flatMap(([heading, value]) =>
    value === '' ? [] : [`<tr><th scope="row">${heading}</th><td>${value}</td></tr>`],
  )
  return `<table>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`
}

function mailLink(email: string): string {
  return `<a href="mailto:${escaped(email)}">${escaped(email)}</a>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
