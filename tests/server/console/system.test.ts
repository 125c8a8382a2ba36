import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemScreen } from '../../../src/server/console/system/system-page.ts'
import { startBackgroundJobs } from '../../../src/server/jobs/background-jobs.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { makeDueBackup } from '../../../src/server/jobs/make-due-backup.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const never = new AbortController().signal
const backupsOf = (shop: Shop) => {
  const folder = path.join(shop.env.SHOP_DATA, 'backups')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('shop-')) : []
}

test('a backup is asked for in the console, made once by one of all processes, and listed', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const before = await contentOf(shop, owner, systemScreen)
  expect(before).toMatchObject({ database: { kind: shop.kind }, backups: { count: 0, everyHours: null, isLate: true } })
  await makeDueBackup(shop, never)
  expect(backupsOf(shop)).toEqual([])
  for (const _ of [1, 2]) await outcome(shop, owner, systemScreen, { form: { action: 'back_up' } })
  expect((await contentOf(shop, owner, systemScreen)).backups.wanted).toMatchObject({ by: 'The owner', isBegun: false })
  await Promise.all([makeDueBackup(shop, never), makeDueBackup(shop, never)])
  expect(backupsOf(shop)).toHaveLength(1)
  const { backups } = await contentOf(shop, owner, systemScreen)
  expect(backups).toMatchObject({ count: 1, wanted: null, failure: null, isLate: false, isOnSameDisk: true })
  expect(backups.newest[0]?.bytes).toBeGreaterThan(10_000)
  expect(backups.newest[0]?.readAt).toEqual(expect.any(String))
  const log = await shop.db.selectFrom('audit_log').select(['operation', 'actor']).execute()
  expect(log).toContainEqual({ operation: 'system.back_up', actor: 'The owner' })
})

test('a backup that could not be made is said with the reason, and is not tried without end', async () => {
  await using plain = await fixtureShop()
  const folder = path.join(plain.env.SHOP_DATA, 'disk')
  writeFileSync(folder, 'A file is where the folder should be.')
  const shop = { ...plain, env: { ...plain.env, BACKUP_FOLDER: folder, BACKUP_EVERY_HOURS: 0 } }
  const owner = await signedIn(shop, 'owner')
  await outcome(shop, owner, systemScreen, { form: { action: 'back_up' } })
  await makeDueBackup(shop, never)
  const { backups } = await contentOf(shop, owner, systemScreen)
  expect(backups).toMatchObject({ wanted: null, failure: { at: expect.any(String), why: expect.any(String) } })
  expect(backups.failure?.why).not.toBe('')
})

test('a backup that was begun when the process was stopped is made by another', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await outcome(shop, owner, systemScreen, { form: { action: 'back_up' } })
  const stop = new AbortController()
  stop.abort()
  await makeDueBackup(shop, stop.signal)
  expect((await contentOf(shop, owner, systemScreen)).backups.wanted).toMatchObject({ isBegun: false })
  await makeDueBackup(shop, never)
  expect(backupsOf(shop)).toHaveLength(1)
})

test('what failed is listed without what it holds, and is tried again when a person says so', async () => {
  await using shop = await fixtureShop(movableClock(new Date('2026-03-02T10:00:00Z')))
  const owner = await signedIn(shop, 'owner')
  await shop.db.deleteFrom('outbox').execute()
  const row = { payload: JSON.stringify({ orderId: 'none' }), attempts: 9, created_at: '2026-03-01T10:00:00.000Z' }
  const kind = 'mail.order_confirmed'
  await shop.db
    .insertInto('outbox')
    .values([
      {
        ...row,
        id: 'later',
        kind,
        dedupe_key: 'a',
        run_at: '2026-03-02T10:50:00.000Z',
        last_error: 'down',
        done_at: null,
      },
      {
        ...row,
        id: 'soon',
        kind,
        dedupe_key: 'b',
        run_at: '2026-03-02T10:01:00.000Z',
        last_error: 'down',
        done_at: null,
      },
      {
        ...row,
        id: 'ended',
        kind,
        dedupe_key: 'c',
        run_at: '2026-03-02T09:00:00.000Z',
        last_error: 'no such host',
        done_at: '2026-03-02T09:00:00.000Z',
      },
      {
        ...row,
        id: 'fine',
        kind,
        dedupe_key: 'd',
        run_at: '2026-03-02T09:00:00.000Z',
        last_error: null,
        done_at: '2026-03-02T09:00:00.000Z',
      },
    ])
    .execute()
  const { effects } = await contentOf(shop, owner, systemScreen)
  expect(effects).toMatchObject({ waiting: 2, late: 0 })
  expect(JSON.stringify(effects)).not.toContain('orderId')
  expect(
    Object.fromEntries(effects.failed.map(({ id, nextAt, mayRetry }) => [id, [nextAt === null, mayRetry]])),
  ).toEqual({
    later: [false, true],
    soon: [false, false],
    ended: [true, true],
  })
  const retry = (id: string) => outcome(shop, owner, systemScreen, { form: { action: 'retry', id } })
  for (const id of ['soon', 'fine', 'nothing']) expect(await retry(id)).toMatchObject({ status: 422 })
  for (const id of ['later', 'ended']) expect(await retry(id)).toMatchObject({ status: 303 })
  expect(await deliverOutbox(shop)).toBe(2)
  expect((await contentOf(shop, owner, systemScreen)).effects.failed.map(({ id }) => id)).toEqual(['soon'])
})

