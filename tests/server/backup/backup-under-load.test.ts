import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeBackup } from '../../../src/server/backup/make-backup.ts'
import { restoreBackup } from '../../../src/server/backup/restore/restore-backup.ts'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { databaseLocation } from '../../../src/server/platform/db/database-location.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import { copyDatabase } from '../../support/test-database.ts'
import { type Seller, startSeller } from '../faults/start-seller.ts'
import { wholes } from '../faults/whole-orders.ts'
import { emptyPlace } from './empty-place.ts'

const perSecond = 20
const checkoutsOf = ({ acknowledged }: Seller): string[] => acknowledged.map((each) => each.split(' ')[0] ?? '')

/** Orders that come all the time until `stop` is called, which ends the shop after the last one. */
function keepSelling({ child, acknowledged, exited }: Seller): { stop: () => Promise<void> } {
  let sent = 0
  const timer = setInterval(() => {
    child.send('sell')
    sent += 1
  }, 1_000 / perSecond)
  const stop = async (): Promise<void> => {
    clearInterval(timer)
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBe(sent)
    child.disconnect()
    await exited
  }
  return { stop }
}

/** Makes a backup during which orders are acknowledged: on a busy machine there may be none during a short one. */
async function backupUnderLoad(env: NodeJS.ProcessEnv, seller: Seller): Promise<{ file: string; before: string[] }> {
  for (let tries = 0; tries < 20; tries += 1) {
    const before = checkoutsOf(seller)
    const { file } = await makeBackup(parseEnv(env), new Date())
    if (seller.acknowledged.length > before.length) return { file, before }
  }
  throw new Error('No order was acknowledged during any backup.')
}

/** Sums of the restored orders that are not those of their lines or payments. */
async function wrongSums(db: Database): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'total', 'delivery_total', 'discount_total'])
    .execute()
  const lines = await db.selectFrom('order_lines').select(['order_id', 'line_total']).execute()
  const attempts = await db.selectFrom('payment_attempts').select(['order_id', 'amount']).execute()
  return orders
    .filter(({ id, total, delivery_total: delivery, discount_total: discount }) => {
      const sum = lines.filter((line) => line.order_id === id).reduce((all, line) => all + line.line_total, 0)
      const asked = attempts.filter((attempt) => attempt.order_id === id).map(({ amount }) => amount)
      return sum + delivery - Math.abs(discount) !== total || asked.join() !== String(total)
    })
    .map(({ number }) => number)
}

test('a backup under load has every order from before it, each whole, and restores elsewhere', async () => {
  const source = await copyDatabase('fixture')
  mkdirSync(path.join(source.env.SHOP_DATA, 'documents'))
  writeFileSync(path.join(source.env.SHOP_DATA, 'documents', 'manual.pdf'), 'A manual.')
  const place = await emptyPlace()
  const seller = await startSeller(source.env)
  const load = keepSelling(seller)
  await expect.poll(() => seller.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
  const { file, before } = await backupUnderLoad(source.env, seller)
  await sleep(500)
  await load.stop()

  await restoreBackup(file, place.env, { key: undefined, mayReplace: false, now: new Date() })
  const { db } = connect(databaseLocation(place.env))
  const orders = await db.selectFrom('orders').selectAll().orderBy('seq').execute()
  const restored = new Set(orders.map((order) => order.checkout_id))
  expect(before.filter((each) => !restored.has(each))).toEqual([])
  expect(orders.length).toBeLessThan(seller.acknowledged.length)
  const whole = (await wholes(db)).filter(({ id }) => orders.find((order) => order.id === id)?.status === 'confirmed')
  expect(whole).toEqual(whole.map(({ id }) => ({ id, lines: 2, reservations: 2, attempts: 1, events: 2, mails: 1 })))
  expect(whole.length).toBeGreaterThanOrEqual(before.length)
  expect(await wrongSums(db)).toEqual([])
  const stock = await db.selectFrom('stock').select('reserved').where('product_id', '=', 'odd-price').executeTakeFirst()
  expect(stock?.reserved).toBe(2 * orders.length)
  expect(readFileSync(path.join(place.env.SHOP_DATA, 'documents', 'manual.pdf'), 'utf8')).toBe('A manual.')
  await db.destroy()

  const again = await startSeller({ SHOP_DATA: place.env.SHOP_DATA, DATABASE_URL: place.env.DATABASE_URL ?? '' })
  again.child.send('sell')
  await expect.poll(() => again.acknowledged.length, { timeout: 60_000 }).toBe(1)
  again.child.disconnect()
  await again.exited
  await place.drop()
  await source.drop()
})
