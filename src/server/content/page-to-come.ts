import type { ContentPage } from '../../contracts/catalog-pages/content-page.ts'
import type { Alternates } from '../../contracts/catalog-pages/product-lists.ts'
import { languages, type Language } from '../../domain/places/locales.ts'
import { translator } from '../../i18n/translator.ts'
import { href } from '../../routes.ts'
import type { Shop } from '../platform/shop.ts'

const titles = {
  terms: 'page_to_come.terms',
  privacy: 'page_to_come.privacy',
  contact: 'page_to_come.contact',
} as const
const names = ['terms', 'privacy', 'contact'] as const

/**
 * Stands in for a page that the footer and the checkout link to while it is not published: says that it is being
 * written, and how to reach the company. Undefined for every other slug.
 */
export function pageToCome(
  { settings, now }: Pick<Shop, 'settings' | 'now'>,
  language: Language,
  slug: string,
): ContentPage | undefined {
  const { locales } = settings.all
  const name = names.find((each) => locales[language][`${each}URL`] === slug)
  if (!name) return undefined
  const t = translator(language)
  const { name: company, organizationNumber, address, email, phone } = settings.seller(language)
  const mail = `<a href="mailto:${escaped(email)}">${escaped(email)}</a>`
  const texts = [company, organizationNumber, ...address, phone].filter((line) => line !== '')
  const lines = [...texts.map(escaped), mail]
  return {
    title: t(titles[name]),
    description: t('page_to_come.text'),
    html: `<p>${t('page_to_come.text')}</p><p>${lines.join('<br>')}</p>`,
    path: href(language, 'page', { slug }),
    alternates: Object.fromEntries(
      languages.map((each) => [each, href(each, 'page', { slug: locales[each][`${name}URL`] })]),
    ) as Alternates,
    writtenIn: [],
    updatedAt: now().toISOString(),
    isToCome: true,
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
