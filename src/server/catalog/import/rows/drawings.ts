import type { NewRow } from '../../../platform/db/tables.ts'

/** One of the shop's own line drawings, which stands in where a feed brings no picture. */
export type Drawing = { kind: string; variant: number }

/** Where drawings come from. */
export type Drawings = {
  /** The id of the drawing's picture; undefined for a kind that nobody has drawn. */
  idOf(drawing: Drawing): string | undefined
  /** Makes the picture files that are missing and says how large they are. */
  make(drawings: readonly Drawing[]): Promise<NewRow<'pictures'>[]>
}
