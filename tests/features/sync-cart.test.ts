import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartLine } from '../../src/domain/cart/cart-lines.ts'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

type Sent = { items: { uuid: string; sku: string; quantity: number }[] }
let tab: Tab
let stop: () => void
let browser: ReturnType<typeof openBrowser>
let answer: (body: Sent, url: URL) => Response | Promise<Response>

/** The shop's lines for the sent ones, each at 80. */
const priced = ({ items }: Sent): CartLine[] =>
  items.map(({ uuid, sku, quantity }) => ({ ...offered(sku), uuid, quantity, price: 80, pricing: [{ p: 80, q: 1 }] }))
const quantities = () => tab.$cart.get().items.map((line) => line.quantity)
const setQuantity = (quantity: number) => tab.changeQuantity(tab.$cart.get().items[0]?.uuid ?? '', quantity)

beforeEach(async () => {
  vi.useFakeTimers()
  answer = (body) => Response.json(priced(body), { headers: { 'x-internal': '1' } })
  browser = openBrowser((body, url) => answer(body as Sent, url))
  tab = await openTab()
  stop = tab.startCartSync()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the sync', () => {
  test(
    'spec 4: follows every add and change after 250 ms and applies the shop’s prices' +
      ' [4.quantity.sync] [9.quantity.debounce] [6.internal]',
    async () => {
      tab.addToCart(offered('A'), 1)
      await vi.advanceTimersByTimeAsync(200)
      tab.addToCart(offered('A'), 1)
      await vi.advanceTimersByTimeAsync(249)
      expect(browser.calls).toHaveLength(0)
      await vi.advanceTimersByTimeAsync(1)
      expect(browser.calls).toHaveLength(1)
      expect(tab.$cart.get()).toMatchObject({ items: [{ quantity: 2, price: 80 }], internal: true, region: 'SEK SE' })
      await vi.advanceTimersByTimeAsync(5_000)
      expect(browser.calls).toHaveLength(1)
    },
  )

  test('spec 7: sends the caller, ids, quantities and seen prices, no price list [7.request.parameters]', async () => {
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    expect(Object.fromEntries(browser.calls[0]?.url.searchParams ?? [])).toEqual({
      locale: 'sv',
      sid: '11',
      cc: 'SE',
      cid: '1',
    })
    expect(browser.calls[0]?.body).toMatchObject({ items: [{ sku: 'A', quantity: 1, price: 100 }] })
    expect(JSON.stringify(browser.calls[0]?.body)).not.toMatch(/ordinary_price|pricing|campaign/)
  })

  test('spec 7: sends a removal at once and no empty cart [9.quantity.removal] [7.sync-cart.empty]', async () => {
    tab.addToCart(offered('A'), 1)
    tab.addToCart(offered('B'), 1)
    await vi.advanceTimersByTimeAsync(250)
    setQuantity(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(browser.calls).toHaveLength(2)
    setQuantity(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(browser.calls).toHaveLength(2)
  })

  test('lines ordered meanwhile leave the cart; lines waiting for payment stay', async () => {
    tab.addToCart(offered('A'), 2)
    tab.rememberCheckout('own')
    answer = () => Response.json([], { headers: { 'x-cart-order': 'waiting' } })
    await vi.advanceTimersByTimeAsync(250)
    expect(tab.$cart.get()).toMatchObject({ items: [{ sku: 'A', quantity: 2 }], checkoutID: 'own' })
    answer = (body) => Response.json(priced(body), { headers: { 'x-cart-order': 'ordered' } })
    tab.openCart()
    await vi.advanceTimersByTimeAsync(31_000)
    tab.closeCart()
    tab.openCart()
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.$cart.get()).toMatchObject({ items: [], checkoutID: null })
  })

  test('an answer that arrives after a newer change is ignored', async () => {
    const held: (() => void)[] = []
    answer = (body) =>
      new Promise((resolve) => {
        held.push(() => resolve(Response.json(priced(body))))
      })
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    setQuantity(7)
    held[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(quantities()).toEqual([7])
    setQuantity(0)
    await vi.advanceTimersByTimeAsync(300)
    for (const release of held) release()
    await vi.advanceTimersByTimeAsync(0)
    expect(quantities()).toEqual([])
  })

  test('an answer does not undo what another tab changed meanwhile', async () => {
    let release = () => {}
    answer = (body) =>
      new Promise((resolve) => {
        release = () => resolve(Response.json(priced(body)))
      })
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    const other = await openTab()
    other.addToCart(offered('A'), 4)
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(quantities()).toEqual([5])
  })
})

describe('two tabs with the same cart', () => {
  test('changes in both tabs within one debounce all arrive once, and the tabs do not sync in a loop', async () => {
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    const other = await openTab()
    const stopOther = other.startCartSync()
    browser.calls.length = 0
    tab.addToCart(offered('B'), 2)
    await vi.advanceTimersByTimeAsync(100)
    other.changeQuantity(other.$cart.get().items[0]?.uuid ?? '', 7)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(tab.$cart.get().items.map(({ sku, quantity, price }) => [sku, quantity, price])).toEqual([
      ['A', 7, 80],
      ['B', 2, 80],
    ])
    expect(other.$cart.get()).toEqual(tab.$cart.get())
    expect(tab.needsSync(tab.$cart.get())).toBe(false)
    expect(browser.calls).toHaveLength(2)
    stopOther()
  })

  test('a change that a closed tab could not send is sent when this one becomes visible', async () => {
    const other = await openTab()
    other.addToCart(offered('A'), 1)
    dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.$cart.get().items[0]?.price).toBe(80)
    dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(browser.calls).toHaveLength(1)
  })

  test('are priced in the currency chosen meanwhile: a page that becomes visible syncs again', async () => {
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    browser.cookies.set('cid', 'cid=4')
    tab.openCart()
    await vi.advanceTimersByTimeAsync(0)
    expect(browser.calls.map(({ url }) => url.searchParams.get('cid'))).toEqual(['1', '4'])
    expect(tab.$cart.get().region).toBe('EUR SE')
  })
})

describe('spec 4: the drawer', () => {
  test('syncs whenever it opens, once if a change is about to be synced anyway [4.cart-drawer.sync]', async () => {
    tab.addToCart(offered('A'), 1, { open: true })
    await vi.advanceTimersByTimeAsync(249)
    expect(browser.calls).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    for (const count of [2, 3]) {
      tab.closeCart()
      tab.openCart()
      await vi.advanceTimersByTimeAsync(0)
      expect(browser.calls).toHaveLength(count)
    }
  })

  test('keeps the notice of a line until it is seen, across syncs and pages [2.cart-line.adjusted]', async () => {
    let stock = 3
    answer = (body) =>
      Response.json(
        priced(body).map((line) => ({
          ...line,
          quantity: Math.min(line.quantity, stock),
          adjusted_quantity: line.quantity > stock ? stock : null,
        })),
      )
    const adjusted = (of = tab) => of.$cart.get().items.map((line) => line.adjusted_quantity ?? null)
    tab.addToCart(offered('A'), 5)
    await vi.advanceTimersByTimeAsync(250)
    expect([quantities(), adjusted()]).toEqual([[3], [3]])
    tab.openCart()
    await vi.advanceTimersByTimeAsync(0)
    expect([browser.calls.length, adjusted()]).toEqual([2, [3]])
    expect(adjusted(await openTab())).toEqual([3])
    tab.closeCart()
    expect(adjusted()).toEqual([null])
    stock = 2
    tab.openCart()
    await vi.advanceTimersByTimeAsync(0)
    expect([quantities(), adjusted()]).toEqual([[2], [2]])
    setQuantity(1)
    await vi.advanceTimersByTimeAsync(250)
    expect([quantities(), adjusted()]).toEqual([[1], [null]])
  })

  test('syncs again at once when the last sync failed', async () => {
    answer = () => Promise.reject(new TypeError('offline'))
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250 + 1_000 + 2_000 + 4_000 + 8_000 + 1)
    answer = (body) => Response.json(priced(body))
    tab.openCart()
    await vi.advanceTimersByTimeAsync(0)
    expect([tab.$isSyncFailing.get(), tab.$cart.get().items[0]?.price]).toEqual([false, 80])
  })
})

