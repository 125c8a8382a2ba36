import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyBitmap, membersOf } from '../../../../src/server/platform/sets/bitmap.ts'
import { indexProducts } from '../../../../src/server/search/index-products.ts'
import { buildLists } from '../../../../src/server/search/posting-lists/build-lists.ts'
import { ListFile } from '../../../../src/server/search/posting-lists/list-file.ts'
import { PostingCache } from '../../../../src/server/search/posting-lists/posting-cache.ts'
import { addPosting } from '../../../../src/server/search/posting-lists/posting.ts'
import type { BuildLists } from '../../../../src/server/search/posting-lists/saved-lists.ts'
import { keyOf } from '../../../../src/server/search/posting-lists/term-sets.ts'
import { searchProducts } from '../../../../src/server/search/search-products.ts'
import { memberOf } from '../../../../src/server/search/search-terms.ts'
import type { TestDatabase } from '../../../support/test-database.ts'
import { aCatalogue } from '../a-catalogue.ts'

let shop: TestDatabase
let path: string
const started: PostingCache[] = []
beforeEach(async () => {
  shop = await aCatalogue()
  path = join(shop.env.SHOP_DATA, '.search-lists')
})
afterEach(async () => {
  for (const terms of started.splice(0)) await terms.end()
  await shop.close()
})

const request = { language: 'en', limit: 10, offset: 0, query: 'lenovo battery' } as const
const found = async (terms?: PostingCache) => (await searchProducts({ ...shop, ...(terms && { terms }) }, request)).ids

/** What a process keeps that starts now, when it has read everything, and how often it made the file. */
async function start(build: BuildLists = buildLists) {
  const made = vi.fn(build)
  const terms = new PostingCache(shop, { least: 0, rest: 0, build: made })
  started.push(terms)
  await terms.current(shop.db)
  await terms.settled()
  return { terms, made }
}

async function rename(id: string, name: string): Promise<void> {
  await shop.db.updateTable('product_texts').set({ name }).where('product_id', '=', id).execute()
  await shop.db.transaction().execute((trx) => indexProducts(trx, shop.kind, [id]))
}

test('the next start uses the file, with what changed since', async () => {
  const first = await start()
  await rename('screen', 'Lenovo battery charger')
  const next = await start()
  expect(next.made).not.toHaveBeenCalled()
  expect(existsSync(path)).toBe(true)
  expect(first.made).toHaveBeenCalledTimes(1)
  expect(await found(next.terms)).toEqual(await found())
  expect(await found(next.terms)).toContain('screen')
})

test('the file has the parts of each category, which searches for a kind read, and not those of devices', async () => {
  await start()
  const file = await ListFile.open(path)
  const listOf = (kind: 'category' | 'device', id: string) =>
    file?.read(keyOf({ text: memberOf(kind, id), prefix: false }))
  const screens = await shop.db
    .selectFrom('search_documents')
    .select('seq')
    .where('product_id', 'in', ['screen', 'screen-film'])
    .execute()
  const members = emptyBitmap(100)
  addPosting(members, listOf('category', 'screens') ?? new Uint8Array())
  expect(new Set(membersOf(members))).toEqual(new Set(screens.map(({ seq }) => seq)))
  expect(listOf('device', 't480')).toBeUndefined()
  await file?.close()
})

test('a file of another database, or of this one before a backup was restored, is made again', async () => {
  await start()
  await shop.db.deleteFrom('search_lists').execute()
  expect((await start()).made).toHaveBeenCalledTimes(1)
  await rename('screen', 'Lenovo battery charger')
  await shop.db.updateTable('search_lists').set({ token: 'other' }).execute()
  const { terms, made } = await start()
  expect(made).toHaveBeenCalledTimes(1)
  expect(await found(terms)).toEqual(await found())
})

test('a file is made again when too much has changed, or changes were forgotten', async () => {
  await start()
  await shop.db.insertInto('search_changes').values({ id: 5, numbers: '' }).execute()
  expect((await start()).made).toHaveBeenCalledTimes(1)
  await shop.db.updateTable('search_changes').set({ id: 7, numbers: '3' }).where('id', '=', 5).execute()
  expect((await start()).made).toHaveBeenCalledTimes(1)
  await shop.db.deleteFrom('search_changes').execute()
  expect((await start()).made).toHaveBeenCalledTimes(1)
  expect((await start()).made).not.toHaveBeenCalled()
})

