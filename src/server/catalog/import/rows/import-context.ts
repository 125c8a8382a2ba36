import type { Definitions } from './definitions.ts'
import type { Drawings } from './drawings.ts'

/** The shop's data that rows refer to. */
export type ImportContext = {
  now: Date
  /** Price of one unit of the profile's currency in SEK. */
  sekPerUnit: number
  /** Device ids by slug. */
  devices: ReadonlyMap<string, string>
  pictures: ReadonlySet<string>
  definitions: Definitions
  drawings: Drawings
  categoryId: string
}
