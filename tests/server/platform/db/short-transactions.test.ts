import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ShortTransactions } from '../../../../src/server/platform/db/short-transactions.ts'
import type { DatabaseTransaction } from '../../../../src/server/platform/db/tables.ts'
import { freshDatabase } from '../../../support/test-database.ts'

const statements = 20
const put = (at: number) => sql`insert into shop_settings (name, value, changed_at)
  values (${`test-${at}`}, '1', '2026-01-01')`
/** Some milliseconds of work for the database. */
const slow = sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 20000)
  select count(*) as n from counted`

test('a short transaction of a process that serves lets others work between its statements', async () => {
  await using database = await freshDatabase()
  const { db, kind } = database
  const seen = { turns: 0, isOver: false }
  const written = async () =>
    (await db.selectFrom('shop_settings').select('name').where('name', 'like', 'test-%').execute()).length
  const others = async () => {
    for (; !seen.isOver; seen.turns += 1) {
      if (seen.turns < statements / 2) expect([0, statements]).toContain(await written())
      await new Promise(setImmediate)
    }
  }
  const transactions = new ShortTransactions(db, kind, { wantedMs: 12 })
  const running = transactions.run(statements, async (trx) => {
    for (let at = 0; at < statements; at += 1) {
      await put(at).execute(trx)
      await slow.execute(trx)
    }
  })
  await Promise.all([others(), running.finally(() => (seen.isOver = true))])
  expect(seen.turns).toBeGreaterThan(statements / 2)
  expect(await written()).toBe(statements)
})

test('what such a transaction has written is undone when it fails', async () => {
  await using database = await freshDatabase()
  const { db, kind } = database
  const transactions = new ShortTransactions(db, kind, { wantedMs: 12 })
  const failing = transactions.run(1, async (trx) => {
    await put(1).execute(trx)
    await slow.execute(trx)
    await put(1).execute(trx)
  })
  await expect(failing).rejects.toThrow(/unique/i)
  expect(await db.selectFrom('shop_settings').select('name').where('name', '=', 'test-1').execute()).toEqual([])
})

test('what is done meanwhile sees the transaction committed, and its failure is that of the transaction', async () => {
  await using database = await freshDatabase()
  const { db, kind } = database
  const transactions = new ShortTransactions(db, kind)
  const seen: unknown[] = []
  const insert = (at: number) => (trx: DatabaseTransaction) => put(at).execute(trx)
  await transactions.run(1, insert(1), () => seen.push(db.selectFrom('shop_settings').select('name').execute()))
  expect(seen).toHaveLength(1)
  // PostgreSQL may still be committing.
  if (kind === 'sqlite') expect(await seen[0]).toContainEqual({ name: 'test-1' })
  const failing = transactions.run(1, insert(2), () => {
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  await expect(transactions.run(1, insert(1), () => seen.push('never'))).rejects.toThrow(/unique/i)
  expect(seen).toHaveLength(1)
})
