import { inEachLanguage, languages } from '../../../domain/places/locales.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { href } from '../../../routes.ts'
import { insertRows } from '../../../server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../../server/platform/db/connect.ts'
import { fill, words, type Values, type Words } from '../../demo/words.ts'
import { homeWords } from './home-words.ts'
import { legalDrafts } from './legal-drafts.ts'
import { draftIds, type DraftId } from './page-draft.ts'
import { serviceDrafts } from './service-drafts.ts'
import { cookieQuestion, footer, homeText, laterLinks } from './widget-drafts.ts'

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

/** Writes the pages of a new shop as drafts, its footer and its cookie question, with placeholders of the settings. */
export async function writeDrafts({ db, kind }: OpenDatabase, settings: Settings, now: Date): Promise<void> {
  const values = valuesOf(settings)
  const at = { publish_at: null, updated_at: now.toISOString() }
  const slugs = draftSlugs(settings)
  const pages = [...serviceDrafts, ...legalDrafts].flatMap(({ id, ...texts }) => {
    const [title, description, html] = [
      fill(texts.title, facts),
      fill(texts.description, facts),
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

/** What the settings say stays a placeholder, and is filled in when the page is shown. */
const facts = {
  brand: words('{{brand.name}}'),
  company: words('{{company.name}}'),
  legalName: words('{{company.nameAndNumber}}'),
  days: words('{{returns.days}}'),
  postage: words('{{returns.freight}}'),
  bookTime: words('{{retention.bookkeepingTime}}'),
  phoneTime: words('{{retention.contactTime}}'),
  requestTime: words('{{retention.requestTime}}'),
  privateDays: words('{{payment.invoiceDays.private}}'),
  organizationDays: words('{{payment.invoiceDays.organization}}'),
  lines: words('{{company.lines}}'),
  facts: words('{{company.table}}'),
}

/** The paths of pages, and the placeholders of what the settings say. */
function valuesOf(settings: Settings): Values {
  const slugs = draftSlugs(settings)
  const paths = draftIds.map((id): [string, Words] => [
    id === 'about' ? 'aboutpage' : id,
    inEachLanguage((language) => href(language, 'page', { slug: slugs[id][language] })),
  ])
  return {
    ...Object.fromEntries(paths),
    ...facts,
    track: inEachLanguage((language) => href(language, 'track-order')),
    withdraw: inEachLanguage((language) => href(language, 'withdrawal')),
    ...homeWords(settings.home.country),
  }
}
