import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'

export type SaveOptions = {
  kind: DatabaseKind
  now: Date
  /** Returns a product page's address, for the redirect after a rename. */
  productPath: (language: Language, slug: string) => string
}

/** The products and categories that `finishCatalog` has to update. */
export type ChangedIds = { productIds: readonly string[]; categoryIds: readonly string[] }
export type Saved = { created: number; changed: number; unchanged: number; touched: ChangedIds }
