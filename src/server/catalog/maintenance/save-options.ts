import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'

/** The slug of each product, by language and product id. */
export type Slugs = Record<Language, ReadonlyMap<string, string>>

/** What a transaction has to know of another one, which writes while this one reads and makes its rows. */
export type WriteTurn = {
  /** The slugs that the other one writes. */
  slugsBefore: Slugs | undefined
  /** Waits until the other one has ended; throws if it failed. Nothing is written before. */
  begin(slugs: Slugs): Promise<void>
  /** Tells that the database has all that this one writes, so that the next one may read. */
  sent(): void
}

export type SaveOptions = {
  kind: DatabaseKind
  now: Date
  /** Only where all products are new, and none is a choice or has some. */
  turn?: WriteTurn | undefined
  /** Returns a product page's address, for the redirect after a rename. */
  productPath: (language: Language, slug: string) => string
}

/** The products and categories that `finishCatalog` has to update. */
export type ChangedIds = { productIds: readonly string[]; categoryIds: readonly string[] }
export type Saved = { created: number; changed: number; unchanged: number; touched: ChangedIds }
