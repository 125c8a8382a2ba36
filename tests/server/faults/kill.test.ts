import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../../src/server/platform/db/connect.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { cases } from '../../support/cases.ts'
import type { DatabaseCopy } from '../../support/database-copy.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { type Seller, startSeller } from './start-seller.ts'
import { wholes } from './whole-orders.ts'

const orders = cases(100, 0.4)
const perSecond = 20
const kills = cases(3)

/** Sends orders evenly. */
async function sell({ child }: Seller, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    child.send('sell')
    await sleep(1_000 / perSecond)
  }
}

/** Orders of a shop that is killed without warning. */
async function sellUntilKilled({ env }: DatabaseCopy, count: number): Promise<string[]> {
  const seller = await startSeller(env)
  await sell(seller, count)
  seller.child.kill('SIGKILL')
  await seller.exited
  return seller.acknowledged
}

/** Orders of a shop that also finishes what was cut off: the minute after which it resumes payments has passed. */
async function sellAndFinish({ env }: DatabaseCopy, db: Database, count: number): Promise<string[]> {
  await db.updateTable('outbox').set({ run_at: '2020-01-01T00:00:00.000Z' }).where('done_at', 'is', null).execute()
  const seller = await startSeller(env)
  await sell(seller, count)
  await expect.poll(() => seller.acknowledged.length, { timeout: 60_000 }).toBe(count)
  await expect
    .poll(() => db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute(), {
      timeout: 60_000,
      interval: 100,
    })
    .toEqual([])
  seller.child.disconnect()
  await seller.exited
  return seller.acknowledged
}

/** Splits the orders into random shares, after which the shop is killed. */
function shares(): number[] {
  const cuts = Array.from({ length: kills }, () => 1 + Math.floor(Math.random() * (orders - 2))).toSorted(
    (a, b) => a - b,
  )
  return [...cuts, orders].map((cut, at) => cut - (cuts[at - 1] ?? 0))
}

test('a killed shop loses no acknowledged order, and none is duplicated or incomplete', async () => {
  const database = await copyDatabase('fixture')
  const acknowledged: string[] = []
  const plan = shares()
  for (const count of plan.slice(0, kills)) acknowledged.push(...(await sellUntilKilled(database, count)))
  const { db } = connect(database.location)
  acknowledged.push(...(await sellAndFinish(database, db, plan.at(-1) ?? 1)))
  const rows = await db.selectFrom('orders').selectAll().orderBy('seq').execute()
  const confirmed = rows
    .filter((order) => order.status === 'confirmed')
    .map((order) => `${order.checkout_id} /sv/checkout/confirmation/${order.checkout_id}`)
  expect(
    acknowledged.filter((each) => !confirmed.includes(each)),
    `killed after ${plan.join(', ')} orders`,
  ).toEqual([])
  expect(new Set(confirmed).size).toBe(rows.length)
  expect(acknowledged.length).toBeGreaterThanOrEqual(plan.at(-1) ?? 1)
  expect(await wholes(db)).toEqual(
    rows.map(({ id }) => ({ id, lines: 2, reservations: 2, attempts: 1, events: 2, mails: 1 })),
  )
  expect(
    await db
      .selectFrom('stock')
      .select(['on_hand', 'reserved'])
      .where('product_id', '=', 'odd-price')
      .executeTakeFirst(),
  ).toEqual({ on_hand: 5_000, reserved: 2 * rows.length })
  expect(await db.selectFrom('coupons').select('used').where('code', '=', 'TEN').executeTakeFirst()).toEqual({
    used: rows.length,
  })
  expect(new Set(rows.map((order) => order.number)).size).toBe(rows.length)
  await db.destroy()
  await database.drop()
})
