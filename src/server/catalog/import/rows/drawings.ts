import type { NewRow } from '../../../platform/db/tables.ts'

/** A line drawing that the shop shows for products whose feed has no picture. */
export type Drawing = { kind: string; variant: number }

/** Provides drawings. */
export type Drawings = {
  /** Returns the id of the drawing's picture; undefined for an unknown kind. */
  idOf(drawing: Drawing): string | undefined
  /** Creates the missing picture files and returns their dimensions. */
  make(drawings: readonly Drawing[]): Promise<NewRow<'pictures'>[]>
}
