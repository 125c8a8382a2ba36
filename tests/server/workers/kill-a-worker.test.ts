import { expect, test } from 'vitest'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { cases } from '../../support/cases.ts'
import { wholes } from '../faults/whole-orders.ts'
import { ManyWorkers } from './many-workers.ts'

const kills = cases(2, 0.5)
const ordersEach = cases(40, 0.5)

test('orders of two workers, one of which is killed again and again: none is lost, doubled or incomplete', async () => {
  await using shop = await ManyWorkers.start()
  const acknowledged: string[] = []
  const order = async (): Promise<void> => {
    const { status, body } = await shop.ask('/test/order', { method: 'POST' })
    if (status !== 200) return
    const { id, path }: { id: string; path: string } = JSON.parse(body)
    if (path === `/sv/checkout/confirmation/${id}`) acknowledged.push(id)
    else throw new Error(`An order was answered with ${path}.`)
  }
  for (let kill = 0; kill <= kills; kill += 1) {
    const [one = 0] = (await shop.pids()).toSorted(() => Math.random() - 0.5)
    const running = Array.from({ length: ordersEach }, order)
    await Promise.race(running)
    if (kill < kills) process.kill(one, 'SIGKILL')
    await Promise.all(running)
    await expect.poll(async () => (await shop.pids()).length, { timeout: 100_000, interval: 200 }).toBe(2)
  }
  // Without the kill every order is acknowledged.
  expect(acknowledged.length).toBeGreaterThanOrEqual(ordersEach)
  const { db } = connect(shop.database.location)
  // Advances the minute after which interrupted payments are resumed.
  await db.updateTable('outbox').set({ run_at: '2020-01-01T00:00:00.000Z' }).where('done_at', 'is', null).execute()
  await expect
    .poll(() => db.selectFrom('orders').select('id').where('status', '!=', 'confirmed').execute(), { timeout: 100_000 })
    .toEqual([])
  const rows = await db.selectFrom('orders').selectAll().orderBy('seq').execute()
  const placed = rows.map((row) => row.checkout_id)
  expect(acknowledged.filter((id) => !placed.includes(id))).toEqual([])
  expect(new Set(placed).size).toBe(rows.length)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect(await wholes(db)).toEqual(
    rows.map(({ id }) => ({ id, lines: 2, reservations: 2, attempts: 1, events: 2, mails: 1 })),
  )
  const stock = db.selectFrom('stock').select(['on_hand', 'reserved']).where('product_id', '=', 'odd-price')
  expect(await stock.executeTakeFirst()).toEqual({ on_hand: 5_000, reserved: 2 * rows.length })
  await db.destroy()
})
