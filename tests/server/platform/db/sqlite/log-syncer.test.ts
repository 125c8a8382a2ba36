import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, type OpenDatabase } from '../../../../../src/server/platform/db/connect.ts'
import { storageFault } from '../../../../../src/server/platform/db/faults/storage-fault.ts'

let folder: string
let elsewhere: DatabaseSync
let open: OpenDatabase

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'delverk-sync-'))
  const file = path.join(folder, 'shop.db')
  elsewhere = new DatabaseSync(file)
  elsewhere.exec('pragma journal_mode = wal; create table goods (id integer)')
  open = connect({ sqliteFile: file, maxStatementMs: 1_000 })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await open.db.destroy()
  elsewhere.close()
  rmSync(folder, { recursive: true })
})

const write = (id: number) => sql`insert into goods values (${id})`.execute(open.db)
const seen = () =>
  elsewhere
    .prepare('select id from goods order by id')
    .all()
    .map((row) => row['id'])

/** Replaces how files are synced; the calls are counted. */
async function disk(sync: () => Promise<void>) {
  const some = await openFile(path.join(folder, 'shop.db'))
  const files: FileHandle = Object.getPrototypeOf(some)
  await some.close()
  return vi.spyOn(files, 'datasync').mockImplementation(sync)
}

test('a write is answered when the log is on disk, and others go on meanwhile and share the next sync', async () => {
  const held = Promise.withResolvers<void>()
  const synced = await disk(() => held.promise)
  const answered: number[] = []
  const writeAndNote = (id: number) => write(id).then(() => answered.push(id))
  const first = writeAndNote(1)
  await expect.poll(() => synced.mock.calls.length).toBe(1)
  const others = [2, 3, 4].map(writeAndNote)
  await expect.poll(seen).toEqual([1, 2, 3, 4])
  expect(await sql`select id from goods`.execute(open.db)).toMatchObject({ rows: { length: 4 } })
  expect(answered).toEqual([])
  held.resolve()
  await Promise.all([first, ...others])
  expect(answered.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4])
  expect(synced.mock.calls.length).toBe(2)
})

test('SQLite itself does not wait for the disk, and the database is closed after the last sync', async () => {
  const held = Promise.withResolvers<void>()
  await disk(() => held.promise)
  const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(open.db)
  expect(synchronous.rows).toEqual([{ synchronous: 1 }])
  const written = write(1)
  await expect.poll(seen).toEqual([1])
  const order: string[] = []
  void written.then(() => order.push('answered'))
  const closed = open.db.destroy().then(() => order.push('closed'))
  held.resolve()
  await closed
  expect(order).toEqual(['answered', 'closed'])
})

test('what a broken disk did not take is refused, and nothing is written after it', async () => {
  const broken = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  const synced = await disk(() => Promise.reject(broken))
  await expect(write(1)).rejects.toBe(broken)
  expect(storageFault(broken)).toBeDefined()
  synced.mockImplementation(async () => {})
  await expect(write(2)).rejects.toBe(broken)
  expect(seen()).toEqual([1])
})