test('all mails that were given up are tried again at once, and those that are not listed are counted', async () => {
  await using shop = await fixtureShop(movableClock(new Date('2026-03-02T10:00:00Z')))
  const owner = await signedIn(shop, 'owner')
  await shop.db.deleteFrom('outbox').execute()
  const at = '2026-03-02T09:00:00.000Z'
  const failed = {
    payload: '{"requestId":"x"}',
    run_at: at,
    attempts: 9,
    last_error: 'smtp',
    done_at: at,
    created_at: at,
  }
  const row = (kind: string, id: string) => ({ ...failed, id, kind, dedupe_key: id })
  const mails = Array.from({ length: 60 }, (_, index) => row('mail.request_closed', `m${index}`))
  await shop.db
    .insertInto('outbox')
    .values([
      ...mails,
      row('payment.refund', 'r'),
      row('mail.login_link', 'l'),
      { ...row('mail.test', 'old'), created_at: '2026-01-02T09:00:00.000Z' },
    ])
    .execute()
  const effects = async () => (await contentOf(shop, owner, systemScreen)).effects
  const before = await effects()
  expect([before.failed.length, before.failedCount]).toEqual([50, { all: 62, mails: 60, links: 1 }])
  const retry = () => outcome(shop, owner, systemScreen, { form: { action: 'retry', id: 'mail.*' } })
  expect(await retry()).toMatchObject({ status: 303 })
  const due = await shop.db.selectFrom('outbox').select('kind').where('done_at', 'is', null).execute()
  expect(new Set(due.map(({ kind }) => kind))).toEqual(new Set(['mail.request_closed']))
  expect(due).toHaveLength(60)
  expect(await retry()).toMatchObject({ status: 422 })
})

test('a test mail goes to the person who asks, at most one a minute', async () => {
  await using shop = await fixtureShop(movableClock(new Date('2026-03-02T10:00:00Z')))
  const owner = await signedIn(shop, 'owner')
  await shop.db.deleteFrom('outbox').execute()
  for (const _ of [1, 2, 3])
    await outcome(shop, owner, systemScreen, { form: { action: 'test_mail', to: 'x@evil.example' } })
  const mails = await shop.db.selectFrom('outbox').select(['kind', 'payload']).execute()
  expect(mails.map(({ kind, payload }) => [kind, JSON.parse(payload).to])).toEqual([
    ['mail.test', 'owner@shop.example'],
  ])
  expect(await deliverOutbox(shop)).toBe(1)
})

test('each background job says when it last ran, how long it took and what went wrong', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  expect((await contentOf(shop, owner, systemScreen)).jobs).toEqual([])
  const stop = startBackgroundJobs(shop, () => Promise.reject(new Error('no imports here')))
  const outbox = async () => (await contentOf(shop, owner, systemScreen)).jobs.find(({ name }) => name === 'outbox')
  await expect
    .poll(outbox, { timeout: 60_000 })
    .toMatchObject({ everyMs: 1_000, endedAt: expect.any(String), failed: null })
  await stop()
  shop.jobs.note('outbox', { endedAt: shop.now().getTime(), tookMs: 5, error: new Error('the disk is full') })
  expect(await outbox()).toMatchObject({ tookMs: 5, failed: 'Error: the disk is full' })
})

test('says which settings of the server are missing, with the lines for them and without any value', async () => {
  await using plain = await fixtureShop()
  const shop = { ...plain, env: { ...plain.env, SMTP_URL: 'smtps://shop:gravel-4711@mail.example:465' } }
  const owner = await signedIn(shop, 'owner')
  const content = await contentOf(shop, owner, systemScreen)
  const [mail, backups] = ['mail', 'backups'].map((name) => content.server.find((each) => each.name === name))
  expect(mail).toEqual({ name: 'mail', isSet: true, lines: [] })
  expect(backups).toEqual({ name: 'backups', isSet: false, lines: ['BACKUP_FOLDER=/var/backups/shop'] })
  expect(JSON.stringify(content)).not.toContain('gravel-4711')
})
