import { once } from 'node:events'
import { connect as connectSocket, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyWord } from '../../../../src/server/console/customers/name-search-queries.ts'
import { batchQueries } from '../../../../src/server/platform/db/batch-queries.ts'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { PreparedStatements } from '../../../../src/server/platform/db/statements/prepared-statements.ts'
import { freshDatabase } from '../../../support/test-database.ts'

test('batched queries are answered separately, in order, and see what those before wrote', async () => {
  await using shop = await freshDatabase()
  const { db } = shop
  const [written, read, none] = await batchQueries(
    db,
    db.insertInto('settings').values({ key: 'colour', value: 'blue' }).returning('key'),
    db.selectFrom('settings').select(['key', 'value']),
    db.selectFrom('settings').select('value').where('key', '=', 'shape'),
  )
  expect([written, read, none]).toEqual([[{ key: 'colour' }], [{ key: 'colour', value: 'blue' }], []])
})

test('a failing one rolls back the whole transaction, and the connection stays usable', async () => {
  await using shop = await freshDatabase()
  const { db } = shop
  const put = (key: string) => db.insertInto('settings').values({ key, value: '' })
  await expect(db.transaction().execute((trx) => batchQueries(trx, put('a'), put('a'), put('b')))).rejects.toThrow()
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
  await db.transaction().execute((trx) => batchQueries(trx, put('a'), put('b')))
  expect(await db.selectFrom('settings').select('key').orderBy('key').execute()).toEqual([{ key: 'a' }, { key: 'b' }])
})

test('many at once on few connections all get their own answers', async () => {
  await using shop = await freshDatabase()
  const { db } = shop
  const given = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const number = (n: number) => db.selectNoFrom(sql<number>`cast(${n} as integer)`.as('n'))
      const [[first], [second]] = await batchQueries(db, number(at), number(-at))
      return [first?.n, second?.n]
    }),
  )
  expect(given.map(([n]) => n)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  expect(given.every(([n, minus]) => (n ?? 0) + (minus ?? 0) === 0)).toBe(true)
})

test('a running process continues when a migration adds a column to a table that it reads', async () => {
  await using shop = await freshDatabase()
  const older = connect('postgresUrl' in shop.location ? { ...shop.location, poolSize: 1 } : shop.location)
  await older.db.insertInto('settings').values({ key: 'colour', value: 'blue' }).execute()
  const read = async () => [
    await older.db.selectFrom('settings').selectAll().where('key', '=', 'colour').execute(),
    await older.db.selectFrom('settings').select(['key', 'value']).where('key', '=', 'colour').execute(),
  ]
  for (let time = 0; time < 8; time += 1) await read()
  await shop.db.schema.alterTable('settings').addColumn('note', 'text').execute()
  expect(await read()).toMatchObject([[{ key: 'colour', value: 'blue' }], [{ key: 'colour', value: 'blue' }]])
  await older.db.destroy()
})

test('frequent queries with named columns are prepared, up to a limit', () => {
  const statements = new PreparedStatements()
  const often = (text: string, parameters: unknown[] = [1]) =>
    Array.from({ length: 5 }, () => statements.nameOf(text, parameters)).at(-1)
  expect(often('select "id" from "a" where "id" = $1')).toBe('s1')
  expect(often('select "id" from "a" where "id" = $1')).toBe('s1')
  expect(often('update "a" set "b" = $1 returning "id", "b"')).toBe('s2')
  for (const text of [
    'select * from "a" where "id" = $1',
    'select "p".* from "a" as "p" where "id" = $1',
    'select "b"."x", "p".* from "a" as "p" where "id" = $1',
    'insert into "a" ("id") values ($1) returning *',
  ]) {
    expect(often(text), text).toBeUndefined()
  }
  expect(often('begin', [])).toBeUndefined()
  expect(often(`select "id" from "a" where "id" in (${'$1, '.repeat(2_000)}$1)`)).toBeUndefined()
  const names = Array.from({ length: 1_000 }, (_, at) => often(`select "id" from "a${at}" where "id" = $1`))
  expect(names.filter((name) => name !== undefined)).toHaveLength(398)
})

test('a search for words that many names may have is planned for these words each time', async () => {
  await using shop = await freshDatabase()
  const named = everyWord(shop.kind, 'customer', sql.ref('customers.id'), ['anna', 'l'])
  const { sql: text, parameters } = shop.db.selectFrom('customers').select('id').where(named).compile()
  const statements = new PreparedStatements()
  expect(Array.from({ length: 5 }, () => statements.nameOf(text, parameters)).at(-1)).toBeUndefined()
})

test('concurrent statements of a transaction arrive in order, and the first failure rolls back all', async () => {
  await using shop = await freshDatabase()
  const { db } = shop
  const put = (on: typeof db, key: string) => on.insertInto('settings').values({ key, value: '' }).execute()
  const keys = async () =>
    (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)
  const seen = await db.transaction().execute(async (trx) => {
    const [, within] = await Promise.all([
      put(trx, 'a'),
      trx.selectFrom('settings').select('key').execute(),
      put(trx, 'b'),
    ])
    return within
  })
  expect([seen, await keys()]).toEqual([[{ key: 'a' }], ['a', 'b']])
  await expect(
    db.transaction().execute((trx) => Promise.all([put(trx, 'c'), put(trx, 'a'), put(trx, 'd')])),
  ).rejects.toThrow()
  expect(await keys()).toEqual(['a', 'b'])
  await db.transaction().execute((trx) => Promise.all([put(trx, 'c'), put(trx, 'd')]))
  expect(await keys()).toEqual(['a', 'b', 'c', 'd'])
})

test('of concurrent statements that fail, each fails for the reason of the first', async () => {
  await using shop = await freshDatabase()
  if (shop.kind === 'sqlite') return
  const failures: unknown[] = []
  const noted = (error: unknown) => void failures.push(Reflect.get(Object(error), 'code'))
  const work = shop.db.transaction().execute(async (trx) => {
    const slow = batchQueries(trx, trx.selectNoFrom(sql`1 / 0`.as('n'))).catch(noted)
    await Promise.all([slow, trx.selectFrom('settings').select('key').execute().catch(noted)])
    return trx.selectFrom('settings').select('key').execute()
  })
  const divisionByZero = '22012'
  await expect(work).rejects.toMatchObject({ code: divisionByZero })
  expect(failures).toEqual([divisionByZero, divisionByZero])
})

/** Passes bytes on to a server and counts how often the client sent some. */
async function countingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sent = { messages: 0 }
  const server = createServer((client) => {
    const upstream = connectSocket({ host: target.hostname, port: Number(target.port || 5432) })
    client.on('data', () => (sent.messages += 1)).on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, sent, [Symbol.dispose]: () => void server.close() }
}

test('a transaction begins in the message of its first statements, and a batch is one message', async () => {
  await using shop = await freshDatabase()
  if (!('postgresUrl' in shop.location)) return
  using proxy = await countingProxy(shop.location.postgresUrl)
  const { db } = connect({ postgresUrl: proxy.url, poolSize: 1 })
  const read = (on: typeof db) => on.selectFrom('settings').select('key').where('key', '=', 'colour')
  await read(db).execute()
  const before = proxy.sent.messages
  await db.transaction().execute((trx) => batchQueries(trx, read(trx), read(trx), read(trx)))
  expect(proxy.sent.messages - before).toBe(2)
  await db.transaction().execute((trx) => Promise.all([read(trx).execute(), read(trx).execute()]))
  expect(proxy.sent.messages - before).toBe(4)
  await db.destroy()
})
