import { expect, onTestFinished, test, vi } from 'vitest'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { continueRuns } from '../../../src/server/console/runs/continue-runs.ts'
import { runScreen } from '../../../src/server/console/runs/run-page.ts'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { shipmentsOf } from '../../../src/server/ordering/orders/fulfilment-queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

const key = (at: number) => `0190a0c0-0000-7000-8000-00000000000${at}`
const three = async (shop: Shop) => [
  await confirmed(shop, [['FAN', 1]]),
  await confirmed(shop, [['FAN', 2]]),
  await confirmed(shop, [['BAT', 1]]),
]

async function send(shop: Shop, browser: Browser, form: Record<string, string | readonly string[]>): Promise<string> {
  const { location } = await outcome(shop, browser, ordersScreen, { form })
  return decodeURIComponent(/\/console\/runs\/([^?]+)/.exec(location ?? '')?.[1] ?? '')
}

const runOf = (shop: Shop, browser: Browser, id: string) => contentOf(shop, browser, runScreen, { params: { id } })
const statesOf = async (shop: Shop, browser: Browser, id: string) =>
  (await runOf(shop, browser, id)).rows.map(({ state }) => state)

/** The request that starts a run has time for one row. */
function inAHurry(): void {
  const now = performance.now.bind(performance)
  let later = 0
  // Others, such as who listens to the statements of a run, look at the clock too.
  const isRun = (): boolean => {
    const frames = new Error().stack?.split('\n').slice(1) ?? []
    return frames.find((line) => !/node_modules|bulk-runs\.test/.test(line))?.includes('bulk-run.ts') === true
  }
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (isRun() ? (later += 1_000) : 0))
  onTestFinished(() => clock.mockRestore())
}

test('the chosen orders are packed, shipped and delivered, each with its own entry in the log', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  const browser = await signedIn(shop, 'owner')
  for (const [at, [action, status]] of [
    ['process', 'processing'],
    ['ship', 'shipped'],
    ['deliver', 'delivered'],
  ].entries()) {
    const run = await runOf(shop, browser, await send(shop, browser, { action: action ?? '', key: key(at), row }))
    expect([run.isDone, run.counts]).toEqual([true, { waiting: 0, done: 3, refused: 0 }])
    // The next step with the same orders is a click away, for those who may take it.
    const next = { process: ['slips', 'ship'], ship: ['deliver'] }[action ?? '']
    expect([run.next?.actions, run.next?.rows.toSorted()]).toEqual([next, next && row.toSorted()])
    expect(await Promise.all(row.map((id) => statusOf(shop, id)))).toEqual([status, status, status])
  }
  for (const id of row) {
    const entries = await auditOf(shop.db, { kind: 'order', id })
    expect(entries.map(({ operation, actor }) => [operation, actor]).sort()).toEqual([
      ['orders.deliver', 'The owner'],
      ['orders.process', 'The owner'],
      ['orders.ship', 'The owner'],
    ])
  }
})

test('an order that cannot follow does not stop the others, and says why', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  await cancelOrder(shop, { orderId: row[1] ?? '', actor: 'operator', reason: '' })
  const browser = await signedIn(shop, 'owner')
  const run = await runOf(shop, browser, await send(shop, browser, { action: 'ship', key: key(0), row }))
  expect(run.rows.map(({ state, fault }) => [state, fault])).toEqual([
    ['refused', 'Nothing is left to do here.'],
    ['done', null],
    ['done', null],
  ])
})

test('what was refused is sent once more with what was written for it, by who started it', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  const [browser, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'owner', 'other@shop.example')]
  const held = { action: 'hold', reason: 'The supplier is late' }
  await send(shop, browser, { ...held, key: key(0), row: [row[1] ?? ''] })
  const id = await send(shop, browser, { ...held, key: key(1), row })
  const { again, counts } = await runOf(shop, browser, id)
  expect([counts.refused, again]).toEqual([
    1,
    { address: '/console/orders', key: expect.any(String), rows: [row[1]], ...held },
  ])
  expect((await runOf(shop, other, id)).again).toBeNull()
  await send(shop, browser, { action: 'release', key: key(2), row: [row[1] ?? ''] })
  const { key: ownKey = '', rows = [], reason = '' } = again ?? {}
  const second = await runOf(
    shop,
    browser,
    await send(shop, browser, { ...held, action: again?.action ?? '', key: ownKey, row: rows, reason }),
  )
  expect([second.counts, second.again]).toEqual([{ waiting: 0, done: 1, refused: 0 }, null])
})

