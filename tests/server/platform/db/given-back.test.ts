/** What a test gets when it opens a database that another test has used. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '../../../../src/server/platform/db/connect.ts'
import { loadReferenceData } from '../../../../src/server/platform/db/reference/reference-data.ts'
import type { Database } from '../../../../src/server/platform/db/tables.ts'
import { CleanedDatabase } from '../../../support/cleaned-database.ts'
import { openCopy } from '../../../support/test-database.ts'

type Lent = Awaited<ReturnType<typeof openCopy>>

const isPostgres = inject('engine') === 'postgres'
const addressOf = ({ location }: Lent): string =>
  'postgresUrl' in location ? location.postgresUrl : location.sqliteFile

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = isPostgres
    ? await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
    : await sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and rootpage > 0 and name not like 'sqlite_%'`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** Every row of every table, in the order in which a query without one gives them. */
async function everything({ open: { db } }: Lent): Promise<Record<string, unknown[]>> {
  const tables = await tablesOf(db)
  const rows = await Promise.all(tables.map((name) => sql`select * from ${sql.table(name)}`.execute(db)))
  return Object.fromEntries(tables.map((name, index) => [name, rows[index]?.rows ?? []]))
}

async function giveBack(lent: Lent): Promise<void> {
  await lent.open.db.destroy()
  await lent.drop()
}

/** Adds an event, changes and deletes rows of the fixture shop, in a transaction of which half is undone. */
async function write({ open: { db } }: Lent): Promise<void> {
  await sql`insert into invalidations (tag, created_at) values ('x', '2026-01-01')`.execute(db)
  await sql`update products set updated_at = '2030-01-01'`.execute(db)
  await sql`delete from vat_rates where country = 'SE'`.execute(db)
  const undone = db.transaction().execute(async (trx) => {
    await sql`delete from stock`.execute(trx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
}

/** Adds a row that is numbered by the database. */
const numbered = ({ open: { db } }: Lent): Promise<unknown> =>
  db.insertInto('invalidations').values({ tag: 'y', created_at: '2026-01-01' }).returningAll().execute()

test('a database that was used holds what a new one holds, in the same order, and gives the same numbers', async () => {
  const first = await openCopy('fixture')
  const before = await everything(first)
  expect(Object.values(before).flat().length).toBeGreaterThan(1000)
  await write(first)
  expect(await everything(first)).not.toEqual(before)
  await giveBack(first)

  const second = await openCopy('fixture')
  if (isPostgres) expect(addressOf(second)).toBe(addressOf(first))
  expect(await everything(second)).toEqual(before)
  const row = await numbered(second)
  await giveBack(second)

  const third = await openCopy('fixture')
  expect(await numbered(third)).toEqual(row)
  await giveBack(third)
})

test('a test that has ended reaches its database no more', async () => {
  const lent = await openCopy()
  await numbered(lent)
  await giveBack(lent)
  await expect(sql`select 1`.execute(lent.open.db)).rejects.toThrow()
})

test('a database whose schema was changed, or that somebody else still uses, is not lent again', async () => {
  const changed = await openCopy()
  const tables = await tablesOf(changed.open.db)
  await sql`create table more (id integer)`.execute(changed.open.db)
  await giveBack(changed)
  const next = await openCopy()
  expect(addressOf(next)).not.toBe(addressOf(changed))
  expect(await tablesOf(next.open.db)).toEqual(tables)

  const other = connect(next.location)
  await loadReferenceData(other)
  await giveBack(next)
  const last = await openCopy()
  expect(addressOf(last)).not.toBe(addressOf(next))
  await other.db.destroy()
  await giveBack(last)
})

/** The columns of which PostgreSQL knows the contents; none on SQLite. */
async function statistics({ open: { db } }: Lent): Promise<unknown[]> {
  if (!isPostgres) return []
  const { rows } = await sql`
    select tablename, attname from pg_stats where schemaname = 'public' order by tablename, attname`.execute(db)
  return rows
}

test('a database with new statistics, and of which a temporary table is gone, is lent again without them', async () => {
  const first = await openCopy('fixture')
  const before = await statistics(first)
  await write(first)
  if (isPostgres) await sql`analyze`.execute(first.open.db)
  if (isPostgres) expect(await statistics(first)).not.toEqual(before)
  await first.open.db.transaction().execute(async (trx) => {
    await sql`create temporary table probe (id integer primary key, name text)`.execute(trx)
    await sql`drop table probe`.execute(trx)
  })
  await giveBack(first)

  const second = await openCopy('fixture')
  if (isPostgres) expect(addressOf(second)).toBe(addressOf(first))
  expect(await statistics(second)).toEqual(before)
  if (isPostgres) await sql`create index more on vat_rates (rate)`.execute(second.open.db)
  await giveBack(second)

  const third = await openCopy('fixture')
  if (isPostgres) expect(addressOf(third)).not.toBe(addressOf(second))
  if (isPostgres) await sql`create temporary table kept (id integer)`.execute(third.open.db)
  await giveBack(third)
  const last = await openCopy('fixture')
  if (isPostgres) expect(addressOf(last)).not.toBe(addressOf(third))
  await giveBack(last)
})

test('a user who may not take back everything gets a new database for each test', async () => {
  const lent = await openCopy()
  if (isPostgres) {
    const name = `plain_${randomBytes(4).toString('hex')}`
    await sql.raw(`create role ${name} login password 'x'`).execute(lent.open.db)
    const url = Object.assign(new URL(addressOf(lent)), { username: name, password: 'x' })
    expect(await CleanedDatabase.open(url.href)).toBeUndefined()
    const own = await CleanedDatabase.open(addressOf(lent))
    expect(own).toBeDefined()
    await own?.close()
    await sql.raw(`drop role ${name}`).execute(lent.open.db)
  }
  await giveBack(lent)
})
