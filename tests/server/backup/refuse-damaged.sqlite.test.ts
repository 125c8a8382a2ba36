import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeBackup } from '../../../src/server/backup/make-backup.ts'
import { refuseDamaged } from '../../../src/server/backup/refuse-damaged.ts'
import { restoreBackup } from '../../../src/server/backup/restore/restore-backup.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { newDataFolder } from '../../support/database-copy.ts'
import { copyDatabase } from '../../support/test-database.ts'

const pageBytes = 4096

/** The data folder of a shop that was ended. */
async function endedShop(): Promise<{ env: ReturnType<typeof parseEnv>; file: string }> {
  const { SHOP_DATA } = (await copyDatabase()).env
  return { env: parseEnv({ SHOP_DATA }), file: path.join(SHOP_DATA, 'shop.db') }
}

/** Overwrites the pages of a table with zeros. */
async function damage(file: string, table: string): Promise<void> {
  const { db } = connect({ sqliteFile: file })
  const { rows } = await sql<{
    page: number
  }>`select rootpage as page from sqlite_schema where name = ${table}`.execute(db)
  await db.destroy()
  const bytes = readFileSync(file)
  const start = ((rows[0]?.page ?? 0) - 1) * pageBytes
  writeFileSync(file, bytes.fill(0, start, start + pageBytes))
}

const refusal = (env: ReturnType<typeof parseEnv>): Promise<string> =>
  refuseDamaged(env).then(
    () => 'not refused',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('a whole database, a new one and PostgreSQL are not refused', async () => {
  const { env } = await endedShop()
  expect(await refusal(env)).toBe('not refused')
  expect(await refusal(parseEnv({ SHOP_DATA: newDataFolder() }))).toBe('not refused')
  expect(await refusal({ ...env, DATABASE_URL: 'postgres://127.0.0.1:9/shop' })).toBe('not refused')
})

test('a damaged table is found, and the newest backup that is whole is offered and can be restored', async () => {
  const { env, file } = await endedShop()
  const good = await makeBackup(env, new Date('2026-11-24T03:00:00Z'))
  const bad = await makeBackup(env, new Date('2026-11-25T03:00:00Z'))
  writeFileSync(bad.file, readFileSync(bad.file).subarray(0, -2000))
  await damage(file, 'order_lines')
  const said = await refusal(env)
  expect(said).toMatch(/^BootError: The database \S+shop\.db is damaged \(.+\)\. Cannot be read: shop-2026-11-25/)
  expect(said).toContain('The last good backup is of 2026-11-24 03:00 UTC: put it in place with')
  expect(said).toContain(`"npm run shop -- restore ${good.file} --yes"`)
  await restoreBackup(good.file, env, { key: undefined, mayReplace: true, now: new Date() })
  expect(await refusal(env)).toBe('not refused')
})

test('without a backup the sentence says so', async () => {
  const { env, file } = await endedShop()
  writeFileSync(file, 'no database any more'.repeat(1000))
  expect(await refusal(env)).toMatch(/is damaged \(file is not a database\)\. There is no backup in \S+backups that/)
})
