import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../../src/server/platform/db/connect.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import type { DatabaseCopy } from '../../support/database-copy.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { type Seller, startSeller } from './start-seller.ts'
import { wholes } from './whole-orders.ts'

const orders = 100
const perSecond = 20
const kills = 3

/** Sends orders evenly; then the shop is killed without warning or allowed to finish. */
async function sell({ child, acknowledged, exited }: Seller, count: number, end: 'kill' | 'finish'): Promise<string[]> {
  for (let at = 0; at < count; at++) {
    child.send('sell')
    await sleep(1_000 / perSecond)
  }
  if (end === 'kill') child.kill('SIGKILL')
  else {
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBe(count)
    child.disconnect()
  }
  await exited
  return acknowledged
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
  for (const [at, count] of plan.entries()) {
    acknowledged.push(...(await sell(await startSeller(database.env), count, at < kills ? 'kill' : 'finish')))
  }
  const { db } = connect(database.location)
  await finishCutOffPayments(database, db)
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

/** Advances the minute after which a restarted shop resumes interrupted payments. */
async function finishCutOffPayments({ env }: DatabaseCopy, db: Database): Promise<void> {
  await db.updateTable('outbox').set({ run_at: '2020-01-01T00:00:00.000Z' }).where('done_at', 'is', null).execute()
  const { child, exited } = await startSeller(env)
  await expect
    .poll(() => db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute(), {
      timeout: 60_000,
      interval: 100,
    })
    .toEqual([])
  child.disconnect()
  await exited
}
