import { inEachLanguage } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { categories } from '../catalogue/category-tree.ts'
import type { Values, Words } from '../words.ts'

/** Slugs of content pages by id and language. */
export const pageSlugs = {
  about: { en: 'about', sv: 'om-oss' },
  delivery: { en: 'delivery', sv: 'leverans' },
  returns: { en: 'returns', sv: 'retur-och-angerratt' },
  terms: { en: 'terms', sv: 'kopvillkor' },
  privacy: { en: 'privacy', sv: 'integritet' },
  contact: { en: 'contact', sv: 'kontakt' },
  partnumber: { en: 'find-your-part-number', sv: 'hitta-artikelnumret' },
  batterycare: { en: 'battery-care', sv: 'skot-om-batteriet' },
} as const satisfies Record<string, Words>

export type PageId = keyof typeof pageSlugs

/** URLs that texts refer to by `{placeholder}`: content pages, and some screens and categories. */
export const links: Values = {
  ...Object.fromEntries(
    Object.entries(pageSlugs).map(([id, slug]) => [
      id,
      inEachLanguage((language) => href(language, 'page', { slug: slug[language] })),
    ]),
  ),
  home: inEachLanguage((language) => href(language, 'home')),
  withdraw: inEachLanguage((language) => href(language, 'withdrawal')),
  guides: inEachLanguage((language) => href(language, 'guides')),
  track: inEachLanguage((language) => href(language, 'track-order')),
  batteries: categoryLink('laptop-batteries'),
  screens: categoryLink('laptop-screens'),
  keyboards: categoryLink('laptop-keyboards'),
  chargers: categoryLink('laptop-chargers'),
  kits: categoryLink('repair-kits'),
  giftcards: categoryLink('gift-cards'),
  storage: categoryLink('memory-and-storage'),
  tools: categoryLink('tools-and-consumables'),
  phones: categoryLink('phone-and-tablet'),
}

function categoryLink(id: string): Words {
  const category = categories.find((each) => each.id === id)
  if (!category) throw new Error(`There is no category ${id} to link to.`)
  return inEachLanguage((language) => href(language, 'product-category-all', { slug: category.path[language] }))
}
