import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type DatabaseLocation, type ShopDatabase } from '../../../../src/server/platform/db/connect.ts'
import { requestSignal } from '../../../../src/server/platform/db/request-signal.ts'
import { isStatementTimeout } from '../../../../src/server/platform/db/statement-timeout.ts'
import { errorStatus } from '../../../../src/server/platform/http/answers/error-status.ts'
import { toProblem } from '../../../../src/server/platform/http/answers/problem.ts'
import { freshDatabase } from '../../../support/test-database.ts'
import { freshShop } from '../../../support/test-shop.ts'

type Limited = ShopDatabase & { free: ShopDatabase; location: DatabaseLocation } & AsyncDisposable

/** A serving shop's connection with its limit, and a command's beside it. */
async function limited(maxStatementMs: number): Promise<Limited> {
  const database = await freshDatabase()
  const { location } = database
  const opened = connect(
    'postgresUrl' in location
      ? { ...location, poolSize: 2, isWatched: true, maxStatementMs }
      : { ...location, maxStatementMs },
  )
  const close = async () => {
    await opened.db.destroy()
    await database.close()
  }
  return { ...opened, free: database, location, [Symbol.asyncDispose]: close }
}

/** Takes at least this many seconds; SQLite has to count for it. */
function slow({ kind }: ShopDatabase, seconds: number) {
  return kind === 'postgres'
    ? sql`select pg_sleep(${sql.lit(seconds)})`
    : sql`
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${seconds * 5_000_000})
    select count(*) as n from counted`
}

const one = sql<{ one: number }>`select 1 as one`

test('stops a slow statement of a list or search, reports it, and answers the next one', async () => {
  await using database = await limited(300)
  for (const db of [database.listDb, database.searchDb]) {
    const began = performance.now()
    const error = await slow(database, 20)
      .execute(db)
      .catch((thrown: unknown) => thrown)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect([isStatementTimeout(error), errorStatus(error)]).toEqual([true, 503])
    expect(toProblem(error)).toMatchObject({ status: 503, code: 'too_slow' })
    expect((await one.execute(db)).rows).toEqual([{ one: 1 }])
  }
  expect((await slow(database, 0.5).execute(database.free.listDb)).rows).toHaveLength(1)
})

test('while it runs, others are answered', async () => {
  await using database = await limited(60_000)
  const leave = new AbortController()
  let isRunning = true
  const running = requestSignal.run(leave.signal, () =>
    slow(database, 33)
      .execute(database.listDb)
      .then(
        () => 'answered',
        () => 'given up',
      )
      .finally(() => (isRunning = false)),
  )
  for (let at = 0; at < 20; at += 1) expect((await one.execute(database.db)).rows).toEqual([{ one: 1 }])
  expect((await one.execute(database.searchDb)).rows).toEqual([{ one: 1 }])
  expect(isRunning).toBe(true)
  leave.abort()
  expect(await running).toBe('given up')
})

test('a report may take longer, and keeps nobody else waiting', async () => {
  await using database = await limited(300)
  let isRead = false
  const report = slow(database, 1)
    .execute(database.reportDb)
    .finally(() => (isRead = true))
  expect((await one.execute(database.db)).rows).toEqual([{ one: 1 }])
  expect(isRead).toBe(false)
  expect((await report).rows).toHaveLength(1)
})

test('requests of shoppers who left are removed from the queue, and running ones ended', async () => {
  await using database = await limited(60_000)
  const asked = (signal: AbortSignal, seconds: number) =>
    requestSignal.run(signal, () =>
      slow(database, seconds)
        .execute(database.listDb)
        .then(
          () => 'answered',
          () => 'given up',
        ),
    )
  const [first, second] = [new AbortController(), new AbortController()]
  const answers = [asked(first.signal, 33), asked(second.signal, 34), asked(second.signal, 34)]
  await sleep(400)
  second.abort()
  expect(await Promise.all(answers.slice(1))).toEqual(['given up', 'given up'])
  first.abort()
  expect(await answers[0]).toBe('given up')
  const began = performance.now()
  const stays = requestSignal.run(new AbortController().signal, () => one.execute(database.listDb))
  expect((await stays).rows).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await asked(first.signal, 0)).toBe('given up')
})

