import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { connect } from '../../src/server/platform/db/connect.ts'
import { type Content, type DatabaseCopy, fill, newDataFolder } from './database-copy.ts'

/** A new data folder with a copy of the run's template file, named as the shop names it. */
export async function copySqlite(content: Content): Promise<DatabaseCopy> {
  const dataFolder = newDataFolder()
  const sqliteFile = path.join(dataFolder, 'shop.db')
  copyFileSync(await templateFile(content), sqliteFile)
  return { location: { sqliteFile }, env: { SHOP_DATA: dataFolder }, drop: async () => undefined }
}

/** The first test creates it; when two workers do so concurrently, the last rename wins with equal content. */
async function templateFile(content: Content): Promise<string> {
  const template = path.join(inject('runFolder'), `${content}.db`)
  if (existsSync(template)) return template
  const draft = path.join(inject('runFolder'), `${randomUUID()}.draft`)
  const open = connect({ sqliteFile: draft })
  await fill(open, content)
  await open.db.destroy()
  renameSync(draft, template)
  return template
}
