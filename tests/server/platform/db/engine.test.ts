import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from '../../../support/test-database.ts'
import { freshShop } from '../../../support/test-shop.ts'

test("a fresh database uses the project's engine and has the newest schema", async () => {
  await using shop = await freshDatabase()
  expect(shop.kind).toBe(inject('engine'))
  await shop.db.insertInto('settings').values({ key: 'colour', value: 'blå' }).execute()
  expect(await shop.db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'colour', value: 'blå' }])
})

test('databases of two tests do not see each other', async () => {
  await using first = await freshDatabase()
  await using second = await freshDatabase()
  await first.db.insertInto('settings').values({ key: 'only', value: 'here' }).execute()
  expect(await second.db.selectFrom('settings').selectAll().execute()).toEqual([])
})

test('the engine is the one it claims to be', async () => {
  await using shop = await freshDatabase()
  const version =
    shop.kind === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select version() as version`
  const { rows } = await version.execute(shop.db)
  expect(rows[0]?.version).toMatch(shop.kind === 'sqlite' ? /^3\./ : /^PostgreSQL/)
})

test('the services of a shop work on such a database', async () => {
  await using shop = await freshShop({ now: () => new Date('2026-03-01T00:00:00Z') })
  expect(shop.kind).toBe(inject('engine'))
  expect(shop.now().toISOString()).toBe('2026-03-01T00:00:00.000Z')
  expect(await shop.db.selectFrom('settings').selectAll().execute()).toEqual([])
})
