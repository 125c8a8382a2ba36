import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '../../src/domain/cart/cart-lines.ts'
import type { AuthUser } from '../../src/features/auth/auth-state.ts'
import { offered, openBrowser, openTab } from './browser-tabs.ts'

type Sent = { items?: { uuid?: string; sku: string; quantity: number }[]; owner?: string; unchanged?: boolean }

let browser: ReturnType<typeof openBrowser>
/** The signed-in user according to the shop, and the saved cart. */
let account: { owner: string; saved: [string, number][] } | null
let stop = () => {}

const anna: AuthUser = {
  id: 'anna',
  order_id: null,
  country_code: 'SE',
  currency: 'SEK',
  currency_id: 1,
  is_organization: false,
  scopes: ['my-account'],
  discounts: {},
}
const lineOf = (sku: string, quantity: number, uuid: string = crypto.randomUUID()): CartLine => ({
  ...offered(sku),
  uuid,
  quantity,
})

function answer(body: unknown): Response {
  const { items = [], owner } = body as Sent
  const own = items.map(({ sku, quantity, uuid }) => lineOf(sku, quantity, uuid))
  if (account === null) return Response.json(own)
  const added =
    owner === account.owner
      ? []
      : account.saved
          .filter(([sku]) => own.every((line) => line.sku !== sku))
          .map(([sku, quantity]) => lineOf(sku, quantity))
  return Response.json([...own, ...added], { headers: { 'x-cart-owner': account.owner } })
}

async function open() {
  const tab = await openTab()
  const signing = await import('../../src/features/account/login/sign-in.ts')
  return { ...tab, ...signing }
}

const sent = () => browser.calls.map(({ body }) => body as Sent)
const quiet = () => vi.advanceTimersByTimeAsync(1_000)

beforeEach(() => {
  vi.useFakeTimers()
  account = null
  browser = openBrowser((body) => answer(body))
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

test("a login adds the saved lines to the guest's, and every later change belongs to the customer", async () => {
  const tab = await open()
  stop = tab.startCartSync()
  tab.addToCart(offered('A'), 1)
  await quiet()
  account = { owner: 'anna:1', saved: [['B', 2]] }
  tab.signIn(anna)
  await tab.fetchSavedCart()
  expect(tab.$cart.get()).toMatchObject({ items: [{ sku: 'A' }, { sku: 'B', quantity: 2 }], owner: 'anna:1' })
  expect(tab.needsSync(tab.$cart.get())).toBe(false)
  for (const { uuid } of tab.$cart.get().items) tab.removeLine(uuid)
  await quiet()
  expect(sent().map(({ items, owner, unchanged }) => [items?.length, owner, unchanged])).toEqual([
    [1, '', false],
    [1, '', true],
    [undefined, 'anna:1', false],
  ])
  expect(
    browser.calls.map(({ url }) => url.pathname),
    'spec 7: sync-cart is not called for an empty cart',
  ).toEqual(['/api/sync-cart', '/api/sync-cart', '/api/saved-cart'])
  await quiet()
  expect(sent()).toHaveLength(3)
})

test('an empty cart is requested after the login, and makes no call once known', async () => {
  account = { owner: 'anna:1', saved: [['B', 2]] }
  const tab = await open()
  tab.signIn(anna)
  stop = tab.startCartSync()
  await quiet()
  expect(tab.$cart.get().items).toMatchObject([{ sku: 'B' }])
  const other = await open()
  const stopOther = other.startCartSync()
  await quiet()
  expect(sent()).toHaveLength(1)
  stopOther()
})

test("if the login's request fails, the next page's sync asks", async () => {
  const tab = await open()
  tab.signIn(anna)
  await tab.fetchSavedCart()
  expect(tab.needsSync(tab.$cart.get())).toBe(true)
})

test("signing out removes the customer's lines from all tabs, keeps the saved cart and a guest's lines", async () => {
  const tab = await open()
  stop = tab.startCartSync()
  account = { owner: 'anna:1', saved: [] }
  tab.signIn(anna)
  tab.addToCart(offered('A'), 1)
  await quiet()
  tab.removeLine(tab.$cart.get().items[0]?.uuid ?? '')
  tab.undoRemoval()
  await quiet()
  const before = sent().length
  account = null
  tab.signOut()
  await quiet()
  expect((await open()).$cart.get()).toMatchObject({ items: [], owner: '' })
  expect(sent()).toHaveLength(before)
  tab.addToCart(offered('B'), 1)
  tab.signOut()
  expect(tab.$cart.get().items).toMatchObject([{ sku: 'B' }])
})

test("the next customer in the same browser gets none of the previous customer's lines", async () => {
  account = { owner: 'anna:1', saved: [['A', 1]] }
  const tab = await open()
  tab.signIn(anna)
  await tab.fetchSavedCart()
  tab.signIn(anna)
  expect(tab.$cart.get().items).toMatchObject([{ sku: 'A' }])
  tab.signIn({ ...anna, id: 'bo' })
  expect(tab.$cart.get()).toMatchObject({ items: [], owner: '' })
  await tab.fetchSavedCart()
  tab.signIn({ ...anna, id: 'gast', order_id: '100001', scopes: ['my-order'] })
  expect(tab.$cart.get()).toMatchObject({ items: [], owner: '' })
})
