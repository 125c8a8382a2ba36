import { expect, test } from 'vitest'
import { cleanUpImports } from '../../../../src/server/jobs/clean-up-imports.ts'
import { setPriceRows, undoPriceRows } from '../../../../src/server/pricing/price-lists/change-rows.ts'
import { clearLeftovers } from '../../../../src/server/pricing/price-lists/clear-leftovers.ts'
import { endPriceList, removePriceList } from '../../../../src/server/pricing/price-lists/edit-price-lists.ts'
import type { Commit } from '../../../../src/server/pricing/price-lists/many-rows.ts'
import { priceListById, rowsIdOf } from '../../../../src/server/pricing/price-lists/price-list-queries.ts'
import { firstRow, rowsAfter } from '../../../../src/server/pricing/price-lists/row-queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { manyListRows, writeManyPrices } from '../../../support/many-prices.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'
import { agree } from './agree.ts'

const many = 1_200

const skuOf = (number: number) => `P${String(number).padStart(7, '0')}`
const rowsWith = (amount: number) => manyListRows(amount, many)

/** A list with one row, and products for many. */
async function shopWithPriceList() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  await writeManyPrices(shop, many + 1)
  const id = await agree(shop, { customers: ['anna'] }, [skuOf(many), 1, 77])
  const set = (amount: number, replaces = false, commit?: Commit) =>
    setPriceRows(shop, id, { rows: rowsWith(amount), replaces, actor: 'test' }, commit)
  return { clock, shop, id, set, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

async function amountsOf(shop: Shop, id: string): Promise<number[]> {
  const list = await priceListById(shop.db, id)
  if (!list) throw new Error('There is no list.')
  const rows = await rowsAfter(shop.db, rowsIdOf(list), firstRow, 10_000)
  expect(list.row_count).toBe(rows.length)
  return rows.map(({ amount }) => amount)
}

async function storedRows({ db }: Shop): Promise<{ rows: number; history: number; leftovers: number }> {
  const count = async (table: 'price_list_rows' | 'price_list_changed_rows' | 'price_list_leftovers') =>
    (await db.selectFrom(table).selectAll().execute()).length
  return {
    rows: await count('price_list_rows'),
    history: await count('price_list_changed_rows'),
    leftovers: await count('price_list_leftovers'),
  }
}

/** Thrown where a process would end. */
const ended = new Error('The process has ended.')

test('many rows are added, replaced and taken back, and nothing else is left', async () => {
  await using list = await shopWithPriceList()
  const { shop, id } = list
  const added = await list.set(1_000)
  expect(added).toMatchObject({ changed: many, kept: 0 })
  const [first, second] = [rowsWith(1_000).map(({ amount }) => amount), rowsWith(5_000).map(({ amount }) => amount)]
  expect(await amountsOf(shop, id)).toEqual([...first, 77])
  const replaced = await list.set(5_000, true)
  expect(replaced).toMatchObject({ changed: many + 1 })
  expect(await amountsOf(shop, id)).toEqual(second)
  // One row is changed in place, and is left alone when the many are taken back.
  const row = { row: 1, sku: skuOf(3), quantity: 1, amount: 9 }
  await setPriceRows(shop, id, { rows: [row], replaces: false, actor: 'test' })
  const undone = await undoPriceRows(shop, id, { version: replaced.version, actor: 'test' })
  expect([undone.changed, undone.kept]).toEqual([many, 1])
  expect(await amountsOf(shop, id)).toEqual([...first.with(3, 9), 77])
  expect(await storedRows(shop)).toEqual({ rows: many + 1, history: 1 + many + many + 1 + 1 + many, leftovers: 0 })
  list.clock.advance(1)
  await endPriceList(shop, id)
  await removePriceList(shop, id)
  expect(await storedRows(shop)).toEqual({ rows: many + 1, history: 0, leftovers: 1 })
  list.clock.advance(31 * 86_400)
  await clearLeftovers(shop.db, shop.now().toISOString())
  expect(await storedRows(shop)).toEqual({ rows: 0, history: 0, leftovers: 0 })
})

test('a process that stops while it writes, or before the last transaction, leaves the prices of before', async () => {
  await using list = await shopWithPriceList()
  const { shop, id } = list
  const rows = rowsWith(1_000)
  let portions = 0
  const now = () => {
    portions += 1
    if (portions > 4) throw ended
    return shop.now()
  }
  const stopped = setPriceRows({ db: shop.db, now }, id, { rows, replaces: true, actor: 'test' })
  await expect(stopped).rejects.toBe(ended)
  expect(await storedRows(shop)).toEqual({ rows: 1 + 500, history: 1, leftovers: 2 })
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const hanging: Commit = () => {
    reach()
    return new Promise(() => {})
  }
  void list.set(2_000, true, hanging)
  await reached
  expect(await storedRows(shop)).toEqual({ rows: 1 + 500 + many, history: 1 + many + 1, leftovers: 4 })
  expect(await amountsOf(shop, id)).toEqual([77])
  // What runs is not cleared away; what wrote nothing for ten minutes is.
  await cleanUpImports(shop)
  expect((await storedRows(shop)).leftovers).toBe(4)
  list.clock.advance(11 * 60)
  await cleanUpImports(shop)
  expect(await storedRows(shop)).toEqual({ rows: 1, history: 1, leftovers: 0 })
  expect(await amountsOf(shop, id)).toEqual([77])
})

test('rows that were cleared away meanwhile are not taken, but written anew', async () => {
  await using list = await shopWithPriceList()
  const { shop, id } = list
  let times = 0
  const late: Commit = async (work) => {
    times += 1
    if (times === 1) {
      list.clock.advance(11 * 60)
      await cleanUpImports(shop)
    }
    return work(shop)
  }
  await list.set(1_000, true, late)
  expect(times).toBe(2)
  expect(await amountsOf(shop, id)).toEqual(rowsWith(1_000).map(({ amount }) => amount))
  expect((await storedRows(shop)).leftovers).toBe(0)
})

test('a change that somebody makes meanwhile is kept, the rows are written anew, and at last given up', async () => {
  await using list = await shopWithPriceList()
  const { shop, id } = list
  let times = 0
  const disturbed =
    (max: number): Commit =>
    async (work) => {
      times += 1
      const row = { row: 1, sku: skuOf(many), quantity: 1, amount: 200 + times }
      if (times <= max) await setPriceRows(shop, id, { rows: [row], replaces: false, actor: 'other' })
      return work(shop)
    }
  await list.set(1_000, false, disturbed(2))
  expect([times, (await amountsOf(shop, id)).at(-1)]).toEqual([3, 202])
  await expect(list.set(2_000, false, disturbed(100))).rejects.toMatchObject({ fault: 'price_list_busy' })
  expect((await amountsOf(shop, id)).slice(-2)).toEqual([1_000 + many - 1, 206])
  expect((await storedRows(shop)).leftovers).toBe(0)
})

test('two who add many rows at once both get theirs', async () => {
  await using list = await shopWithPriceList()
  const other = rowsWith(3_000).map((row) => ({ ...row, quantity: 5 }))
  await Promise.all([
    list.set(1_000),
    setPriceRows(list.shop, list.id, { rows: other, replaces: false, actor: 'other' }),
  ])
  expect(await amountsOf(list.shop, list.id)).toHaveLength(2 * many + 1)
})
