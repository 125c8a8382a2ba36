import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { cleanUpImports } from '../../../../src/server/jobs/clean-up-imports.ts'
import { setPriceRows } from '../../../../src/server/pricing/price-lists/change-rows.ts'
import { createPriceList } from '../../../../src/server/pricing/price-lists/edit-price-lists.ts'
import { priceListById, rowsIdOf } from '../../../../src/server/pricing/price-lists/price-list-queries.ts'
import { firstRow, rowsAfter } from '../../../../src/server/pricing/price-lists/row-queries.ts'
import { manyListRows, writeManyPrices } from '../../../support/many-prices.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'

const products = 2_500
const program = new URL('../../../support/price-list-program.ts', import.meta.url)

/** Replaces the prices of a list in a process that is killed after it has written some of its rows. */
async function importAndKill({ db, location }: TestDatabase, id: string, amount: number): Promise<void> {
  const known = (await db.selectFrom('price_list_rows').select('product_id').execute()).length
  const child = fork(program, [JSON.stringify(location), id, String(products), String(amount)], { execArgv: [] })
  const exited = once(child, 'exit')
  const written = async () => {
    const { count } = await db
      .selectFrom('price_list_rows')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count) > known
  }
  await expect.poll(written, { timeout: 60_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await exited
}

test('an import whose process is killed changes all prices or none, leaves no rows, and can be repeated', async () => {
  await using database = await freshDatabase()
  const { db, kind } = database
  const shop = { db, kind, now: () => new Date() }
  await writeManyPrices(database, products)
  const terms = { name: 'Agreement', startsAt: null, endsAt: null, buyers: { customers: [], organizations: [] } }
  const id = await createPriceList(shop, 'test', { ...terms, currency: 'SEK' })
  const set = (amount: number) =>
    setPriceRows(shop, id, { rows: manyListRows(amount, products), replaces: true, actor: 'test' })
  const list = async () => {
    const found = await priceListById(db, id)
    const rows = found ? await rowsAfter(db, rowsIdOf(found), firstRow, 2 * products) : []
    return { version: found?.version, count: found?.row_count, amounts: rows.map((row) => row.amount) }
  }
  const stored = async () => ({
    rows: (await db.selectFrom('price_list_rows').select('list_id').execute()).length,
    history: (await db.selectFrom('price_list_changed_rows').select('list_id').execute()).length,
    leftovers: (await db.selectFrom('price_list_leftovers').select('part').execute()).length,
  })
  const at = (version: number, amount: number) => ({
    version,
    count: products,
    amounts: manyListRows(amount, products).map((row) => row.amount),
  })
  await set(1_000)

  await importAndKill(database, id, 5_000)
  const cut = await list()
  // A process that was killed late may have finished.
  expect([at(2, 1_000), at(3, 5_000)]).toContainEqual(cut)

  const { version, changed } = await set(9_000)
  expect(changed).toBe(products)
  // What is left of the killed process is deleted once it has written nothing for ten minutes.
  await cleanUpImports({ ...shop, now: () => new Date(Date.now() + 11 * 60_000) })
  expect(await stored()).toEqual({ rows: products, history: (version - 1) * products, leftovers: 0 })
  expect(await list()).toEqual(at(version, 9_000))
})
