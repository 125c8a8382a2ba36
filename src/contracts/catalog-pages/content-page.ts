import type { Language } from '../../domain/places/locales.ts'
import type { Alternates } from './product-lists.ts'

/**
 * A page written by editors; `html` is sanitized. In a language without a translation, its alternate is the home page.
 */
export type ContentPage = {
  title: string
  description: string
  html: string
  path: string
  alternates: Alternates
  writtenIn: Language[]
  updatedAt: string
  /** It is not published yet, so that search engines leave it out. */
  isToCome?: true
}
