import type { Language } from '../domain/locales.ts'
import type { Alternates } from './product-lists.ts'

/**
 * A page that editors write; `html` is sanitised. In languages that it is not written in, its alternate is the home
 * page.
 */
export type ContentPage = {
  title: string
  description: string
  html: string
  path: string
  alternates: Alternates
  writtenIn: Language[]
  updatedAt: string
}