test('requests behind too many slow statements are given up', async () => {
  await using database = await limited(500)
  if (database.kind !== 'sqlite') return // A statement of PostgreSQL has its own connection.
  const began = performance.now()
  const asked = Array.from({ length: 8 }, () =>
    slow(database, 33)
      .execute(database.listDb)
      .catch((error: unknown) => error),
  )
  const last = await asked.at(-1)
  expect(isStatementTimeout(last)).toBe(true)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect((await one.execute(database.listDb)).rows).toEqual([{ one: 1 }])
})

test('a query ends on the server when the shopper who waits for its page has left', async () => {
  await using database = await limited(60_000)
  if (database.kind !== 'postgres') return
  const { db, free } = database
  const running = async () =>
    Number(
      (
        await sql<{ count: string }>`select count(*) as count from pg_stat_activity
    where query like 'select pg_sleep(33%' and state = 'active'`.execute(free.db)
      ).rows[0]?.count,
    )
  const leave = new AbortController()
  const asked = requestSignal.run(leave.signal, () =>
    sql`select pg_sleep(33)`.execute(db).then(
      () => 'answered',
      () => 'given up',
    ),
  )
  await expect.poll(running, { timeout: 60_000 }).toBe(1)
  leave.abort()
  expect(await asked).toBe('given up')
  await expect.poll(running, { timeout: 60_000 }).toBe(0)
  leave.abort()
  await sleep(10)
  expect((await one.execute(db)).rows).toHaveLength(1)
})

test('lists read earlier writes of this and other processes, and write nothing', async () => {
  await using database = await limited(2_000)
  const { db, listDb, searchDb, free } = database
  const written = listDb.selectFrom('settings').select('key').where('key', 'like', 'list-%').orderBy('key')
  const keys = async () => (await written.execute()).map((row) => row.key)
  expect(await keys()).toEqual([])
  await db.insertInto('settings').values({ key: 'list-1', value: '1' }).execute()
  expect(await keys()).toEqual(['list-1'])
  await free.db.insertInto('settings').values({ key: 'list-2', value: '2' }).execute()
  expect(await keys()).toEqual(['list-1', 'list-2'])
  if (database.kind !== 'sqlite') return
  for (const reader of [listDb, searchDb]) {
    await expect(reader.deleteFrom('settings').execute()).rejects.toThrow(/readonly/)
    await expect(reader.transaction().execute(async () => {})).rejects.toThrow(/only reads/)
  }
})

test('an error of a statement is passed on, and a process that died is replaced', async () => {
  await using database = await limited(2_000)
  await expect(sql`select 1 from nowhere`.execute(database.listDb)).rejects.toThrow(/nowhere/)
  expect((await one.execute(database.listDb)).rows).toEqual([{ one: 1 }])
  if (!('sqliteFile' in database.location)) return
  const reader = execFileSync('pgrep', ['-P', String(process.pid), '-f', database.location.sqliteFile])
  process.kill(Number(reader), 'SIGKILL')
  const ask = () =>
    one.execute(database.listDb).then(
      ({ rows }) => rows,
      () => 'not yet',
    )
  await expect.poll(ask, { timeout: 60_000 }).toEqual([{ one: 1 }])
})

test('a serving shop has the limit of two seconds, and its commands have none', async () => {
  for (const isWatched of [true, false]) {
    await using shop = await freshShop({ isWatched })
    const limit = isWatched ? '2s' : '0'
    const own = [shop.listDb !== shop.db, shop.searchDb !== shop.db]
    if (shop.kind === 'sqlite') expect(own).toEqual([isWatched, isWatched])
    else expect((await sql`show statement_timeout`.execute(shop.listDb)).rows).toEqual([{ statement_timeout: limit }])
  }
})