test('a damaged file is made again, and a damaged list is read from the database', async () => {
  await start()
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, -1))
  expect((await start()).made).toHaveBeenCalledTimes(1)
  const lists = readFileSync(path)
  // The first list is the popularity of all documents, which has a byte for each.
  for (let at = 100; at < 200; at += 1) lists.writeUInt8(lists.readUInt8(at) ^ 0x55, at)
  writeFileSync(path, lists)
  const { terms, made } = await start()
  expect(made).not.toHaveBeenCalled()
  expect(await found(terms)).toEqual(await found())
})

test('what processes keep is made again by one of them when it is old', async () => {
  const [one, other] = [await start(), await start()]
  const real = performance.now.bind(performance)
  using later = vi.spyOn(performance, 'now').mockImplementation(() => real() + 16 * 60_000)
  const before = readFileSync(path)
  for (const { terms } of [one, other]) {
    expect(await terms.current(shop.db)).toBeUndefined()
    await terms.settled()
    expect(await terms.current(shop.db)).toBeDefined()
  }
  expect(later).toHaveBeenCalled()
  expect(one.made).toHaveBeenCalledTimes(2)
  expect(other.made).not.toHaveBeenCalled()
  expect(readFileSync(path)).not.toEqual(before)
})

test('while an import goes on, no file is made that would be too old when it is done', async () => {
  const made = vi.fn(buildLists)
  const terms = new PostingCache(shop, { least: 0, rest: 10_000, build: made })
  started.push(terms)
  const real = performance.now.bind(performance)
  const after = async (seconds: number, changes: readonly number[]) => {
    const rows = changes.map((id) => ({ id, numbers: '' }))
    if (rows.length > 0) await shop.db.insertInto('search_changes').values(rows).execute()
    using later = vi.spyOn(performance, 'now').mockImplementation(() => real() + seconds * 1_000)
    const isKept = (await terms.current(shop.db)) !== undefined
    await terms.settled()
    expect(later).toHaveBeenCalled()
    return [isKept, made.mock.calls.length]
  }
  expect(await after(0, [])).toEqual([false, 1])
  expect(await after(0, [101, 102])).toEqual([false, 1])
  expect(await after(11, [103, 104, 105, 106])).toEqual([false, 1])
  expect(await after(22, [107])).toEqual([false, 2])
  expect(await after(22, [])).toEqual([true, 2])
})

test('processes that start together make the file one after the other, and it is made once', async () => {
  const all = await Promise.all([start(), start(), start()])
  const names = await shop.db.selectFrom('search_lists').select('token').execute()
  expect(names).toHaveLength(1)
  for (const { terms } of all) expect(await found(terms)).toEqual(await found())
})

test('a shop whose disk takes no file reads what searches ask for', async () => {
  const { terms } = await start(() => Promise.reject(new Error('no space')))
  expect(await terms.current(shop.db)).toBeDefined()
  expect(await found(terms)).toEqual(await found())
})

test('the file is made by a thread of its own, and a process that ends does not wait for it', async () => {
  const inThread = new PostingCache(shop, { least: 0, rest: 0 })
  started.push(inThread)
  await inThread.current(shop.db)
  await inThread.settled()
  expect(existsSync(path)).toBe(true)
  expect(await found(inThread)).toEqual(await found())
  await shop.db.deleteFrom('search_lists').execute()
  const ended = new PostingCache(shop, { least: 0, rest: 0 })
  await ended.current(shop.db)
  await ended.end()
  expect(await shop.db.selectFrom('search_lists').select('token').execute()).toEqual([])
})

test('texts of documents are read from a file, unless they have changed or the file is damaged', async () => {
  const known = async () => {
    const { terms } = await start()
    const sets = await terms.current(shop.db)
    return async (id: string) => {
      const row = await shop.db
        .selectFrom('search_documents')
        .select(['doc', 'product_id', 'title_en', 'title_sv', 'numbers'])
        .where('product_id', '=', id)
        .executeTakeFirstOrThrow()
      return { row, read: sets?.known.textOf(row.doc) }
    }
  }
  const first = await (await known())('keyboard')
  expect(first.read).toEqual(first.row)
  await rename('keyboard', 'Lenovo battery charger')
  const textOf = await known()
  expect((await textOf('keyboard')).read).toBeUndefined()
  const other = await textOf('screen')
  expect(other.read).toEqual(other.row)
  const file = join(path, '..', '.search-texts')
  writeFileSync(file, readFileSync(file).subarray(0, -1))
  expect((await (await known())('screen')).read).toBeUndefined()
})
