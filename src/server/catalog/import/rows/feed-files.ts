import type { NewRow } from '../../../platform/db/tables.ts'

/** A file that can be used, or a sentence that says why it cannot. */
export type CheckedFile = { id: string } | { problem: string }

/** Provides files of one kind: from the folder or .zip file that an import was given, or from the internet. */
type Files<Table extends 'pictures' | 'document_files'> = {
  /** Checks a file by its content. */
  check(name: string): Promise<CheckedFile>
  /** Puts checked files where the shop serves them from, and returns their rows; existing files are kept. */
  make(ids: readonly string[]): Promise<NewRow<Table>[]>
}

/** Photographs are rendered in every image kind. */
export type Photos = Files<'pictures'>
/** Datasheets and manuals, which are kept as they are. */
export type Documents = Files<'document_files'>
