import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batchQueries } from '../../../../src/server/platform/db/batch-queries.ts'
import { compileOnce } from '../../../../src/server/platform/db/statements/compile-once.ts'
import type { Queryable } from '../../../../src/server/platform/db/tables.ts'
import { freshDatabase } from '../../../support/test-database.ts'

const names = ['blue', `o'clock`, '"quoted"', '$1 ? :a', 'röd 🟥', '', ' ', '0', 'null', 'x'.repeat(5_000)]

function counted() {
  const built: number[] = []
  const query = (db: Queryable, keys: readonly string[], value: string) =>
    db
      .selectFrom('settings')
      .select(['key', 'value', sql<string>`${'always'}`.as('fixed')])
      .where((row) => row.or([row('key', 'in', keys), row('value', '=', value), row('key', '=', value)]))
      .orderBy('key')
  const once = compileOnce((db, keys: readonly string[], value: string) => {
    built.push(keys.length)
    return query(db, keys, value)
  })
  return { built, query, once }
}

async function withSettings() {
  const shop = await freshDatabase()
  await shop.db
    .insertInto('settings')
    .values(names.map((key, at) => ({ key, value: names[(at + 3) % names.length] ?? '' })))
    .execute()
  return shop
}

test('a query that is compiled once finds what the same query finds, for any texts and lengths of lists', async () => {
  await using shop = await withSettings()
  const { db } = shop
  const { built, query, once } = counted()
  for (let length = 1; length <= names.length; length += 1)
    for (const value of names) {
      const keys = Array.from({ length }, (_, at) => names[(at * 3 + value.length) % names.length] ?? '')
      expect(await once(db, keys, value).execute()).toEqual(await query(db, keys, value).execute())
    }
  expect(built).toEqual(names.map((_, at) => at + 1))
})

test('a transaction sees its own rows, and a batch takes such queries among others', async () => {
  await using shop = await withSettings()
  const { query, once } = counted()
  const rows = await shop.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ key: 'new', value: 'new' }).execute()
    return batchQueries(trx, once(trx, ['new'], '?'), query(trx, ['new'], '?'), once(trx, ['blue'], 'none'))
  })
  expect(rows.map((found) => found.map(({ key }) => key))).toEqual([['new'], ['new'], ['blue']])
})

test('long lists are compiled each time, so that few shapes are kept', async () => {
  await using shop = await withSettings()
  const { built, query, once } = counted()
  const keys = [...names, ...Array.from({ length: 300 }, (_, at) => `key ${at}`)]
  for (let time = 0; time < 3; time += 1)
    expect(await once(shop.db, keys, 'none').execute()).toEqual(await query(shop.db, keys, 'none').execute())
  expect(built).toEqual([310, 310, 310])
})

test('a query that decides by a text, or writes it into its SQL, is refused', async () => {
  await using shop = await freshDatabase()
  const { db } = shop
  const deciding = compileOnce((on, language: string) =>
    on.selectFrom('settings').select(language === 'en' ? 'key' : 'value'),
  )
  const literal = compileOnce((on, key: string) =>
    on
      .selectFrom('settings')
      .select('key')
      .where('key', '=', sql<string>`${sql.lit(key)}`),
  )
  await expect(deciding(db, 'en').execute()).rejects.toThrow('does not use all of its texts')
  await expect(literal(db, 'blue').execute()).rejects.toThrow('does not use all of its texts')
})
