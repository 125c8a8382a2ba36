import { expect, onTestFinished, test, vi } from 'vitest'
import type { News } from '../../../src/contracts/console/news.ts'
import { newsFeed, newsLimits } from '../../../src/server/console/news/news-feed.ts'
import { newsMark, newsScreen } from '../../../src/server/console/news/news-stream.ts'
import { staffByEmail, updateStaff } from '../../../src/server/identity/staff/staff-queries.ts'
import { identifyStaff } from '../../../src/server/identity/staff/staff-session.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered } from '../ordering/orders/parcels.ts'
import { consoleRequestOf, newBrowser, signedIn, type Browser } from './at-console.ts'

/** The clock of streams is the test's: they look, check and beat when it says so. */
function timers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => vi.advanceTimersByTimeAsync(ms)
}

async function answer(shop: Shop, browser: Browser, accept?: string): Promise<Response> {
  const asked = await consoleRequestOf(shop, browser)
  const request = new Request(asked.url, accept ? { headers: { Accept: accept } } : {})
  const result = await newsScreen(shop, { ...asked, request })
  if (!(result instanceof Response)) throw new Error('That is a page.')
  return result
}

/** Somebody's stream: what was told, one event an entry, and whether it has ended. */
async function listening(shop: Shop, browser: Browser) {
  const response = await answer(shop, browser, 'text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const told: string[] = []
  const state = { response, told, isOver: false, leave: () => reader?.cancel() }
  const read = async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      told.push(value ?? '')
    }
    state.isOver = true
  }
  void read()
  await expect.poll(() => told.length + Number(state.isOver)).toBeGreaterThan(0)
  return state
}

const countsIn = (text: string) => {
  const news = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as News
  return [news.orders.length, news.returns.length]
}

test('an order and a return are told to those who may see them, once, from whichever node', async () => {
  const pass = timers()
  await using shop = await fixtureShop()
  const before = await confirmed(shop, [['FAN', 1]])
  const sold = await delivered(shop, [['BAT', 2]])
  const [owner, accountant, editor] = await Promise.all([
    listening(shop, await signedIn(shop, 'owner')),
    listening(shop, await signedIn(shop, 'accountant')),
    listening(shop, await signedIn(shop, 'editor')),
  ])
  expect(before).not.toBe(sold)
  expect([owner, accountant, editor].map(({ told }) => countsIn(told[0] ?? ''))).toEqual([
    [2, 0],
    [2, 0],
    [0, 0],
  ])
  await confirmed(shop, [['FAN', 1]])
  await requestReturn(shop, {
    orderId: sold,
    actor: 'shopper',
    units: [{ position: 1, quantity: 1, reason: 'faulty' }],
    message: '',
  })
  await pass(newsLimits.lookMs)
  await expect.poll(() => owner.told.length).toBe(2)
  await pass(newsLimits.lookMs)
  await pass(newsLimits.lookMs)
  expect(owner.told.slice(1).map(countsIn)).toEqual([[1, 1]])
  expect(accountant.told.slice(1).map(countsIn)).toEqual([[1, 0]])
  expect(editor.told).toHaveLength(1)
  await pass(newsLimits.beatMs)
  await expect.poll(() => editor.told.at(-1)).toBe(': beat\n\n')
})

test('what a page shows is not new, and what comes after it is', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop, [['FAN', 1]])
  const browser = await signedIn(shop, 'owner')
  const mark = await newsMark(shop, (await consoleRequestOf(shop, browser)).locals)
  const since = async () =>
    ((await (await answer(shop, browser)).json()) as News).orders.filter((key) => key > (mark?.orders ?? ''))
  expect(await since()).toEqual([])
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
  onTestFinished(() => clock.mockRestore())
  await confirmed(shop, [['FAN', 1]])
  expect(await since()).toHaveLength(1)
  const editor = await consoleRequestOf(shop, await signedIn(shop, 'editor'))
  expect(await newsMark(shop, editor.locals)).toBeNull()
})

test('a stream ends with its session, and a role that is taken away is told nothing more', async () => {
  const pass = timers()
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const [owner, seller, manager] = [
    await listening(shop, await signedIn(shop, 'owner')),
    await listening(shop, await signedIn(shop, 'seller')),
    await listening(shop, await signedIn(shop, 'manager')),
  ]
  const change = async (role: string, changes: Parameters<typeof updateStaff>[2]) => {
    const row = await staffByEmail(shop.db, `${role}@shop.example`)
    if (row) await updateStaff(shop.db, row, changes)
  }
  await change('seller', { is_active: 0 })
  await change('manager', { role: 'editor' })
  await pass(newsLimits.checkMs)
  await expect.poll(() => seller.isOver).toBe(true)
  expect(seller.told.at(-1)).toContain('event: over')
  await confirmed(shop, [['FAN', 1]])
  await pass(newsLimits.lookMs)
  await expect.poll(() => owner.told.length).toBe(2)
  expect([manager.told.length, manager.isOver, seller.told.length]).toEqual([1, false, 2])
  clock.advance(13 * 3600)
  await pass(newsLimits.checkMs)
  await expect.poll(() => [owner.isOver, manager.isOver]).toEqual([true, true])
})

test('a stranger and somebody at the second step are told nothing', async () => {
  await using shop = await fixtureShop()
  for (const browser of [newBrowser(), await signedIn(shop, 'owner', 'half@shop.example', 'password')])
    for (const accept of [undefined, 'text/event-stream']) {
      const { status, headers } = await answer(shop, browser, accept)
      expect([status, headers.get('Location')?.startsWith('/console/sign-in')]).toEqual([303, true])
    }
})

test('streams are few for each person and come with what proxies must know; one that is left makes room', async () => {
  await using shop = await fixtureShop()
  const browser = await signedIn(shop, 'owner')
  const open = await Promise.all(Array.from({ length: newsLimits.perPerson }, () => listening(shop, browser)))
  const { headers } = open[0]?.response ?? new Response()
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect((await answer(shop, browser, 'text/event-stream')).status).toBe(503)
  expect((await answer(shop, await signedIn(shop, 'seller'), 'text/event-stream')).status).toBe(200)
  await open[0]?.leave()
  expect((await answer(shop, browser, 'text/event-stream')).status).toBe(200)
  newsFeed(shop).close()
  await expect.poll(() => open.every(({ isOver }) => isOver)).toBe(true)
  expect((await answer(shop, browser, 'text/event-stream')).status).toBe(503)
})

test('the feed queries only while it has listeners, and once for all of them', async () => {
  const pass = timers()
  await using shop = await fixtureShop()
  const looks = vi.spyOn(shop.db, 'selectFrom')
  const count = () => looks.mock.calls.filter(([table]) => String(table) === 'order_events').length
  const browsers = [await signedIn(shop, 'owner'), await signedIn(shop, 'seller'), await signedIn(shop, 'warehouse')]
  const open = await Promise.all(browsers.map((browser) => listening(shop, browser)))
  const first = count()
  await pass(newsLimits.lookMs)
  expect(count() - first).toBe(1)
  for (const each of open) await each.leave()
  await pass(10 * newsLimits.lookMs)
  expect(count() - first).toBe(1)
})

test('a page that asks by itself does not count as work of its member of staff', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const browser = await signedIn(shop, 'owner')
  const asked = await consoleRequestOf(shop, browser)
  clock.advance(31 * 60)
  await identifyStaff(shop, asked, false)
  const { staff } = (await consoleRequestOf(shop, browser)).locals
  expect(staff?.idleSince).toBe(new Date(clock.now().getTime() - 31 * 60_000).toISOString())
})
