import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartLine } from '../../src/domain/cart-lines.ts'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

type Sent = { items: { uuid: string; sku: string; quantity: number }[] }
let tab: Tab
let stop: () => void
let browser: ReturnType<typeof openBrowser>
let answer: (body: Sent, url: URL) => Response | Promise<Response>

/** The shop's lines for what was sent, each at 80. */
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
  test('waits for 250 ms of quiet, then takes the shop’s prices and its internal mark', async () => {
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
  })

  test('says who asks, and sends ids and quantities but no price', async () => {
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    expect(Object.fromEntries(browser.calls[0]?.url.searchParams ?? [])).toEqual({ locale: 'sv', sid: '11', cc: 'SE', cid: '1' })
    expect(JSON.stringify(browser.calls[0]?.body)).not.toContain('price')
  })

  test('a removal goes at once, and an empty cart asks nothing', async () => {
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

  test('an answer that comes after a newer change brings nothing back', async () => {
    const held: (() => void)[] = []
    answer = (body) => new Promise((resolve) => {
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
    answer = (body) => new Promise((resolve) => {
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

describe('a failing network', () => {
  test('is shown, loses nothing and is tried again, later each time', async () => {
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

  test('what could not be sent before the page was left is sent by the next one', async () => {
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

describe('coupons', () => {
  const coupon = (code: string, applied: boolean) => ({
    code, applied, percentage_discount: 10, fixed_amount: null, specific_groups: [], excluded_groups: [],
    specific_discount_categories: [], failed_minimum_spend: false,
  })

  test('what does not come back applied is rejected, removing recomputes the maxima', async () => {
    answer = (body, url) => Response.json(url.pathname === '/api/sync-coupons' ? [coupon('TEN', true), coupon('LOW', false)] : priced(body))
    for (const code of ['ten', 'low', 'none', 'x']) tab.addCode(code)
    tab.addToCart(offered('A'), 1)
    await vi.advanceTimersByTimeAsync(250)
    expect(tab.$discounts.get()).toMatchObject({ codes: ['TEN'], rejected: ['LOW', 'NONE'] })
    expect(tab.$discountMaxima.get().global).toBe(10)
    tab.removeCode('TEN')
    expect(tab.$discountMaxima.get().global).toBe(0)
  })
})
