import type { Definitions } from './definitions.ts'
import type { Drawings } from './drawings.ts'

/** What the shop knows that rows refer to. */
export type ImportContext = {
  now: Date
  /** Kronor that one unit of the profile's currency costs. */
  sekPerUnit: number
  /** Device ids by slug. */
  devices: ReadonlyMap<string, string>
  pictures: ReadonlySet<string>
  definitions: Definitions
  drawings: Drawings
  categoryId: string
}
