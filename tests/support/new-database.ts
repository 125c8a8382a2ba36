import { rmSync } from 'node:fs'
import path from 'node:path'
import { connect, type OpenDatabase } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'

type Fill = (open: OpenDatabase) => Promise<unknown>

/** Writes a new database file with the newest schema. */
export async function writeDatabase(sqliteFile: string, fill: Fill): Promise<void> {
  const open = connect({ sqliteFile })
  await migrate(open)
  await fill(open)
  await open.db.destroy()
}

/** Writes a new database file into a folder, which is removed when the process ends; returns its path. */
export async function seed(folder: string, fill: Fill): Promise<string> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const sqliteFile = path.join(folder, 'shop.db')
  await writeDatabase(sqliteFile, fill)
  return sqliteFile
}
