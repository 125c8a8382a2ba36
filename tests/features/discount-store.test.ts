import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Coupon } from '../../src/domain/cart/coupons.ts'
import { discountMaxima } from '../../src/domain/cart/discounts.ts'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

let tab: Tab
let stop: () => void
let browser: ReturnType<typeof openBrowser>
/** The shop's coupons; null answers 429 too_many_codes. */
let coupons: Coupon[] | null
const asked = () =>
  browser.calls
    .filter(({ url }) => url.pathname === '/api/sync-coupons')
    .map(({ body }) => body as { coupons: string[]; cart_contents: unknown[] })
const coupon = (code: string, change: Partial<Coupon> = {}): Coupon => ({
  code,
  applied: true,
  percentage_discount: 10,
  fixed_amount: null,
  specific_groups: [],
  excluded_groups: [],
  specific_discount_categories: [],
  failed_minimum_spend: false,
  ...change,
})
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const state = () => {
  const { codes, rejected, failedMinimum, items } = tab.$discounts.get()
  return { codes, rejected, failedMinimum, items: items.map(({ code }) => code) }
}

beforeEach(async () => {
  vi.useFakeTimers()
  coupons = []
  browser = openBrowser((body, url) => {
    if (url.pathname !== '/api/sync-coupons')
      return Response.json((body as { items: object[] }).items.map((line) => ({ ...offered('A'), ...line })))
    if (!coupons) return Response.json({ code: 'too_many_codes' }, { status: 429 })
    const sent = (body as { coupons: string[] }).coupons
    return Response.json(coupons.filter(({ code }) => sent.includes(code)))
  })
  tab = await openTab()
  stop = tab.startCartSync()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('spec 4: coupons', () => {
  test('a coupon missing in the answer is rejected [4.coupons.rejected-missing] [3.discounts.items]', async () => {
    coupons = [coupon('TEN')]
    for (const code of ['ten', 'none']) tab.addCode(code)
    tab.addToCart(offered('A'), 1)
    await wait(250)
    expect(state()).toEqual({ codes: ['TEN'], items: ['TEN'], rejected: ['NONE'], failedMinimum: [] })
  })

  test('a coupon returned unapplied is rejected, with any minimum spend [4.coupons.rejected-unapplied]', async () => {
    coupons = [coupon('LATER', { applied: false }), coupon('LARGE', { applied: false, failed_minimum_spend: true })]
    for (const code of ['later', 'large']) tab.addCode(code)
    tab.requestSync()
    await wait(0)
    expect(state()).toEqual({ codes: [], items: [], rejected: ['LATER', 'LARGE'], failedMinimum: ['LARGE'] })
    expect(discountMaxima(tab.$discounts.get().items).global).toBe(0)
  })

  test('a coupon below its minimum is checked again and applies when the cart has grown', async () => {
    coupons = [coupon('LARGE', { applied: false, failed_minimum_spend: true })]
    tab.addCode('large')
    tab.requestSync()
    await wait(0)
    coupons = [coupon('LARGE')]
    tab.addToCart(offered('A'), 9)
    await wait(250)
    expect(state()).toEqual({ codes: ['LARGE'], items: ['LARGE'], rejected: [], failedMinimum: [] })
  })

  test('removing a coupon recomputes the maxima without a call [4.coupons.remove]', async () => {
    coupons = [coupon('TEN'), coupon('HALF', { percentage_discount: 50, specific_groups: ['g'] })]
    for (const code of ['TEN', 'HALF']) tab.addCode(code)
    tab.requestSync()
    await wait(0)
    expect(discountMaxima(tab.$discounts.get().items)).toMatchObject({ global: 10, groups: { g: 50 } })
    const before = browser.calls.length
    tab.removeCode('TEN')
    expect(discountMaxima(tab.$discounts.get().items)).toMatchObject({ global: 0, groups: { g: 50 } })
    tab.removeCode('HALF')
    expect(discountMaxima(tab.$discounts.get().items)).toMatchObject({ global: 0, groups: {} })
    await wait(10_000)
    expect(browser.calls).toHaveLength(before)
  })

  test('clear empties everything [4.coupons.clear]', async () => {
    coupons = [coupon('TEN'), coupon('LARGE', { applied: false, failed_minimum_spend: true })]
    for (const code of ['TEN', 'LARGE', 'NONE']) tab.addCode(code)
    tab.requestSync()
    await wait(0)
    tab.clearCodes()
    expect(tab.$discounts.get()).toEqual({
      codes: [],
      items: [],
      rejected: [],
      failedMinimum: [],
      unchecked: [],
      uncheckedUntil: 0,
      isKnown: false,
      checked: { key: '', at: 0 },
    })
    expect(discountMaxima(tab.$discounts.get().items).global).toBe(0)
  })

  test.each(['ab', 'a b c', 'a_b', 'x'.repeat(65), ''])('spec 5: %j is not a code', (text) => {
    expect(tab.addCode(text)).toBeUndefined()
    expect(state().codes).toEqual([])
  })

  test('a code added or removed during a sync is not overwritten by its answer', async () => {
    coupons = [coupon('TEN'), coupon('NEW')]
    tab.addCode('TEN')
    tab.addCode('GONE')
    const asking = tab.syncCoupons([], { ignoreCache: true })
    tab.addCode('NEW')
    tab.removeCode('TEN')
    await asking
    expect(state()).toEqual({ codes: ['NEW'], items: [], rejected: ['GONE'], failedMinimum: [] })
  })

  test('at most the twenty newest are sent', () => {
    for (let at = 0; at < 25; at++) tab.addCode(`CODE-${at}`)
    expect(tab.codesToSend()).toHaveLength(20)
    expect(tab.codesToSend().at(-1)).toBe('CODE-24')
  })

  test('too many attempts are reported for the unchecked code, and no code is lost', async () => {
    coupons = [coupon('TEN')]
    tab.addCode('TEN')
    tab.requestSync()
    await wait(0)
    coupons = null
    tab.addCode('GUESS')
    tab.requestSync()
    await wait(60_000)
    expect(state()).toEqual({ codes: ['TEN'], items: ['TEN'], rejected: [], failedMinimum: [] })
    expect(tab.$discounts.get().unchecked).toEqual(['GUESS'])
    expect(tab.$isSyncFailing.get()).toBe(false)
    expect(asked().map(({ coupons: codes }) => codes)).toEqual([['TEN'], ['TEN', 'GUESS'], ['TEN']])
    tab.requestSync()
    await wait(0)
    expect(asked().at(-1)?.coupons, 'not asked again at once').toEqual(['TEN'])
    coupons = [coupon('TEN'), coupon('GUESS')]
    await wait(600_000)
    tab.requestSync()
    await wait(0)
    expect(state()).toMatchObject({ codes: ['TEN', 'GUESS'], items: ['TEN', 'GUESS'] })
    expect(tab.$discounts.get().unchecked).toEqual([])
  })

  test('the checkout’s codes become the tab’s', async () => {
    coupons = [coupon('TEN')]
    tab.addCode('TEN')
    tab.addCode('NONE')
    tab.requestSync()
    await wait(0)
    tab.replaceCodes(['ten', 'new', '!'])
    expect(state()).toMatchObject({ codes: ['TEN', 'NEW'], items: ['TEN'] })
    tab.replaceCodes([])
    expect(state()).toMatchObject({ codes: [], items: [] })
  })
})

describe('spec 7: the coupon sync', () => {
  test(
    'sends codes and lines, also for an empty cart, and nothing without codes' +
      ' [7.sync-coupons.answer] [7.sync-cart.empty]',
    async () => {
      tab.requestSync()
      await wait(0)
      expect(browser.calls).toHaveLength(0)
      tab.addCode('TEN')
      tab.requestSync()
      await wait(0)
      expect(browser.calls.map(({ url }) => url.pathname)).toEqual(['/api/sync-coupons'])
      expect(asked()).toEqual([{ coupons: ['TEN'], cart_contents: [] }])
    },
  )

  test(
    'is cached for 300 000 ms unless ignoreCache, and only for the same question' +
      ' [7.sync-coupons.cache] [7.sync-coupons.ignore-cache] [9.coupons.cache]',
    async () => {
      coupons = [coupon('TEN')]
      tab.addCode('TEN')
      const ask = (ignoreCache: boolean, sku = 'A') => tab.syncCoupons([{ sku, quantity: 1 }], { ignoreCache })
      await ask(false)
      await wait(299_999)
      await ask(false)
      expect(asked()).toHaveLength(1)
      await wait(1)
      await ask(false)
      expect(asked()).toHaveLength(2)
      await ask(true)
      await ask(false, 'B')
      expect(asked()).toHaveLength(4)
      tab.addCode('MORE')
      await ask(false, 'B')
      expect(asked()).toHaveLength(5)
      vi.setSystemTime(Date.now() - 60_000)
      await ask(false, 'B')
      expect(asked()).toHaveLength(6)
    },
  )

  test(
    'runs when a page with codes starts, from the cache if possible; codes last as long as the tab' +
      ' [7.sync-coupons.start] [4.persistence.session]',
    async () => {
      coupons = [coupon('TEN')]
      tab.addToCart(offered('A'), 1)
      tab.addCode('TEN')
      await wait(250)
      expect(asked()).toHaveLength(1)
      expect(browser.localStorage.getItem('zp02:discount')).toBeNull()
      const reload = async () => {
        stop()
        tab = await openTab()
        stop = tab.startCartSync()
        await wait(0)
      }
      await reload()
      expect(state()).toMatchObject({ codes: ['TEN'], items: ['TEN'] })
      expect(asked()).toHaveLength(1)
      await wait(300_000)
      await reload()
      expect(asked()).toHaveLength(2)
      browser.sessionStorage.setItem('zp02:discount', '{}')
      await reload()
      expect(asked()).toHaveLength(2)
    },
  )

  test('every change of the cart syncs again, regardless of the cache', async () => {
    coupons = [coupon('TEN')]
    tab.addCode('TEN')
    for (const quantity of [1, 1, 1]) {
      tab.addToCart(offered('A'), quantity)
      await wait(250)
    }
    tab.requestSync()
    await wait(0)
    expect(asked()).toHaveLength(4)
  })
})
