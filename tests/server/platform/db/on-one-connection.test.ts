import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onOneConnection } from '../../../../src/server/platform/db/on-one-connection.ts'
import type { Database } from '../../../../src/server/platform/db/tables.ts'
import { freshDatabase } from '../../../support/test-database.ts'

const number = async (db: Database, n: number) =>
  (await db.selectNoFrom(sql<number>`cast(${n} as integer)`.as('n')).execute())[0]?.n

test('reads together have one connection on PostgreSQL, and those of a transaction have its connection', async () => {
  await using shop = await freshDatabase()
  if (shop.kind === 'sqlite') {
    expect(await onOneConnection(shop.db, async (one) => one === shop.db)).toBe(true)
    return
  }
  const process = async (db: Database) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const pids = (db: Database) => Promise.all(Array.from({ length: 6 }, () => process(db)))
  expect(new Set(await onOneConnection(shop.db, pids)).size).toBe(1)
  expect(new Set(await pids(shop.db)).size).toBeGreaterThan(1)
  await shop.db.transaction().execute(async (trx) => {
    const own = await process(trx)
    expect(await onOneConnection(trx, pids)).toEqual(Array.from({ length: 6 }, () => own))
  })
})

test('a read that fails leaves the others their answers, and the connection usable', async () => {
  await using shop = await freshDatabase()
  const wrong = (db: Database) => sql`select 1 from nowhere`.execute(db)
  const read = (db: Database) => Promise.allSettled([number(db, 1), wrong(db), number(db, 2)])
  const [one, failed, two] = await onOneConnection(shop.db, read)
  expect([one, two]).toMatchObject([{ value: 1 }, { value: 2 }])
  expect(failed.status).toBe('rejected')
  await expect(onOneConnection(shop.db, wrong)).rejects.toThrow('nowhere')
  expect(await onOneConnection(shop.db, (db) => number(db, 3))).toBe(3)
})

test('many that read together at once, on few connections, all get their own answers', async () => {
  await using shop = await freshDatabase()
  const asked = Array.from({ length: 100 }, (_, at) => at)
  const twice = (at: number) => onOneConnection(shop.db, (db) => Promise.all([number(db, at), number(db, at + 1)]))
  expect(await Promise.all(asked.map(twice))).toEqual(asked.map((at) => [at, at + 1]))
})

test('reads together within others use the same connection, and are sent at once', async () => {
  await using shop = await freshDatabase()
  const wait = (db: Database) => sql`select pg_sleep(0.2)`.execute(db)
  if (shop.kind === 'sqlite') return
  const within = (db: Database) => onOneConnection(db, async (one) => [one === db, await number(one, 1)])
  expect(await onOneConnection(shop.db, (one) => Promise.all([within(one), within(one)]))).toEqual([
    [true, 1],
    [true, 1],
  ])
  const order: string[] = []
  await onOneConnection(shop.db, (one) =>
    Promise.all([
      wait(one).then(() => order.push('first answer')),
      onOneConnection(one, async (two) => {
        const reads = [number(two, 1), number(two, 2)]
        order.push('asked')
        await Promise.all(reads)
      }),
    ]),
  )
  expect(order).toEqual(['asked', 'first answer'])
})
