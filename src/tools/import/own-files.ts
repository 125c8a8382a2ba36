import type { CheckedFile } from '../../server/catalog/import/rows/feed-files.ts'

/** Checks files of this machine, and puts those that are used where the shop serves them from. */
export type OwnFiles<Row> = {
  check(file: string): Promise<CheckedFile>
  make(ids: readonly string[]): Promise<Row[]>
}

/** Files that come from somewhere, which is closed after an import. */
export type OpenFiles<Row> = OwnFiles<Row> & { close(): void }
