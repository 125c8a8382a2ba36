import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importInThread } from '../../../src/server/catalog/sources/import-in-thread.ts'
import { startBackgroundJobs, startFollowing } from '../../../src/server/jobs/background-jobs.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { startPayment } from '../../../src/server/ordering/payment/start-payment.ts'
import { addToOutbox } from '../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { importProgram } from '../../support/import-program.ts'
import { aForm, bought, fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'

const mailFolder = ({ env }: Shop) => path.join(env.SHOP_DATA, 'mail')
const mails = async (shop: Shop) => (existsSync(mailFolder(shop)) ? readdir(mailFolder(shop)) : [])

async function confirmed(shop: Shop): Promise<string> {
  const { orderId, attemptId } = await bought(shop, [['ODD-PRICE', 1]])
  await startPayment(shop, attemptId)
  return orderId
}

test('every mail is sent once, however many processes deliver', async () => {
  await using shop = await fixtureShop()
  const orders = [await confirmed(shop), await confirmed(shop), await confirmed(shop)]
  const counts = await Promise.all([deliverOutbox(shop), deliverOutbox(shop), deliverOutbox(shop)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect((await mails(shop)).toSorted()).toEqual(orders.map((id) => `order-confirmed-${id}.eml`).toSorted())
  expect(await deliverOutbox(shop)).toBe(0)
})

test('a failing effect is retried at growing intervals, then done', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await confirmed(shop)
  await shop.db.deleteFrom('outbox').where('kind', '=', 'mail.operator_order').execute()
  await writeFile(mailFolder(shop), 'in the way')
  const row = async () =>
    shop.db
      .selectFrom('outbox')
      .select(['attempts', 'run_at', 'done_at', 'last_error'])
      .where('kind', '=', 'mail.order_confirmed')
      .executeTakeFirstOrThrow()
  for (const [attempt, wait] of [
    [1, 5],
    [2, 10],
    [3, 20],
  ] as const) {
    expect(await deliverOutbox(shop)).toBe(0)
    const { attempts, run_at: runAt, done_at: doneAt, last_error: error } = await row()
    expect([attempts, (Date.parse(runAt) - clock.now().getTime()) / 1000, doneAt]).toEqual([attempt, wait, null])
    expect(error).toContain('EEXIST')
    expect(await deliverOutbox(shop)).toBe(0)
    expect((await row()).attempts).toBe(attempt)
    clock.advance(wait)
  }
  await rm(mailFolder(shop))
  expect(await deliverOutbox(shop)).toBeGreaterThanOrEqual(1)
  expect(await mails(shop)).toEqual([`order-confirmed-${orderId}.eml`])
  expect(await row()).toMatchObject({ attempts: 4, last_error: null, done_at: clock.now().toISOString() })
})

test('a clock that is set back by an hour delays no mail, and sends none twice', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await confirmed(shop)
  clock.advance(-3600)
  expect(await deliverOutbox(shop)).toBe(2)
  clock.advance(7200)
  expect(await deliverOutbox(shop)).toBe(0)
  expect(await mails(shop)).toHaveLength(1)
})

test('one failing effect does not delay others', async () => {
  await using shop = await fixtureShop()
  for (const effect of [
    { kind: 'unknown.effect', payload: '{}' },
    { kind: 'mail.refunded', payload: '{"refund":1}' },
  ])
    await insertEffect(shop, effect)
  await confirmed(shop)
  expect(await deliverOutbox(shop)).toBe(2)
  expect(await mails(shop)).toHaveLength(1)
})

test('the same effect written twice is one', async () => {
  await using shop = await fixtureShop()
  const write = () =>
    shop.db
      .transaction()
      .execute((trx) =>
        addToOutbox(trx, { kind: 'mail.refunded', dedupeKey: 'same', payload: { refundId: '' } }, shop.now()),
      )
  await Promise.all([write(), write(), write()])
  expect(await shop.db.selectFrom('outbox').select('dedupe_key').execute()).toEqual([{ dedupe_key: 'same' }])
})

test("an order by invoice is confirmed, and its mail written, in the order's transaction", async () => {
  await using shop = await fixtureShop()
  const { orderId } = await bought(shop, [['FAN', 1]])
  expect((await orderById(shop.db, orderId))?.status).toBe('confirmed')
  expect(await deliverOutbox(shop)).toBe(2)
  expect(await mails(shop)).toHaveLength(1)
})

test('a payment on a hosted page is left to its webhook', async () => {
  await using shop = await fixtureShop()
  const { orderId } = await bought(shop, [['FAN', 1]], aForm({ payment_method: 'sandbox' }))
  expect(await deliverOutbox(shop)).toBe(0)
  expect((await orderById(shop.db, orderId))?.status).toBe('pending_payment')
})

test('the jobs of a running shop deliver, purge and stop', async () => {
  await using shop = await fixtureShop()
  const purged: string[] = []
  const running = { ...shop, invalidate: (tags: readonly string[]) => purged.push(...tags) }
  const following = await startFollowing(running)
  const stop = startBackgroundJobs(running, importInThread(importProgram, shop.env))
  await confirmed(shop)
  await shop.db
    .insertInto('invalidations')
    .values({ tag: 'product:bat', created_at: shop.now().toISOString() })
    .execute()
  await expect.poll(async () => [(await mails(shop)).length, purged], { timeout: 60_000 }).toEqual([1, ['product:bat']])
  await Promise.all([following.stop(), stop()])
})

/** Writes an effect as an older or newer version of the shop may have written it. */
async function insertEffect({ db }: Shop, effect: { kind: string; payload: string }): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  const row = { id: effect.kind, dedupe_key: effect.kind, run_at: at, attempts: 0, last_error: null, done_at: null }
  await db
    .insertInto('outbox')
    .values({ ...row, ...effect, created_at: at })
    .execute()
}
