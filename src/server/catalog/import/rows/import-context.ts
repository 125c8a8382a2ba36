import type { PriceBasis } from '../base-per-unit.ts'
import type { Definitions } from './definitions.ts'
import type { Drawings } from './drawings.ts'
import type { CheckedPhoto, Photos } from './photos.ts'

/** The shop's data that rows refer to. */
export type ImportContext = {
  now: Date
  basis: PriceBasis
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
  checked: Map<string, CheckedPhoto>
}
