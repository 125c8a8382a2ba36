import { beforeEach, describe, expect, test, vi } from 'vitest'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Tab
const skus = (of: Tab) => of.$cart.get().items.map(({ sku }) => sku)

/** Counts writes from now on. */
function watchWrites(): string[] {
  const writes: string[] = []
  const { setItem, removeItem } = browser.localStorage
  browser.localStorage.setItem = (key, text) => {
    writes.push(`set ${key}`)
    setItem.call(browser.localStorage, key, text)
  }
  browser.localStorage.removeItem = (key) => {
    writes.push(`remove ${key}`)
    removeItem.call(browser.localStorage, key)
  }
  return writes
}

beforeEach(async () => {
  browser = openBrowser()
  tab = await openTab()
})

describe('stored values', () => {
  test('a store starts like the server’s HTML and reads the stored value on first use', async () => {
    tab.addToCart(offered('A'), 1)
    const other = await openTab()
    expect(other.$cart.init?.items).toEqual([])
    expect(skus(other)).toEqual(['A'])
    expect(other.$cart.init?.items).toEqual([])
  })

  test('one change is one write, however many tabs follow it', async () => {
    const others = await Promise.all([openTab(), openTab()])
    const stops = [tab, ...others].map(({ $cart }) => $cart.subscribe(() => undefined))
    const writes = watchWrites()
    tab.setVat(false)
    browser.localStorage.tell()
    for (let round = 0; round < 5; round++) browser.localStorage.tell()
    expect(writes).toEqual(['set zp02:cart'])
    for (const each of [tab, ...others]) expect(each.$cart.get().vat).toBe(false)
    stops.forEach((stop) => stop())
  })

  test('a repaired stored cart always has the same uuids, and tabs do not sync in a loop', async () => {
    const line = { ...offered('A'), quantity: 1, uuid: 'old-1' }
    browser.localStorage.setItem('zp02:cart', JSON.stringify({ items: [line] }))
    const tabs = [await openTab(), await openTab()]
    const stops = tabs.map(({ $cart }) => $cart.subscribe(() => undefined))
    const uuids = () => tabs.map(({ $cart }) => $cart.latest().items[0]?.uuid)
    const first = uuids()
    const writes = watchWrites()
    for (let round = 0; round < 5; round++) browser.localStorage.tell()
    expect(uuids()).toEqual(first)
    expect(writes).toEqual([])
    stops.forEach((stop) => stop())
  })

  test('a late storage event does not restore an old value', async () => {
    const other = await openTab()
    const stop = tab.$cart.subscribe(() => undefined)
    browser.localStorage.isSlowToTell = true
    other.addToCart(offered('OLD'), 1)
    const old = browser.localStorage.getItem('zp02:cart')
    tab.addToCart(offered('NEW'), 1)
    dispatchEvent(Object.assign(new Event('storage'), { key: 'zp02:cart', newValue: old }))
    expect(skus(tab)).toEqual(['OLD', 'NEW'])
    stop()
  })

  test('a storage cleared by another tab is an empty cart, and is not written again', () => {
    const stop = tab.$cart.subscribe(() => undefined)
    tab.addToCart(offered('A'), 1)
    const writes = watchWrites()
    browser.localStorage.removeItem('zp02:cart')
    expect(skus(tab)).toEqual([])
    expect(writes.filter((write) => write.startsWith('set'))).toEqual([])
    stop()
  })

  test('the initial value is stored by removing the key', () => {
    tab.setVat(false)
    tab.setVat(true)
    expect(browser.localStorage.getItem('zp02:cart')).toBeNull()
    tab.addCode('ABC123')
    expect(browser.sessionStorage.getItem('zp02:discount')).toContain('ABC123')
    tab.clearCodes()
    expect(browser.sessionStorage.getItem('zp02:discount')).toBeNull()
  })

  test(
    'session storage has discount and experiment, local storage the rest' +
      ' [4.persistence.session] [4.persistence.local]',
    () => {
      tab.addCode('ABC123')
      tab.addToCart(offered('A'), 1)
      expect([browser.localStorage.getItem('zp02:discount'), browser.sessionStorage.getItem('zp02:cart')]).toEqual([
        null,
        null,
      ])
    },
  )

  test('with a full storage the page keeps the newest value, until another tab can store again', async () => {
    const other = await openTab()
    tab.addToCart(offered('A'), 1)
    browser.localStorage.isFull = true
    tab.addToCart(offered('B'), 1)
    expect(skus(tab)).toEqual(['A', 'B'])
    expect(tab.$cart.latest().items).toHaveLength(2)
    browser.localStorage.isFull = false
    other.addToCart(offered('C'), 1)
    expect(tab.$cart.latest().items.map(({ sku }) => sku)).toEqual(['A', 'C'])
  })

  test('a blocked storage throws nothing, on reading, writing or removing', async () => {
    vi.stubGlobal('window', {
      get localStorage(): never {
        throw new DOMException('no', 'SecurityError')
      },
    })
    const other = await openTab()
    other.setVat(false)
    other.setVat(true)
    other.addToCart(offered('C'), 1)
    expect(skus(other)).toEqual(['C'])
  })
})

test('on the server nothing is stored and no events are handled', async () => {
  const listen = vi.fn()
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('addEventListener', listen)
  vi.resetModules()
  const { persisted } = await import('../../src/browser/persist.ts')
  const store = persisted<number>({ name: 'cart', read: (stored) => (typeof stored === 'number' ? stored : 0) })
  const stop = store.subscribe(() => undefined)
  expect([store.get(), store.latest()]).toEqual([0, 0])
  expect(listen).not.toHaveBeenCalled()
  stop()
})
