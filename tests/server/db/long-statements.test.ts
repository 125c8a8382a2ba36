import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../../src/server/db/connect.ts'
import { isTooSlow } from '../../../src/server/db/is-too-slow.ts'
import { leaving } from '../../../src/server/db/leaving.ts'
import { errorStatus } from '../../../src/server/http/error-status.ts'
import { asProblem } from '../../../src/server/http/problem.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { freshShop } from '../../support/test-shop.ts'

/** The embedded database answers within the statement: there is nothing to give up or to leave. */
async function limited(longestStatementMs: number) {
  const database = await freshDatabase()
  const { location } = database
  if (!('postgresUrl' in location)) return { database, opened: undefined }
  return { database, opened: { limited: connect({ ...location, poolSize: 2, isWatched: true, longestStatementMs }), free: connect(location) } }
}

test('a statement of a shopper is given up after its time, with an answer that says so, and the connection goes on', async () => {
  const { database, opened } = await limited(300)
  await using _ = database
  if (!opened) return
  const { db } = opened.limited
  const began = performance.now()
  const error = await sql`select pg_sleep(20)`.execute(db).catch((thrown: unknown) => thrown)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect([isTooSlow(error), errorStatus(error), asProblem(error)]).toMatchObject([true, 503, { status: 503, code: 'too_slow' }])
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  expect((await sql`select pg_sleep(0.5)`.execute(opened.free.db)).rows).toHaveLength(1)
  await Promise.all([db.destroy(), opened.free.db.destroy()])
})

test('a query ends on the server when the shopper who waits for its page has left', async () => {
  const { database, opened } = await limited(60_000)
  await using _ = database
  if (!opened) return
  const { limited: { db }, free } = opened
  const running = async () => Number((await sql<{ count: string }>`select count(*) as count from pg_stat_activity
    where query like 'select pg_sleep(33%' and state = 'active'`.execute(free.db)).rows[0]?.count)
  const leave = new AbortController()
  const asked = leaving.run(leave.signal, () => sql`select pg_sleep(33)`.execute(db).then(() => 'answered', () => 'given up'))
  await expect.poll(running, { timeout: 5_000 }).toBe(1)
  leave.abort()
  expect(await asked).toBe('given up')
  await expect.poll(running, { timeout: 5_000 }).toBe(0)
  const other = leaving.run(new AbortController().signal, () => sql`select 1`.execute(db))
  expect((await other).rows).toHaveLength(1)
  leave.abort()
  await sleep(10)
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  await Promise.all([db.destroy(), free.db.destroy()])
})

test('a shop that serves has the limit of two seconds, and its commands have none', async () => {
  for (const [isWatched, limit] of [[true, '2s'], [false, '0']] as const) {
    await using shop = await freshShop({ isWatched })
    if (shop.kind !== 'postgres') return
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(shop.db)
    expect(rows).toEqual([{ statement_timeout: limit }])
  }
})
