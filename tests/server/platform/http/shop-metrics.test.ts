import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readBackupState, writeBackupState } from '../../../../src/server/backup/backup-state.ts'
import { importInThread } from '../../../../src/server/catalog/sources/import-in-thread.ts'
import { startBackgroundJobs } from '../../../../src/server/jobs/background-jobs.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { completeOrder } from '../../../../src/server/ordering/payment/complete-order.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import type { DatabaseFault } from '../../../../src/server/platform/db/check-database.ts'
import { addServerMetrics } from '../../../../src/server/platform/http/server-metrics.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { importProgram } from '../../../support/import-program.ts'
import { bought, fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'

const nothingStored = { stats: { pages: 0, bytes: 0, fills: 0, hits: 0, rendered: 0 } }

/** What a node of this shop tells at /metrics, as figures by their names with labels. */
function watch(shop: Shop, { fault, lastBackup }: { fault?: DatabaseFault; lastBackup?: Date } = {}) {
  const registry = new Registry()
  addServerMetrics(registry, {
    cache: nothingStored,
    memory: shop.memory,
    db: shop.db,
    now: shop.now,
    dataFolder: shop.env.SHOP_DATA,
    fault: async () => fault,
    lastBackup: async () => lastBackup,
    isBackupFailing: async () => (await readBackupState(shop.db)).isFailing,
  })
  return async (): Promise<Map<string, number>> =>
    new Map(
      (await registry.metrics())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    )
}

test('orders, payments, mails and what waits are counted', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const figures = watch(shop)
  expect((await figures()).get('outbox_oldest_due_seconds')).toBe(0)
  const { attemptId } = await bought(shop, [['ODD-PRICE', 1]])
  await startPayment(shop, attemptId)
  const notice = { eventId: 'x', attemptId, outcome: 'succeeded', reason: null } as const
  const unknown = { ...notice, attemptId: 'none', amount: 1, currency: 'SEK', reference: null }
  await completeOrder(shop, 'sandbox', unknown as never)
  clock.advance(60)
  const waiting = await figures()
  expect(waiting.get('outbox_waiting{kind="mail.order_confirmed"}')).toBe(1)
  expect(waiting.get('outbox_failing{kind="mail.order_confirmed"}')).toBe(0)
  expect(waiting.get('outbox_waiting_seconds{kind="mail.order_confirmed"}')).toBe(60)
  expect(waiting.get('outbox_oldest_due_seconds')).toBe(60)
  expect(waiting.get('shop_order_changes_total{status="confirmed"}')).toBe(1)
  expect(
    waiting.get('payment_notices_total{provider="sandbox",outcome="succeeded",completion="unknown_attempt"}'),
  ).toBe(1)
  const folder = path.join(shop.env.SHOP_DATA, 'mail')
  await writeFile(folder, 'in the way')
  await deliverOutbox(shop)
  const failed = await figures()
  expect(failed.get('outbox_failing{kind="mail.order_confirmed"}')).toBe(1)
  expect(failed.get('outbox_effects_total{kind="mail.order_confirmed",outcome="failed"}')).toBe(1)
  expect(failed.get('shop_order_changes_total{status="confirmed"}')).toBe(1)
})

test('an order is counted once, although two looks come at the same moment', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const figures = watch(shop)
  await figures()
  const { attemptId } = await bought(shop, [['ODD-PRICE', 1]])
  await startPayment(shop, attemptId)
  clock.advance(60)
  await Promise.all([figures(), figures(), figures()])
  expect((await figures()).get('shop_order_changes_total{status="confirmed"}')).toBe(1)
})

test('statements and jobs are timed, and the last success of a job is told', async () => {
  await using shop = await fixtureShop()
  const figures = watch(shop)
  const stop = startBackgroundJobs(shop, importInThread(importProgram, shop.env))
  await expect
    .poll(
      async () => (await figures()).get('job_duration_seconds_count{background_job="content",outcome="done"}') ?? 0,
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(0)
  await stop()
  const told = await figures()
  expect(told.get('database_statement_duration_seconds_count{kind="read"}')).toBeGreaterThan(0)
  const before = told.get('database_statement_duration_seconds_count{kind="write"}') ?? 0
  await shop.db.deleteFrom('outbox').execute()
  expect((await figures()).get('database_statement_duration_seconds_count{kind="write"}')).toBe(before + 1)
  expect(told.get('job_last_success_timestamp_seconds{background_job="content"}')).toBeGreaterThan(
    Date.now() / 1000 - 60,
  )
})

test('a fault, the disk and the last backup are told; a database that is gone hides nothing else', async () => {
  const shop = await fixtureShop(movableClock(new Date('2026-03-01T12:00:00Z')))
  const figures = watch(shop, { fault: 'disk full', lastBackup: new Date('2026-03-01T11:00:00Z') })
  const told = await figures()
  expect(told.get('shop_fault{fault="disk full"}')).toBe(1)
  expect(told.get('shop_fault{fault="no database"}')).toBe(0)
  expect([told.get('backup_age_seconds'), told.get('backup_failing')]).toEqual([3_600, 0])
  await writeBackupState(shop.db, { isFailing: true, said: 'The store refuses (403, AccessDenied).' })
  expect((await figures()).get('backup_failing')).toBe(1)
  expect(told.get('disk_free_bytes')).toBeGreaterThan(0)
  expect(told.get('disk_size_bytes')).toBeGreaterThan(told.get('disk_free_bytes') ?? Infinity)
  await shop[Symbol.asyncDispose]()
  const gone = await figures()
  expect(gone.get('outbox_oldest_due_seconds')).toBeNaN()
  expect(gone.get('webhook_oldest_due_seconds')).toBeNaN()
  expect(gone.get('shop_fault{fault="disk full"}')).toBe(1)
  expect(gone.get('process_uptime_seconds')).toBeGreaterThan(0)
})
