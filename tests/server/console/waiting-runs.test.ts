import { expect, test } from 'vitest'
import type { RunOperation } from '../../../src/contracts/console/bulk.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { continueRuns } from '../../../src/server/console/runs/continue-runs.ts'
import { runScreen } from '../../../src/server/console/runs/run-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { cables, imported, later, undone } from '../import/import-runs.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

type Started = { operation: RunOperation; subjects: readonly string[]; at: string; note?: string }

/** A run whose process was killed before its first row. */
async function started(shop: Shop, { operation, subjects, at, note = '' }: Started): Promise<string> {
  const { id: staff, name } = await shop.db.selectFrom('staff').select(['id', 'name']).executeTakeFirstOrThrow()
  const id = `${operation}-${at}`
  const run = { id, staff_id: staff, actor: name, address: '', operation, back: '', note, created_at: at }
  await shop.db
    .insertInto('bulk_runs')
    .values({ ...run, done_at: null })
    .execute()
  const rows = subjects.map((subject, position) => ({ run_id: id, position, subject_id: subject, subject }))
  await shop.db
    .insertInto('bulk_rows')
    .values(rows.map((row) => ({ ...row, state: 'waiting' as const, fault: '' })))
    .execute()
  return id
}

const runOf = (shop: Shop, browser: Browser, id: string) => contentOf(shop, browser, runScreen, { params: { id } })
const leftAlone = 'Somebody or an import changed this after the run was started, so the run left it as it is.'

test('an order that a person puts on hold is not released by a run that was started before', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [one, two] = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['FAN', 1]])]
  await shop.db.updateTable('orders').set({ hold: 'by_hand' }).where('id', '=', two).execute()
  const browser = await signedIn(shop, 'owner')
  const at = clock.now().toISOString()
  const run = await started(shop, { operation: 'orders.release', subjects: [one, two], at })
  clock.advance(1_000)
  const params = { number: (await orderById(shop.db, one))?.number ?? '' }
  const { version } = await contentOf(shop, browser, orderScreen, { params })
  const held = await outcome(shop, browser, orderScreen, {
    params,
    form: { action: 'hold', version, reason: 'The card is stolen' },
  })
  expect(held.status).toBe(303)
  await continueRuns(shop)
  expect((await runOf(shop, browser, run)).rows.map(({ state, fault }) => [state, fault])).toEqual([
    ['refused', leftAlone],
    ['done', null],
  ])
  expect([(await orderById(shop.db, one))?.hold, (await orderById(shop.db, two))?.hold]).toEqual(['by_hand', null])
})

test('a product keeps the VAT class that a person chose after a run, and its name does not matter', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const browser = await signedIn(shop, 'owner')
  const at = clock.now().toISOString()
  const subjects = ['FAN', 'BAT']
  const run = await started(shop, { operation: 'products.vat', subjects, at, note: 'zero' })
  const edit = (sku: string, action: string, field: string, [was, typed]: readonly [string, string]) =>
    outcome(shop, browser, productScreen, {
      params: { sku },
      form: { action, [`was:field:${field}`]: was, [`field:${field}`]: typed },
    })
  const { name } = await shop.db
    .selectFrom('product_texts')
    .select('name')
    .where('product_id', '=', 'bat')
    .where('language', '=', 'sv')
    .executeTakeFirstOrThrow()
  expect((await edit('FAN', 'details', 'vat_class', ['standard', 'reduced'])).status).toBe(303)
  expect((await edit('BAT', 'texts', 'name_sv', [name, 'Ett batteri'])).status).toBe(303)
  await continueRuns(shop)
  const page = await runOf(shop, browser, run)
  expect(page.rows.map(({ label, state }) => [label, state])).toEqual([
    ['FAN', 'refused'],
    ['BAT', 'done'],
  ])
  const products = await shop.db
    .selectFrom('products')
    .select(['sku', 'vat_class'])
    .where('sku', 'in', subjects)
    .orderBy('sku', 'desc')
    .execute()
  expect(products.map(({ vat_class: vatClass }) => vatClass)).toEqual(['reduced', 'zero'])
})

test('a run says which earlier one it waits for, and follows it where the clock of a process is behind', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const order = await confirmed(shop, [['FAN', 1]])
  const browser = await signedIn(shop, 'owner')
  const at = new Date(clock.now().getTime() + 60_000).toISOString()
  await started(shop, { operation: 'orders.hold', subjects: [order], at, note: 'The wrong orders' })
  const form = { action: 'release', key: '0190a0c0-0000-7000-8000-000000000009', row: [order] }
  const { location } = await outcome(shop, browser, ordersScreen, { form })
  const id = decodeURIComponent(/\/console\/runs\/([^?]+)/.exec(location ?? '')?.[1] ?? '')
  const page = await runOf(shop, browser, id)
  expect(page.counts).toMatchObject({ waiting: 1 })
  expect(page.behind).toEqual({ operation: 'orders.hold', actor: 'The owner', ended: 0, all: 1 })
  await continueRuns(shop)
  await continueRuns(shop)
  expect(await runOf(shop, browser, id)).toMatchObject({ behind: null, isDone: true, counts: { done: 1 } })
  expect((await orderById(shop.db, order))?.hold).toBeNull()
})

test('products that an import or its undo changed are left alone by runs that were started before', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const browser = await signedIn(shop, 'owner')
  const at = clock.now().toISOString()
  await imported(shop, cables(4))
  const subjects = ['C-0', 'C-1', 'C-2', 'C-3']
  const publish = await started(shop, { operation: 'products.publish', subjects, at })
  const vat = await started(shop, { operation: 'products.vat', subjects, at, note: 'reduced' })
  const second = await imported(shop, cables(2), { missing: 'hide', at: later(1) })
  const states = async (run: string) => (await runOf(shop, browser, run)).rows.map(({ label, state }) => [label, state])
  const hidden = async () => {
    const drafts = shop.db.selectFrom('products').select('sku').where('status', '=', 'draft')
    return (await drafts.where('sku', 'in', subjects).orderBy('sku').execute()).map(({ sku }) => sku)
  }
  expect(await states(vat)).toEqual(subjects.map((sku) => [sku, 'waiting']))
  const after = new Date(clock.now().getTime() + 1_000).toISOString()
  const hide = await started(shop, { operation: 'products.hide', subjects: ['C-1', 'C-2', 'C-3'], at: after })
  expect(await undone(shop, second)).toMatchObject({ restored: 2, kept: 0 })
  expect(await hidden()).toEqual([])
  for (let turn = 0; turn < 3; turn += 1) await continueRuns(shop)
  expect(await states(publish)).toEqual([
    ['C-2', 'refused'],
    ['C-3', 'refused'],
    ['C-0', 'done'],
    ['C-1', 'done'],
  ])
  expect(await states(hide)).toEqual([
    ['C-2', 'refused'],
    ['C-3', 'refused'],
    ['C-1', 'done'],
  ])
  expect(await states(vat)).toEqual(subjects.map((sku) => [sku, 'done']))
  expect(await hidden()).toEqual(['C-1'])
})
