import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareForBulk } from '../../../../../src/server/platform/db/bulk.ts'
import { connect, type OpenDatabase } from '../../../../../src/server/platform/db/connect.ts'

let folder: string
let file: string
let elsewhere: DatabaseSync
let open: OpenDatabase

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delverk-log-'))
  file = path.join(folder, 'shop.db')
  elsewhere = new DatabaseSync(file)
  elsewhere.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table goods (bytes blob)')
  open = connect({ sqliteFile: file, maxStatementMs: 1_000 })
})

afterEach(async () => {
  await open.db.destroy()
  elsewhere.close()
  rmSync(folder, { recursive: true })
})

/** A row takes ten pages of the file. */
const write = (rows: number) =>
  sql`insert into goods with recursive n(at) as (select 1 union all select at + 1 from n where at < ${rows})
    select zeroblob(40000) from n`.execute(open.db)
const log = () => elsewhere.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number }
const count = () => elsewhere.prepare('select count(*) as rows from goods').get()?.['rows']

test('a log that has become long is moved into the file after the commit, and begun anew', async () => {
  await write(300)
  expect(log()).toMatchObject({ checkpointed: 0 })
  await write(300)
  await expect.poll(log).toSatisfy(({ log: all, checkpointed }) => checkpointed === all)
  expect(log().log).toBeGreaterThan(6_000)
  await write(1)
  expect(log().log).toBeLessThan(100)
  expect(count()).toBe(601)
})

test('what another process has written is moved too, and readers of an old state are not disturbed', async () => {
  await write(1)
  const reader = new DatabaseSync(file)
  reader.exec('begin')
  const rows = () => reader.prepare('select count(*) as rows from goods').get()?.['rows']
  expect(rows()).toBe(1)
  elsewhere.exec(`insert into goods with recursive n(at) as (select 1 union all select at + 1 from n where at < 600)
    select zeroblob(40000) from n`)
  await write(1)
  expect(rows()).toBe(1)
  reader.exec('commit')
  await expect
    .poll(async () => {
      await write(1)
      return log().log
    })
    .toBeLessThan(4_000)
  reader.close()
  expect(count()).toBeGreaterThanOrEqual(602)
})

test('where nothing else can move it, the writer does before it becomes very long', async () => {
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(open.db)
  expect(rows).toEqual([{ wal_autocheckpoint: 16_000 }])
})

test('a shop that closes while its log is moved loses nothing', async () => {
  await write(600)
  await open.db.destroy()
  elsewhere.close()
  elsewhere = new DatabaseSync(file)
  expect(count()).toBe(600)
  expect(elsewhere.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  open = connect({ sqliteFile: file })
})

test('a connection that writes much has its log moved by another thread, too', async () => {
  await using bulk = new AsyncDisposableStack()
  const { db, kind } = connect({ sqliteFile: file, isBulk: true })
  bulk.defer(() => db.destroy())
  await prepareForBulk(db, kind)
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)
  expect(rows[0]?.wal_autocheckpoint).toBeGreaterThan(4_000)
  await db.transaction().execute(async (trx) => {
    await sql`insert into goods with recursive n(at) as (select 1 union all select at + 1 from n where at < 600)
      select zeroblob(40000) from n`.execute(trx)
  })
  await expect.poll(log).toSatisfy(({ log: all, checkpointed }) => checkpointed === all)
})
