import type { Language } from '../../../domain/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'

export type SaveOptions = {
  kind: DatabaseKind
  now: Date
  /** Address of a product page, for the redirect that a renamed product leaves behind. */
  productPath: (language: Language, slug: string) => string
}

/** What `finishCatalog` has to bring up to date. */
export type Touched = { productIds: readonly string[]; categoryIds: readonly string[] }
export type Saved = { created: number; changed: number; unchanged: number; touched: Touched }