test('a failure in the middle of an order changes nothing of it', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  const browser = await signedIn(shop, 'owner')
  const { emit } = shop.orderEvents
  let calls = 0
  const failing = vi.spyOn(shop.orderEvents, 'emit').mockImplementation((...all) => {
    if (++calls === 1) throw new Error('the disk is full')
    return emit.apply(shop.orderEvents, all)
  })
  onTestFinished(() => failing.mockRestore())
  const id = await send(shop, browser, { action: 'process', key: key(0), row })
  expect(await statesOf(shop, browser, id)).toEqual(['refused', 'done', 'done'])
  expect(await statusOf(shop, row[0] ?? '')).toBe('confirmed')
  expect(await auditOf(shop.db, { kind: 'order', id: row[0] ?? '' })).toEqual([])
})

test('a run that was interrupted is finished by two processes at once, and no order is shipped twice', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  const browser = await signedIn(shop, 'owner')
  inAHurry()
  const id = await send(shop, browser, { action: 'ship', key: key(0), row })
  expect(await statesOf(shop, browser, id)).toEqual(['done', 'waiting', 'waiting'])
  expect((await runOf(shop, browser, id)).isDone).toBe(false)
  await Promise.all([continueRuns(shop), continueRuns(shop), continueRuns(shop)])
  const run = await runOf(shop, browser, id)
  expect([run.isDone, run.counts]).toEqual([true, { waiting: 0, done: 3, refused: 0 }])
  for (const order of row) {
    expect(await shipmentsOf(shop.db, order)).toHaveLength(1)
    expect(await auditOf(shop.db, { kind: 'order', id: order })).toHaveLength(1)
  }
})

test('a form that is sent twice starts one run', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  const browser = await signedIn(shop, 'owner')
  const form = { action: 'ship', key: key(0), row }
  const [first, second] = await Promise.all([send(shop, browser, form), send(shop, browser, form)])
  expect(first).toBe(second)
  await continueRuns(shop)
  expect(await statesOf(shop, browser, first)).toEqual(['done', 'done', 'done'])
  for (const order of row) expect(await shipmentsOf(shop.db, order)).toHaveLength(1)
})

test('nothing chosen, unknown rows and too many are refused, and a run is its owner’s', async () => {
  await using shop = await fixtureShop()
  const row = await three(shop)
  const [browser, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'warehouse')]
  for (const wrong of [[], ['x'], ["' or 1=1 --", '']])
    expect(
      await outcome(shop, browser, ordersScreen, { form: { action: 'ship', key: key(0), row: wrong } }),
    ).toMatchObject({ status: 422, fault: 'Choose at least one row first.' })
  const id = await send(shop, browser, { action: 'process', key: 'no key', row: [...row, ...row, 'x'] })
  expect(await statesOf(shop, browser, id)).toEqual(['done', 'done', 'done'])
  expect((await outcome(shop, other, runScreen, { params: { id } })).status).toBe(404)
  expect((await outcome(shop, browser, runScreen, { params: { id: 'x'.repeat(5_000) } })).status).toBe(404)
  // A key of somebody else's form is no way into their run.
  const theirs = await send(shop, other, { action: 'ship', key: key(0), row })
  expect(theirs).not.toBe(id)
})

test.each([
  [1, 2],
  [2, 1],
])('of two runs that write the same field the last that was started counts (%i, %i)', async (first, second) => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const row = await three(shop)
  const browser = await signedIn(shop, 'owner')
  inAHurry()
  const held = { action: 'hold', reason: 'The wrong orders', row }
  const wrong = await send(shop, browser, { ...held, key: key(first) })
  clock.advance(1)
  const right = await send(shop, browser, { action: 'release', key: key(second), row })
  expect(await statesOf(shop, browser, wrong)).toEqual(['done', 'waiting', 'waiting'])
  expect(await statesOf(shop, browser, right)).toEqual(['waiting', 'waiting', 'waiting'])
  // Another operation does not wait for them.
  const other = await send(shop, browser, { action: 'label', label: 'Urgent', key: key(3), row })
  expect(await statesOf(shop, browser, other)).toEqual(['done', 'waiting', 'waiting'])
  vi.restoreAllMocks()
  for (let turn = 0; turn < 3; turn += 1) await Promise.all([continueRuns(shop), continueRuns(shop)])
  for (const id of [wrong, right, other]) expect((await runOf(shop, browser, id)).counts.done).toBe(3)
  const orders = await shop.db.selectFrom('orders').select('hold').execute()
  expect(orders.map(({ hold }) => hold)).toEqual([null, null, null])
})
