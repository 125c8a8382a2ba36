import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CatalogIndex } from '../../../../src/server/catalog/columns/catalog-index.ts'
import type { ProductColumns } from '../../../../src/server/catalog/columns/product-columns.ts'
import { SavedColumns } from '../../../../src/server/catalog/columns/saved-columns.ts'
import { isIn } from '../../../../src/server/platform/sets/bitmap.ts'
import { removeProducts } from '../../../../src/server/search/index-products.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

const [minute, hour] = [60_000, 3_600_000]
const warn = vi.fn()
let database: TestDatabase
let clock: number
beforeEach(async () => {
  database = await freshDatabase()
  clock = Date.parse('2026-03-01T12:00:00Z')
  warn.mockClear()
  await writeManyProducts(database, 30)
  const { db } = database
  await db.insertInto('attributes').values({ id: 'colour', unit: '', facet: 1, position: 0 }).execute()
  const coloured = ['red', 'blue', 'red'].map((value, at) => ({
    product_id: `many-${at + 1}`,
    attribute_id: 'colour',
    position: 0,
    value,
  }))
  await db.insertInto('product_attributes').values(coloured).execute()
  const own = [2, 4, 5].map((at) => ({
    product_id: `many-${at}`,
    currency: 'EUR' as const,
    sort_price: at * 1_000_000,
  }))
  await db.insertInto('product_sort_prices').values(own).execute()
  await tell('catalog')
  clock += 20 * minute
})
afterEach(() => database.close())

const file = () => join(database.env.SHOP_DATA, '.list-columns')
const drafts = () => readdirSync(database.env.SHOP_DATA).filter((name) => name.startsWith('.list-columns-'))

async function tell(...tags: string[]): Promise<void> {
  const at = new Date(clock).toISOString()
  await database.db
    .insertInto('invalidations')
    .values(tags.map((tag) => ({ tag, created_at: at })))
    .execute()
}

/** A process that has just started; `reads` counts how often it read all products from the database. */
function started(min = 1) {
  const state = { reads: 0, purged: 0 }
  const listDb = database.listDb.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'waiting_days' in row)) state.reads += 1
      return result
    },
  })
  const now = () => new Date(clock)
  const saved = new SavedColumns({ folder: database.env.SHOP_DATA, now, log: { warn }, least: min })
  const index = new CatalogIndex({ ...database, listDb }, () => (state.purged += 1), { saved })
  return { state, index }
}

/** What lists see of every product, and who can be bought in which currency. */
function seenIn(columns: ProductColumns) {
  const { price, stock, readyDay, waitDays, grams, popularity, publishedAt, versions, vatClass, vatClasses } = columns
  const sold = ['SEK', 'EUR'].map((currency) => columns.soldIn(currency))
  const products = [...columns.listed()].map((seq) => ({
    seq,
    facts: [price, stock, readyDay, waitDays, grams, popularity, publishedAt, versions].map((each) => each[seq]),
    sold: sold.map((set) => isIn(set, seq)),
    vat: vatClasses[vatClass[seq] ?? -1],
    own: [...columns.ownPrices].flatMap(([currency, prices]) => (prices.has(seq) ? [currency, prices.get(seq)] : [])),
    terms: [...columns.termsOf(seq)].map((term) => JSON.stringify(columns.terms.all[term])).sort(),
  }))
  const lists = columns.terms.all.map((term, at) => ({ term, seqs: [...columns.withTerm(at)] }))
  return { products, lists }
}

/** Expects that a new process sees what one without a file sees; returns how often it read all products. */
async function readsOfNewProcess(): Promise<number> {
  const [{ state, index }, fresh] = [started(), new CatalogIndex(database, () => {})]
  const [restored, read] = [seenIn(await index.columns()), seenIn(await fresh.columns())]
  expect(restored.products).toEqual(read.products)
  const listed = (lists: typeof read.lists) =>
    lists
      .filter(({ seqs }) => seqs.length > 0)
      .map((each) => JSON.stringify(each))
      .sort()
  expect(listed(restored.lists)).toEqual(listed(read.lists))
  return state.reads
}

async function saveNow(): Promise<void> {
  const { index } = started()
  await index.columns()
  await index.save()
}

async function changeStock(id: string, units: number): Promise<void> {
  await database.db.updateTable('stock').set({ on_hand: units }).where('product_id', '=', id).execute()
  await tell(`product:${id}`)
}

test('a process that starts restores what the one before it saved', async () => {
  expect(await readsOfNewProcess()).toBe(1)
  await saveNow()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(await readsOfNewProcess()).toBe(0)
})