describe('a failing network', () => {
  test('is shown, loses nothing and is retried at growing intervals', async () => {
    answer = () => Promise.reject(new TypeError('offline'))
    tab.addToCart(offered('A'), 3)
    await vi.advanceTimersByTimeAsync(250)
    expect([tab.$isSyncFailing.get(), ...quantities()]).toEqual([true, 3])
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000)
    expect(browser.calls).toHaveLength(4)
    answer = (body) => Response.json(priced(body))
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect([tab.$isSyncFailing.get(), tab.$cart.get().items[0]?.price]).toEqual([false, 80])
  })

  test('a cart with too many lines is reported, loses nothing, and is sent again once it is shorter', async () => {
    answer = () => Response.json({ code: 'too_many_lines' }, { status: 422 })
    tab.addToCart(offered('A'), 3)
    await vi.advanceTimersByTimeAsync(250 + 60_000)
    expect([tab.$isCartTooLong.get(), browser.calls.length, ...quantities()]).toEqual([true, 1, 3])
    answer = (body) => Response.json(priced(body))
    setQuantity(2)
    await vi.advanceTimersByTimeAsync(250)
    expect([tab.$isCartTooLong.get(), tab.$isSyncFailing.get(), ...quantities()]).toEqual([false, false, 2])
  })

  test('unsent changes of a left page are sent by the next one', async () => {
    answer = () => Response.json({ code: 'internal' }, { status: 503 })
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    stop()
    answer = (body) => Response.json(priced(body))
    tab = await openTab()
    stop = tab.startCartSync()
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.$cart.get().items[0]?.price).toBe(80)
  })

  test('a refusal is not repeated', async () => {
    answer = () => Response.json({ code: 'too_many_lines' }, { status: 422 })
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(browser.calls.filter(({ url }) => url.pathname === '/api/sync-cart')).toHaveLength(1)
    expect(quantities()).toEqual([1])
  })
})
