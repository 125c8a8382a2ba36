import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { allProducts } from '../../../../src/domain/products/product-choice.ts'
import type { Database } from '../../../../src/server/platform/db/tables.ts'
import { workAtChange } from '../../../../src/server/pricing/price-changes/carry-out-changes.ts'
import { changeById } from '../../../../src/server/pricing/price-changes/change-queries.ts'
import { makeChange, startChange, undoChange } from '../../../../src/server/pricing/price-changes/edit-changes.ts'
import { writeManyPrices } from '../../../support/many-prices.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'

const products = 3_000
const program = new URL('../../../support/price-change-program.ts', import.meta.url)

/** Works at a change in a process that is killed once it has begun and before it is done. */
async function workAndKill({ db, location }: TestDatabase, id: string, hasBegun: (cursor: number) => boolean) {
  const child = fork(program, [JSON.stringify(location), id], { execArgv: [] })
  const exited = once(child, 'exit')
  await expect
    .poll(async () => hasBegun((await changeById(db, id))?.cursor ?? 0), { timeout: 60_000, interval: 5 })
    .toBe(true)
  child.kill('SIGKILL')
  await exited
}

/**
 * Goes on with a change until it is in a state, as the job does, which comes again: PostgreSQL may not have noticed yet
 * that the killed process is gone.
 */
async function goOn(database: TestDatabase, id: string, state: string): Promise<void> {
  const work = async () => {
    await workAtChange({ ...database, now: () => new Date() }, id)
    return (await changeById(database.db, id))?.state
  }
  await expect.poll(work, { timeout: 60_000 }).toBe(state)
}

async function sumOfPrices(db: Database): Promise<number> {
  const { sum } = await db
    .selectFrom('prices')
    .select(({ fn }) => fn.sum('amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

test('a change whose process is killed goes on, and so does its undo: each price is changed once', async () => {
  await using database = await freshDatabase()
  const { db } = database
  const shop = { ...database, now: () => new Date() }
  await writeManyPrices(database, products)
  const before = await sumOfPrices(db)
  const who = { staffId: null, name: 'test' }
  const rule = { rule: { how: 'percent', percent: 10_000 }, ending: 'ore' } as const
  const id = await makeChange(shop, who, { choice: allProducts, ...rule })
  await workAtChange(shop, id)
  await startChange(shop, id)

  await workAndKill(database, id, (cursor) => cursor > 0)
  const cut = await changeById(db, id)
  const done = await db.selectFrom('price_change_rows').select('position').where('state', '=', 'done').execute()
  expect(cut?.state).toBe('running')
  expect([done.length, cut?.changed]).toEqual([cut?.cursor, cut?.cursor])
  expect(await sumOfPrices(db)).toBeGreaterThan(before)
  await goOn(database, id, 'done')
  expect(await changeById(db, id)).toMatchObject({ state: 'done', changed: products, refused: 0 })
  expect(await sumOfPrices(db)).toBe(2 * before)

  await undoChange(shop, id)
  await workAndKill(database, id, (cursor) => cursor < products)
  expect((await changeById(db, id))?.state).toBe('undoing')
  await goOn(database, id, 'undone')
  expect(await changeById(db, id)).toMatchObject({ state: 'undone', undone: products, kept: 0 })
  expect(await sumOfPrices(db)).toBe(before)
  const history = await db.selectFrom('price_history').select(['product_id', 'valid_until']).execute()
  expect(history.filter(({ valid_until: until }) => until === null)).toHaveLength(products)
  expect(history).toHaveLength(3 * products)
})
