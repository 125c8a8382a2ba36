import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../../src/server/platform/db/tables.ts'
import { engineOf } from '../../../../src/server/search/engines/choose-engine.ts'
import { indexProducts, removeProducts } from '../../../../src/server/search/index-products.ts'
import { buildLists } from '../../../../src/server/search/posting-lists/build-lists.ts'
import { PostingCache } from '../../../../src/server/search/posting-lists/posting-cache.ts'
import { searchProducts } from '../../../../src/server/search/search-products.ts'
import type { TestDatabase } from '../../../support/test-database.ts'
import { aCatalogue } from '../a-catalogue.ts'

let shop: TestDatabase
let terms: PostingCache
beforeEach(async () => {
  shop = await aCatalogue()
  terms = new PostingCache(shop, { least: 0, rest: 0, build: buildLists })
})
afterEach(async () => {
  await terms.end()
  await shop.close()
})

const queries = ['lenovo battery', 'batteri', 'keyb back', 'skarm', 'lenvo battery', 'dell lenovo', 'lap', 'nothing']
const request = { language: 'en', limit: 10, offset: 0 } as const
const inDatabase = (query: string) => searchProducts(shop, { ...request, query })
/** The database, which fails when an index is asked, by default that of words. */
function withoutIndex(db: Database, asked = /words (?:match|@@)/): Database {
  const guarded = <Target extends object>(target: Target, instead: Partial<Target>) =>
    new Proxy(target, {
      get: (_, key) => {
        const own: unknown = Reflect.get(instead, key) ?? Reflect.get(target, key)
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
  const executor = db.getExecutor()
  const executeQuery: typeof executor.executeQuery = (query) => {
    if (asked.test(query.sql)) throw new Error('The index was asked.')
    return executor.executeQuery(query)
  }
  return guarded(db, { getExecutor: () => guarded(executor, { executeQuery }) })
}
const inMemory = (query: string) =>
  searchProducts({ ...shop, searchDb: withoutIndex(shop.searchDb), terms }, { ...request, query })

/** Searches until every term of the queries is kept. */
async function keep(): Promise<void> {
  await terms.current(shop.db)
  await terms.settled()
  for (let times = 0; times < 3; times += 1) {
    for (const query of queries) await searchProducts({ ...shop, terms }, { ...request, query })
    await terms.settled()
  }
}

async function change(...ids: string[]): Promise<void> {
  await shop.db.transaction().execute((trx) => indexProducts(trx, shop.kind, ids))
}

async function rename(id: string, name: string): Promise<void> {
  await shop.db.updateTable('product_texts').set({ name }).where('product_id', '=', id).execute()
  await change(id)
}

test('a search in memory finds what the index of the database finds', async () => {
  await keep()
  for (const query of queries) expect(await inMemory(query)).toEqual(await inDatabase(query))
  expect((await inMemory('lenovo battery')).ids).not.toEqual([])
})

test('a word that is not kept is read by the search that asks for it', async () => {
  await keep()
  expect(await inMemory('keyboard sodimm')).toEqual(await inDatabase('keyboard sodimm'))
})

test('many words with a digit that are not kept are searched in the index of the database', async () => {
  await keep()
  const spellings = Array.from({ length: 25 }, (_, at) => `q${'abcdefghijklmnopqrstuvwxyz'[at]}1x`)
  const synonyms = spellings.map((word) => ({ phrase: 'qqq', word }))
  await shop.db.insertInto('search_synonyms').values(synonyms).execute()
  await expect(inMemory('qqq')).rejects.toThrow('The index was asked.')
})

test('frequent terms are read before somebody asks', async () => {
  await terms.current(shop.db)
  await terms.settled()
  expect(await inMemory('lenovo keyboard')).toEqual(await inDatabase('lenovo keyboard'))
})

test('three signs of a number are found in memory, also where numbers changed', async () => {
  await keep()
  await shop.db.updateTable('part_numbers').set({ normalized: 'XQ01YP9' }).where('product_id', '=', 'screen').execute()
  await change('screen')
  for (const query of ['1YP', '01y', 'q01', 'ab-']) expect(await inMemory(query)).toEqual(await inDatabase(query))
  const { ids } = await inDatabase('1YP')
  expect(ids.toSorted()).toEqual(['keyboard', 'screen'])
  const sets = await terms.current(shop.db)
  expect(sets?.has({ text: '~1YP', prefix: false })).toBe(true)
})

test('longer pieces of numbers are found, whether lists tell that there are none or not', async () => {
  await keep()
  for (const query of ['01YP', '1YP04', 'av48', 'q01y', 'AV489X', '489489']) {
    const found = await inMemory(query)
    expect(found).toEqual(await inDatabase(query))
  }
  expect((await inMemory('av48')).ids).toEqual(['lenovo-battery'])
})

test('a longer piece of few numbers is compared without the index, unless one of them has changed', async () => {
  await keep()
  const searchDb = withoutIndex(shop.searchDb, /search_numbers|pieces @@/)
  const found = async (query: string) => (await searchProducts({ ...shop, searchDb, terms }, { ...request, query })).ids
  expect(await found('av48')).toEqual(['lenovo-battery'])
  expect(await found('489av')).toEqual([])
  await change('lenovo-battery')
  await expect(found('av48')).rejects.toThrow('The index was asked.')
  expect((await inMemory('av48')).ids).toEqual(['lenovo-battery'])
})

test('a search sees words, stock and main categories as they are, also of documents scored before', async () => {
  await keep()
  const asked = ['lenovo battery', 'lenovo womb', 'wombat', 'keyboard']
  for (const query of asked) await inMemory(query)
  expect((await inMemory('wombat')).ids).toEqual([])
  await rename('screen', 'Lenovo wombat')
  expect((await inMemory('wombat')).ids).toEqual(['screen'])
  const before = await inMemory('battery')
  const [first = '', second = ''] = before.ids
  await shop.db.deleteFrom('stock').where('product_id', 'in', [first, second]).execute()
  const row = { on_hand: 5, reserved: 0, incoming_at: null }
  await shop.db
    .insertInto('stock')
    .values({ product_id: second, ...row })
    .execute()
  await shop.db.updateTable('products').set({ main_category_id: null }).where('id', '=', first).execute()
  for (const query of [...asked, 'battery']) expect(await inMemory(query)).toEqual(await inDatabase(query))
  expect((await inMemory('battery')).ids).not.toEqual(before.ids)
})

test('many searches at once find what one after the other finds', async () => {
  await keep()
  const asked = Array.from({ length: 10 }, () => queries).flat()
  const expected = await Promise.all(queries.map(inDatabase))
  const found = await Promise.all(asked.map(inMemory))
  for (const [at, each] of found.entries()) expect(each).toEqual(expected[at % queries.length])
})

test('more searches than there are connections see a change that came just before', async () => {
  await keep()
  await rename('screen', 'Lenovo battery charger')
  const expected = await inDatabase('lenovo battery')
  const found = await Promise.all(Array.from({ length: 40 }, () => inMemory('lenovo battery')))
  expect(expected.ids).toContain('screen')
  for (const each of found) expect(each).toEqual(expected)
})

test('a search that cannot ask for changes fails, and the next one does not', async () => {
  await keep()
  vi.spyOn(terms, 'current').mockRejectedValueOnce(new Error('gone'))
  await expect(inMemory('lenovo battery')).rejects.toThrow('gone')
  expect((await inMemory('lenovo battery')).ids).toEqual((await inDatabase('lenovo battery')).ids)
})

test('lists that are read together are those that are read one by one', async () => {
  const asked = ['lenovo', 'battery', '=lenovo', 'nothing'].map((text) => ({ text, prefix: false }))
  asked.push({ text: 'l', prefix: true })
  const [engine, sorted] = [engineOf(shop.kind), (seqs?: Uint32Array) => seqs?.toSorted()]
  const together = (await engine.postings(shop.searchDb, asked)).map(sorted)
  const alone = await Promise.all(asked.map((term) => engine.postings(shop.searchDb, [term])))
  expect(together).toEqual(alone.flat().map(sorted))
  expect(together.map((list) => (list?.length ?? 0) > 0)).toEqual([true, true, true, false, true])
  if (shop.kind === 'postgres') return
  const short = await engine.postings(shop.searchDb, asked, alone[2]?.[0]?.length)
  expect(short.map((list) => list !== undefined)).toEqual(
    together.map((list) => (list?.length ?? 0) <= (together[2]?.length ?? 0)),
  )
})

test('a small shop keeps nothing', async () => {
  const few = new PostingCache(shop)
  await searchProducts({ ...shop, terms: few }, { ...request, query: 'lenovo' })
  await few.settled()
  expect(await few.current(shop.db)).toBeUndefined()
})

test('the next search sees a new name, a new popularity, a product that is new and one that is gone', async () => {
  await keep()
  await rename('screen', 'Lenovo battery charger')
  await shop.db.updateTable('products').set({ popularity: 900 }).where('id', '=', 'lenovo-battery-slow').execute()
  await change('lenovo-battery-slow')
  expect((await inMemory('lenovo battery')).ids).toEqual((await inDatabase('lenovo battery')).ids)
  expect((await inMemory('lenovo battery')).ids).toContain('screen')
  await shop.db.transaction().execute((trx) => removeProducts(trx, shop.kind, ['screen']))
  expect((await inMemory('lenovo battery')).ids).not.toContain('screen')
  await change('screen')
  expect((await inMemory('lenovo battery')).ids).toContain('screen')
})

test('a change that is taken back is not seen', async () => {
  await keep()
  const before = await inMemory('lenovo battery')
  const failed = shop.db.transaction().execute(async (trx) => {
    await removeProducts(trx, shop.kind, ['lenovo-battery'])
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  expect(await inMemory('lenovo battery')).toEqual(before)
  await rename('wifi', 'Lenovo battery holder')
  expect((await inMemory('lenovo battery')).ids).toContain('wifi')
})

test('after too many changes everything is read again, and the database answers meanwhile', async () => {
  await keep()
  await shop.db.insertInto('search_changes').values({ id: 1_000_000, numbers: '' }).execute()
  expect(await terms.current(shop.db)).toBeUndefined()
  expect((await searchProducts({ ...shop, terms }, { ...request, query: 'batteri' })).ids).toEqual(
    (await inDatabase('batteri')).ids,
  )
  await keep()
  expect((await inMemory('batteri')).ids).toEqual((await inDatabase('batteri')).ids)
})

test('what a worker of an older version changed without a word is seen 15 minutes after the start', async () => {
  await keep()
  await rename('screen', 'Lenovo battery charger')
  await shop.db.deleteFrom('search_changes').execute()
  expect((await inMemory('lenovo battery')).ids).not.toContain('screen')
  const real = performance.now.bind(performance)
  using later = vi.spyOn(performance, 'now').mockImplementation(() => real() + 15 * 60_000)
  expect(await terms.current(shop.db)).toBeUndefined()
  await keep()
  expect((await inMemory('lenovo battery')).ids).toContain('screen')
  expect(await terms.current(shop.db)).toBeDefined()
  expect(later).toHaveBeenCalled()
})

test('changes are numbered without gaps, and only the newest are kept', async () => {
  for (let times = 0; times < 5; times += 1) await change('wifi', 'screen')
  await shop.db.updateTable('search_changes').set({ id: 5_000 }).where('id', '=', 5).execute()
  await change('wifi')
  const rows = await shop.db.selectFrom('search_changes').selectAll().orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual([5_000, 5_001])
  expect(rows.at(-1)?.numbers).toMatch(/^\d+$/)
})

test('each search reads the number of the newest change of what lists keep', async () => {
  await keep()
  const made = { tag: 'product:screen', created_at: '2026-06-15T10:00:00.000Z' }
  for (let times = 0; times < 2; times += 1) {
    const row = await shop.db.insertInto('invalidations').values(made).returning('seq').executeTakeFirstOrThrow()
    expect((await terms.current(shop.db))?.newestOfLists).toBe(row.seq)
  }
})

test('a list that cannot be read leaves the connection as it was', async () => {
  if (shop.kind === 'sqlite') return
  const { db } = shop
  await db.connection().execute(async (one) => {
    const memory = async () => (await sql<{ work_mem: string }>`show work_mem`.execute(one)).rows
    const usual = await memory()
    await expect(engineOf(shop.kind).postings(one, [{ text: "no'term", prefix: false }])).rejects.toThrow('syntax')
    expect(await memory()).toEqual(usual)
    expect(await engineOf(shop.kind).postings(one, [{ text: 'battery', prefix: false }])).toHaveLength(1)
    expect(await memory()).toEqual(usual)
  })
})
