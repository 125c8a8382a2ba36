import type { CategoryFields } from '../../../contracts/console/categories.ts'
import { wordsOf, type CategoryWordsIn } from '../../catalog/arrange/category-words.ts'
import type { CategoryRecord } from '../../catalog/arrange/tree-queries.ts'

/** What the fields of a form say. */
export function typedWords(fields: CategoryFields): CategoryWordsIn {
  const wordsIn = (language: 'en' | 'sv') => ({
    name: fields[`name_${language}`],
    slug: fields[`slug_${language}`],
    description: fields[`description_${language}`].replaceAll('\r\n', '\n'),
    pageTitle: fields[`page_title_${language}`],
    metaDescription: fields[`meta_description_${language}`],
  })
  return { en: wordsIn('en'), sv: wordsIn('sv') }
}

/** What the fields show of a stored category. */
export function shownWords(record: CategoryRecord): CategoryFields {
  const { en, sv } = wordsOf(record)
  return {
    name_en: en.name,
    name_sv: sv.name,
    slug_en: en.slug,
    slug_sv: sv.slug,
    description_en: en.description,
    description_sv: sv.description,
    page_title_en: en.pageTitle,
    page_title_sv: sv.pageTitle,
    meta_description_en: en.metaDescription,
    meta_description_sv: sv.metaDescription,
  }
}
