import type { ImportRow } from '../../catalog/import/runs/run-queries.ts'

/** The files of an import: a command or a source can have several, whose names are stored as one text. */
export function fileNames({ file, origin }: Pick<ImportRow, 'file' | 'origin'>): readonly string[] {
  return origin === 'upload' ? [file] : file.split(', ')
}
