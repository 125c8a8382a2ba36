import { closeSync, createReadStream, existsSync, openSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { databaseFile, type BackupManifest } from '../archive/manifest.ts'
import type { EntryToWrite } from '../archive/write-archive.ts'
import { BackupError } from '../backup-error.ts'
import type { Snapshot } from './snapshot.ts'

/** All pages in one step: one read transaction, so that orders placed meanwhile do not make the copy begin anew. */
const allPages = 2 ** 31 - 1
const pieceBytes = 256 * 1024
const waitMs = 10_000

/**
 * Copies the embedded database as it is at one moment to a new file, while the shop goes on writing; reads how many
 * rows the copy has.
 */
export async function snapshotSqlite(file: string, copy: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new BackupError(`There is no database ${file} to make a backup of.`)
  closeSync(openSync(copy, 'wx', 0o600))
  const source = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
  try {
    await backup(source, copy, { rate: allPages })
  } finally {
    source.close()
  }
  const { schema, tables } = describeCopy(copy)
  return {
    kind: 'sqlite',
    schema,
    columns: {},
    entries: databaseEntry(copy),
    counted: () => ({ tables, counters: [] }),
    close: async () => {},
  }
}

async function* databaseEntry(copy: string): AsyncGenerator<EntryToWrite> {
  yield {
    name: databaseFile,
    size: statSync(copy).size,
    body: createReadStream(copy, { highWaterMark: pieceBytes }),
  }
}

type Described = { schema: string[]; tables: BackupManifest['tables'] }

/** Reads the migrations and counts the rows of a copy, which then needs no other file beside it. */
export function describeCopy(copy: string): Described {
  const database = new DatabaseSync(copy)
  try {
    database.exec('pragma journal_mode = delete')
    const names = (text: string): string[] =>
      database
        .prepare(text)
        .all()
        .map(({ name }) => String(name))
    const tables = names(`select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite_%' and name not like 'kysely_%' order by name`)
    const schema = names('select name from kysely_migration order by name')
    return { schema, tables: tables.map((name) => ({ name, rows: rowsOf(database, name) })) }
  } finally {
    database.close()
  }
}

/** Moves what is in the log of a database into its file, and removes the log. Throws while another process uses it. */
export function endLog(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
  } finally {
    database.close()
  }
}

function rowsOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.['rows'])
}
