import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type OpenDatabase } from '../../../../../src/server/platform/db/connect.ts'
import { storageFault } from '../../../../../src/server/platform/db/faults/storage-fault.ts'

let folder: string
let open: OpenDatabase
let elsewhere: DatabaseSync

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'delverk-dialect-'))
  elsewhere = new DatabaseSync(path.join(folder, 'shop.db'))
  elsewhere.exec('pragma journal_mode = wal; create table settings (key text primary key, value text)')
  open = connect({ sqliteFile: path.join(folder, 'shop.db') })
})

afterEach(async () => {
  await open.db.destroy()
  elsewhere.close()
  rmSync(folder, { recursive: true })
})

const put = (key: string) => open.db.insertInto('settings').values({ key, value: '1' }).execute()
const keys = async () =>
  (await open.db.selectFrom('settings').select('key').orderBy('key').execute()).map((row) => row.key)

test('pages are read and writes wait while another process writes', async () => {
  elsewhere.exec("begin immediate; insert into settings values ('theirs', '1')")
  const writing = put('ours')
  expect(await keys()).toEqual([])
  expect(await Promise.race([writing, sleep(120, 'waits')])).toBe('waits')
  elsewhere.exec('commit')
  await writing
  expect(await keys()).toEqual(['ours', 'theirs'])
})

test('no half transaction is visible, and a failing one leaves nothing', async () => {
  const failing = open.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ key: 'half', value: '1' }).execute()
    expect(await keys()).toEqual([])
    await sleep(20)
    throw new Error('on purpose')
  })
  const other = put('whole')
  await expect(failing).rejects.toThrow('on purpose')
  await other
  expect(await keys()).toEqual(['whole'])
})

test('whoever is refused because of another write reads that write right after', async () => {
  const refused = async () => {
    const all = await open.db
      .transaction()
      .execute(async (trx) => {
        if ((await trx.selectFrom('settings').select('key').execute()).length > 0) throw new Error('refused')
        await trx.insertInto('settings').values({ key: 'first', value: '1' }).execute()
      })
      .catch(() => {})
      .then(keys)
    return all
  }
  expect(await Promise.all(Array.from({ length: 20 }, refused))).toEqual(Array.from({ length: 20 }, () => ['first']))
})

test('a hundred concurrent transactions all run, one after the other', async () => {
  await put('count')
  await Promise.all(
    Array.from({ length: 100 }, () =>
      open.db.transaction().execute(async (trx) => {
        const { value } = await trx
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'count')
          .executeTakeFirstOrThrow()
        await sleep(0)
        await trx
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 'count')
          .execute()
      }),
    ),
  )
  expect((await open.db.selectFrom('settings').selectAll().execute())[0]?.value).toBe('101')
})

test('waiting transactions commit together, and a failing one does not affect others', async () => {
  const write = (key: string) =>
    open.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ key, value: '1' }).execute()
      if (key === 'bad') throw new Error('on purpose')
    })
  const results = await Promise.allSettled([...['a', 'bad', 'b'].map(write), put('c'), put('a').catch(() => {})])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test('an answer is only sent when another process can read the write', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      await put(`k${at}`)
      expect(elsewhere.prepare('select value from settings where key = ?').get(`k${at}`)).toEqual({ value: '1' })
    }),
  )
})

test('a failing commit is reported to every member of its group', async () => {
  elsewhere.exec('create table child (key text references settings (key) deferrable initially deferred)')
  const orphan = sql`insert into child values ('nobody')`.execute(open.db)
  const results = await Promise.allSettled([put('first'), orphan, put('second')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await put('after')
  expect(await keys()).toEqual(['after'])
})

test('a full disk refuses whole transactions, and writes go on when there is room', async () => {
  const limitPages = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(open.db)
  await put('before')
  await limitPages(1)
  const fill = (key: string) =>
    open.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ key, value: '1' }).execute()
      await trx
        .insertInto('settings')
        .values({ key: `${key} large`, value: 'x'.repeat(20_000) })
        .execute()
    })
  const refused = await Promise.allSettled([fill('one'), fill('two')])
  expect(refused.map((each) => each.status === 'rejected' && storageFault(each.reason))).toEqual([
    'disk full',
    'disk full',
  ])
  expect(await keys()).toEqual(['before'])
  await limitPages(1_000)
  await Promise.all([fill('one'), put('after')])
  expect(await keys()).toEqual(['after', 'before', 'one', 'one large'])
})

test('when SQLite undoes the transaction of a group, all of it fails and nothing runs outside of it', async () => {
  await put('taken')
  const undo = sql`insert or rollback into settings values ('taken', '1')`
  let later = 'not reached'
  const results = await Promise.allSettled([
    put('member before'),
    open.db.transaction().execute(async (trx) => {
      await undo.execute(trx).catch(() => {})
      await trx
        .insertInto('settings')
        .values({ key: 'outside', value: '1' })
        .execute()
        .catch((error: unknown) => {
          later = String(error)
        })
    }),
    put('member after'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(later).toContain('UNIQUE constraint failed')
  expect(await keys()).toEqual(['member after', 'taken'])
})

test('a read that begins with common tables waits for no writer', async () => {
  elsewhere.exec('begin immediate')
  const read = sql<{ key: string }>`with all_keys as (select key from settings) select key from all_keys`
  expect((await read.execute(open.db)).rows).toEqual([])
  elsewhere.exec('commit')
})

test('a limit is written into the SQL, so that SQLite keeps the statement compiled; an offset is bound', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await put(key)
  const page = open.db.selectFrom('settings').select('key').orderBy('key').limit(2).offset(1)
  const { sql: text, parameters } = page.compile()
  expect([text, parameters]).toEqual(['select "key" from "settings" order by "key" limit 2 offset ?', [1]])
  expect(await page.execute()).toEqual([{ key: 'b' }, { key: 'c' }])
  const lists = connect({ sqliteFile: path.join(folder, 'shop.db'), maxStatementMs: 60_000 })
  expect(lists.listDb.selectFrom('settings').select('key').limit(3).compile().sql).toMatch(/limit 3$/)
  await lists.db.destroy()
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 2.5])('a limit of %s is not written into the SQL', (limit) => {
  expect(open.db.selectFrom('settings').select('key').limit(limit).compile()).toMatchObject({
    sql: 'select "key" from "settings" limit ?',
    parameters: [limit],
  })
})
