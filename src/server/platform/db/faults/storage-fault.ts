/** Why the disk of the database, or of the shop's files, takes no more writes. */
export type StorageFault = 'disk full' | 'disk read-only' | 'disk failing' | 'no file handles'

/** Primary result codes of SQLite: READONLY, IOERR, FULL, CANTOPEN. */
const sqliteFaults: Readonly<Record<number, StorageFault>> = {
  8: 'disk read-only',
  10: 'disk failing',
  13: 'disk full',
  14: 'disk failing',
}
const primaryCode = 0xff

/** PostgreSQL: disk full, input or output error, read-only transaction. Of the system: the same, and too many files. */
const codedFaults: Readonly<Record<string, StorageFault>> = {
  '53100': 'disk full',
  '58030': 'disk failing',
  '25006': 'disk read-only',
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  EROFS: 'disk read-only',
  EIO: 'disk failing',
  EMFILE: 'no file handles',
  ENFILE: 'no file handles',
}

/**
 * Returns which fault of the disk caused this error; undefined for other errors. What failed is undone as a whole, and
 * succeeds again when the operator has mended the disk.
 */
export function storageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined
  const ofSqlite: unknown = Reflect.get(error, 'errcode')
  if (typeof ofSqlite === 'number') return sqliteFaults[ofSqlite & primaryCode]
  return codedFaults[String(Reflect.get(error, 'code'))]
}
