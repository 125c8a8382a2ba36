import { afterEach, beforeEach, expect, test } from 'vitest'
import { indexProducts, removeProducts, optimizeIndex } from '../../../src/server/search/index-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { aCatalogue } from './a-catalogue.ts'

let shop: TestDatabase
beforeEach(async () => {
  shop = await aCatalogue()
})
afterEach(() => shop.close())

const find = async (query: string) => (await searchProducts(shop, { query, language: 'en', limit: 10, offset: 0 })).ids
const index = (...ids: string[]) => shop.db.transaction().execute((trx) => indexProducts(trx, shop.kind, ids))

test('a changed product is found only by its new words', async () => {
  await shop.db
    .updateTable('product_texts')
    .set({ name: 'Ultrasonic cleaner' })
    .where('product_id', '=', 'wifi')
    .execute()
  await index('wifi')
  expect(await find('ultrasonic')).toEqual(['wifi'])
  expect(await find('wifi card')).toEqual([])
})

test('a changed popularity changes the order', async () => {
  await shop.db.updateTable('products').set({ popularity: 500 }).where('id', '=', 'lenovo-battery-slow').execute()
  await index('lenovo-battery-slow')
  expect(await find('lenovo battery')).toEqual(['lenovo-battery-slow', 'lenovo-battery'])
})

test('an unpublished product is not found, and found again when published', async () => {
  const publish = async (status: 'draft' | 'published') => {
    await shop.db.updateTable('products').set({ status }).where('id', '=', 'memory').execute()
    await index('memory')
  }
  await publish('draft')
  expect(await find('sodimm')).toEqual([])
  await publish('published')
  expect(await find('sodimm')).toEqual(['memory'])
})

test("a variant's change updates the document of its product", async () => {
  await shop.db
    .insertInto('part_numbers')
    .values({ product_id: 'keyboard-us', number: 'NEW-77', normalized: 'NEW77', kind: 'maker' })
    .execute()
  await index('keyboard-us')
  expect(await find('new-77')).toEqual(['keyboard'])
})

test('a removed product is no longer found', async () => {
  await shop.db.transaction().execute((trx) => removeProducts(trx, shop.kind, ['wifi', 'unknown']))
  expect(await find('net-5001')).toEqual([])
})

test('nothing to index is not an error', async () => {
  await expect(index()).resolves.toBeUndefined()
  await expect(index('unknown')).resolves.toBeUndefined()
})

test('a rebuilt index finds the same', async () => {
  const before = await find('lenovo')
  await shop.db.transaction().execute((trx) => optimizeIndex(trx, shop.kind))
  expect(await find('lenovo')).toEqual(before)
  expect(await find('51-bbz')).toEqual(['dell-battery'])
})