test('changes since then are applied: another stock, own prices, a new product and one that is gone', async () => {
  await saveNow()
  await changeStock('many-2', 7)
  await database.db.deleteFrom('product_sort_prices').where('product_id', '=', 'many-4').execute()
  await database.db
    .updateTable('product_attributes')
    .set({ value: 'green' })
    .where('product_id', '=', 'many-1')
    .execute()
  await database.db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'many-30').execute()
  await database.db.transaction().execute((trx) => removeProducts(trx, database.kind, ['many-30']))
  await database.db.updateTable('search_documents').set({ seq: 500 }).where('product_id', '=', 'many-29').execute()
  await tell('product:many-4', 'product:many-1', 'product:many-30', 'product:many-29')
  expect(await readsOfNewProcess()).toBe(0)
})

test('what changes while the columns are saved is read again after the start', async () => {
  const { index } = started()
  await index.columns()
  const changes = async () => {
    for (const id of ['many-3', 'many-5', 'many-7']) {
      await changeStock(id, 9)
      await index.columns()
    }
  }
  await Promise.all([index.save(), changes()])
  expect(await readsOfNewProcess()).toBe(0)
})

test('after a change of the whole catalogue everything is read', async () => {
  await saveNow()
  await database.db.updateTable('stock').set({ on_hand: 3 }).execute()
  await tell('catalog')
  expect(await readsOfNewProcess()).toBe(1)
})

test('a file that is damaged, cut off, empty or something else is not used', async () => {
  await saveNow()
  const whole = readFileSync(file())
  const cuts = [0, 1, 15, 40, whole.length - 9, whole.length - 1].map((length) => whole.subarray(0, length))
  const turned = [0, 8, 20, 700, Math.floor(whole.length / 2), whole.length - 30, whole.length - 7].map((at) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 0x40
    return copy
  })
  const all = [...cuts, ...turned, Buffer.concat([whole, whole]), Buffer.from('{}'), Buffer.alloc(5_000)]
  for (const bytes of all) {
    writeFileSync(file(), bytes)
    expect(await readsOfNewProcess()).toBe(1)
  }
  writeFileSync(file(), whole)
  expect(await readsOfNewProcess()).toBe(0)
})

test('the file of another database, or of this one before a backup was restored, is not used', async () => {
  await saveNow()
  await database.db.updateTable('invalidations').set({ created_at: '2026-03-01T12:00:00.001Z' }).execute()
  expect(await readsOfNewProcess()).toBe(1)
  await database.db.deleteFrom('invalidations').execute()
  expect(await readsOfNewProcess()).toBe(1)
})

test('products that changed without a word are found by the comparison, and everything is read', async () => {
  await saveNow()
  await database.db.updateTable('products').set({ sort_price: 77 }).where('id', '=', 'many-9').execute()
  expect(await readsOfNewProcess()).toBe(1)
  await saveNow()
  await database.db.updateTable('search_documents').set({ seq: 900 }).where('product_id', '=', 'many-9').execute()
  expect(await readsOfNewProcess()).toBe(1)
})

test('a file whose products were read long ago is used, and everything is read in the background', async () => {
  await saveNow()
  for (let times = 0; times < 10; times += 1) {
    clock += 2 * hour
    await changeStock('many-2', times)
    clock += 20 * minute
    const { index, state } = started()
    await index.columns()
    await index.save()
    expect(state.reads).toBe(0)
  }
  clock += hour
  const { index, state } = started()
  await index.columns()
  await expect.poll(() => state.reads).toBe(1)
})

test('a file whose changes may be forgotten already is not used', async () => {
  await saveNow()
  clock += 21 * hour
  expect(await readsOfNewProcess()).toBe(1)
})

test('columns are saved once, and again an hour after a change; changes that may still come wait', async () => {
  const { index } = started()
  await index.save()
  expect(() => statSync(file())).toThrow('ENOENT')
  await index.columns()
  await index.save()
  const first = statSync(file()).ino
  clock += 2 * hour
  await index.save()
  expect(statSync(file()).ino).toBe(first)
  await changeStock('many-2', 5)
  await index.save()
  expect(statSync(file()).ino).toBe(first)
  clock += 20 * minute
  await index.save()
  expect(statSync(file()).ino).not.toBe(first)
  expect(await readsOfNewProcess()).toBe(0)
})

test('processes that save at the same time leave one whole file, and drafts of killed ones are removed', async () => {
  const old = `${file()}-killed`
  writeFileSync(old, 'half')
  utimesSync(old, new Date(0), new Date(0))
  await Promise.all([saveNow(), saveNow(), saveNow()])
  expect(drafts()).toEqual([])
  expect(await readsOfNewProcess()).toBe(0)
})

test('a full disk is logged, lists still work, and the next start reads everything', async () => {
  const { index } = started()
  await index.columns()
  rmSync(database.env.SHOP_DATA, { recursive: true })
  await expect(index.save()).rejects.toThrow('ENOENT')
  expect((await index.columns()).listed().length).toBe(30)
  expect(await readsOfNewProcess()).toBe(1)
})

test('a small catalogue is not saved', async () => {
  const { index } = started(32)
  await index.columns()
  await index.save()
  expect(readdirSync(database.env.SHOP_DATA).filter((name) => name.startsWith('.list'))).toEqual([])
})
