import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { createShop } from '../../../../src/server/create-shop.ts'
import { connect, type OpenDatabase } from '../../../../src/server/platform/db/connect.ts'
import { migrate } from '../../../../src/server/platform/db/migrate.ts'
import { everyMigration } from '../../../../src/server/platform/db/migrations/every-migration.ts'
import { prepareDatabase } from '../../../../src/server/platform/db/prepare-database.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { newDataFolder } from '../../../support/database-copy.ts'
import { freshDatabase } from '../../../support/test-database.ts'
import { emptyPlace } from '../../backup/empty-place.ts'

/** How a shop with these settings fails to start. */
async function failure(settings: Record<string, string>): Promise<{ name: string; message: string }> {
  const failed = await createShop(parseEnv({ LOG_LEVEL: 'silent', ...settings })).then(
    (shop) => shop.close(),
    (error: unknown) => error,
  )
  return failed instanceof Error
    ? { name: failed.name, message: failed.message }
    : { name: 'none', message: 'It started.' }
}

test('an older program on a newer schema ends with one message and changes nothing', async () => {
  await using later = await freshDatabase()
  await sql`insert into kysely_migration (name, timestamp)
    values ('9999-of-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(later.db)
  const before = await sql`select * from kysely_migration order by name`.execute(later.db)
  expect(await failure(later.env)).toEqual({
    name: 'BootError',
    message:
      'A newer version of the shop has changed the database (9999-of-tomorrow), which this version does not know: ' +
      'start the newer version again, or restore the backup from before the upgrade.',
  })
  expect((await sql`select * from kysely_migration order by name`.execute(later.db)).rows).toEqual(before.rows)
})

const ofPostgres = inject('engine') === 'postgres' ? describe : () => {}
ofPostgres('schemas of PostgreSQL', () => {
  test('an empty one is migrated beside that of another shop', async () => {
    await using place = await emptyPostgres()
    const other = place.open('other')
    await sql`create schema other`.execute(other.db)
    await migrate(other, { tableSchema: 'other' })
    expect((await prepareDatabase(place.open())).length).toBeGreaterThan(100)
  })

  test('a shop stays in its own, though an empty one comes before it by now', async () => {
    await using place = await emptyPostgres()
    const own = place.open()
    const names = Object.keys(everyMigration).toSorted()
    await migrate(own, { only: names.slice(0, -1) })
    await sql`create schema first`.execute(own.db)
    await sql`set search_path = first, public`.execute(own.db)
    expect(await prepareDatabase(own)).toEqual(names.slice(-1))
  })
})

/** An empty database of PostgreSQL with connections of one client each. */
async function emptyPostgres() {
  const { env, drop } = await emptyPlace()
  const { DATABASE_URL: postgresUrl = '' } = env
  const opened: OpenDatabase[] = []
  return {
    open: (schema?: string) => {
      const one = connect({ postgresUrl, poolSize: 1, ...(schema !== undefined && { schema }) })
      opened.push(one)
      return one
    },
    [Symbol.asyncDispose]: async () => {
      for (const { db } of opened) await db.destroy()
      await drop()
    },
  }
}

test('a connection whose schema cannot be set is not used', async () => {
  await using database = await freshDatabase()
  if (!('postgresUrl' in database.location)) return
  const { db } = connect({ ...database.location, poolSize: 1, schema: '' })
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/zero-length delimited identifier/)
  await db.destroy()
})

describe('a file that cannot be opened ends with one message that names it', () => {
  test.each<[string, (file: string) => void, string]>([
    [
      'text',
      (file) => writeFileSync(file, 'This is my shopping list, and not a database at all.'.repeat(100)),
      'is no SQLite database',
    ],
    ['a folder', (file) => mkdirSync(file), 'is a folder and not a file'],
  ])('%s', async (_, spoil, why) => {
    const file = path.join(newDataFolder(), 'shop.db')
    spoil(file)
    const { name, message } = await failure({ SHOP_DATA: path.dirname(file) })
    expect(name).toBe('BootError')
    expect(message).toContain(`The database ${file} ${why}`)
    expect(message).not.toContain('\n')
  })

  test('rejects a damaged file', async () => {
    const dataFolder = newDataFolder()
    await createShop(parseEnv({ SHOP_DATA: dataFolder, LOG_LEVEL: 'silent' })).then((shop) => shop.close())
    const file = path.join(dataFolder, 'shop.db')
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096, bytes.length)
    writeFileSync(file, bytes)
    expect(await failure({ SHOP_DATA: dataFolder })).toEqual({
      name: 'BootError',
      message: expect.stringContaining(`The database ${file} is damaged`) as string,
    })
  })

  test('a folder that is not writable', async () => {
    const { name, message } = await failure({ SHOP_DATA: '/sys/delverk' })
    expect(name).toBe('BootError')
    expect(message).toMatch(
      new RegExp(
        '^The database /sys/delverk/shop\\.db ' +
          '(cannot be read and written by this user|is on a disk that is mounted read-only)',
      ),
    )
  })
})

test('a missing PostgreSQL ends with one message, without its password', async () => {
  const { name, message } = await failure({ DATABASE_URL: 'postgres://shop:hush@127.0.0.1:9/shop' })
  expect(name).toBe('BootError')
  expect(message).toContain('The database PostgreSQL 127.0.0.1:9/shop does not answer')
  expect(message).not.toContain('hush')
})
