import { z } from 'zod'

const [maxTables, maxMigrations] = [2_000, 10_000]
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const count = z.int().min(0)

/** The first file of a backup: what is in it, and of which version. */
export const backupHead = z.object({
  format: z.literal(1),
  /** When it was begun, as UTC ISO text. */
  made: z.iso.datetime(),
  /** The version of the shop that made it. */
  version: z.string(),
  kind: z.enum(['sqlite', 'postgres']),
  /** The migrations of the database, in their order. */
  schema: z.array(z.string().regex(/^[0-9a-z-]+$/)).max(maxMigrations),
  /** The columns of each table in the order of its rows; none for a backup that has the database as a file. */
  columns: z.record(name, z.array(name)),
})
export type BackupHead = z.infer<typeof backupHead>

/** A table, or the files of the data folder; `sha256` covers the names, sizes and bytes of its files in the backup. */
const part = z.object({ name: z.string(), files: count, bytes: count, sha256: z.string() })
export type Part = z.infer<typeof part>

/** The last file of a backup; one without it is not whole. */
export const backupManifest = z.object({
  parts: z.array(part).max(maxTables),
  /** How many rows each table has. */
  tables: z.array(z.object({ name, rows: count })).max(maxTables),
  /** The last number of each counting column. */
  counters: z.array(z.object({ table: name, column: name, last: count })).max(maxTables),
})
export type BackupManifest = z.infer<typeof backupManifest>

export const [headName, manifestName] = ['backup.json', 'manifest.json']
export const databaseFile = 'database/shop.db'
/** The part with all files of the data folder. */
export const filesPart = 'files'

/** Names the part of a file in a backup; undefined for a file that no backup has. */
export function partOf(file: string): string | undefined {
  if (file === databaseFile) return databaseFile
  if (file.startsWith('files/')) return filesPart
  return /^(database\/[a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(file)?.[1]
}
