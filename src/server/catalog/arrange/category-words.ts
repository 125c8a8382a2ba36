import { inEachLanguage, type Language } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { CatalogError } from '../catalog-error.ts'
import { storableLine, storableText } from '../storable-text.ts'

/** What a category says in one language; an empty slug follows from the name. */
type CategoryWords = {
  name: string
  slug: string
  description: string
  /** For search engines; empty where the name and the description stand for them. */
  pageTitle: string
  metaDescription: string
}
export type CategoryWordsIn = Record<Language, CategoryWords>

const maxLengths = { name: 250, slug: 90, description: 20_000, pageTitle: 120, metaDescription: 320 }

/** Checks what was typed, and derives slugs that are empty. Throws CatalogError. */
export function checkedWords(wanted: CategoryWordsIn): CategoryWordsIn {
  return inEachLanguage((language) => checkedIn(wanted[language]))
}

function checkedIn(words: CategoryWords): CategoryWords {
  const name = plain(words.name)
  if (name === '' || name.length > maxLengths.name)
    throw new CatalogError('catalog_name', 'A category has a name of at most 250 characters in both languages.')
  const slug = words.slug.trim() || slugify(name)
  refuseImpossibleSlug(slug)
  return {
    name,
    slug,
    description: storableText(words.description).slice(0, maxLengths.description),
    pageTitle: plain(words.pageTitle).slice(0, maxLengths.pageTitle),
    metaDescription: plain(words.metaDescription).slice(0, maxLengths.metaDescription),
  }
}

export function refuseImpossibleSlug(slug: string): void {
  if (slug !== '' && slugify(slug) === slug && slug.length <= maxLengths.slug) return
  throw new CatalogError(
    'catalog_address',
    `"${slug}" cannot be an address: use lower-case letters a to z, digits and hyphens.`,
    { slug: slug.slice(0, maxLengths.slug) },
  )
}

/** One line without characters that cannot be stored. */
const plain = (text: string): string => storableLine(storableText(text))

type Texts = readonly (Omit<CategoryWords, 'pageTitle' | 'metaDescription'> & {
  language: Language
  page_title: string
  meta_description: string
})[]

/** What a stored category says. */
export function wordsOf({ texts }: { texts: Texts }): CategoryWordsIn {
  const none = { name: '', slug: '', description: '', page_title: '', meta_description: '' }
  return inEachLanguage((language) => {
    const { name, slug, description, ...rest } = texts.find((row) => row.language === language) ?? none
    return { name, slug, description, pageTitle: rest.page_title, metaDescription: rest.meta_description }
  })
}
