import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import type { PriceBasis } from '../base-per-unit.ts'
import type { FeedRow } from '../feeds/feed-row.ts'
import type { TextRow } from '../text-row-queries.ts'
import type { Definitions } from './definitions.ts'
import type { Drawings } from './drawings.ts'
import type { CheckedFile, Documents, Photos } from './feed-files.ts'

/** What is said of a product in each language; '' says nothing. */
export type RowTexts = Partial<Record<Language, TextRow | undefined>>

/** The shop's data that rows refer to. */
export type ImportContext = {
  now: Date
  basis: PriceBasis
  /** The texts that rows of their own have of a row's product, where the profile has such rows. */
  rowTexts?: ((row: FeedRow) => RowTexts) | undefined
  /** The currencies that have an exchange rate. */
  currencies: ReadonlySet<CurrencyCode>
  /** The rates in basis points that prices of VAT classes include. */
  vatClasses: ReadonlyMap<string, number>
  /** Device ids by slug. */
  devices: ReadonlyMap<string, string>
  pictures: ReadonlySet<string>
  definitions: Definitions
  drawings: Drawings
  /** Undefined when the import was given no folder with photographs. */
  photos: Photos | undefined
  /** What the check of each named photograph found. */
  checked: Map<string, CheckedFile>
  /** Undefined when the import was given no folder with documents. */
  documents: Documents | undefined
  checkedDocuments: Map<string, CheckedFile>
  /** The documents that the shop has. */
  knownDocuments: ReadonlySet<string>
}
