import { beforeEach, describe, expect, test } from 'vitest'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Tab
const lines = (of = tab) => of.$cart.get().items.map(({ sku, quantity, price }) => ({ sku, quantity, price }))
const uuidOf = (sku: string) => tab.$cart.get().items.find((line) => line.sku === sku)?.uuid ?? ''

beforeEach(async () => {
  browser = openBrowser()
  tab = await openTab()
})

describe('adding', () => {
  test('opens the drawer and puts the line in the storage', () => {
    tab.addToCart(offered('A'), 2)
    expect(tab.$isCartOpen.get()).toBe(true)
    expect(JSON.parse(browser.localStorage.getItem('zp02:cart') ?? '').items).toMatchObject([{ sku: 'A', quantity: 2 }])
  })

  test('merges with the line of the same product and takes the tier that is reached', () => {
    tab.addToCart(offered('A'), 4)
    tab.addToCart(offered('B'), 1)
    tab.addToCart(offered('A'), 6)
    expect(lines()).toEqual([{ sku: 'A', quantity: 10, price: 90 }, { sku: 'B', quantity: 1, price: 100 }])
  })

  test('keeps lines apart that a cross-sell, a bundle or a coupon added', () => {
    tab.addToCart(offered('A'), 1)
    tab.addToCart(offered('A', { cross_selling_product_id: 'x' }), 1)
    tab.addToCart(offered('A', { added_by_coupon: 'GIFT' }), 1)
    tab.addToCart(offered('A'), 1)
    expect(lines().map(({ quantity }) => quantity)).toEqual([2, 1, 1])
    expect(new Set(tab.$cart.get().items.map((line) => line.uuid)).size).toBe(3)
  })
})

describe('changing', () => {
  beforeEach(() => {
    for (const sku of ['A', 'B', 'C']) tab.addToCart(offered(sku), 1)
  })

  test('a removed line comes back where it was', () => {
    tab.removeLine(uuidOf('B'))
    expect(lines().map(({ sku }) => sku)).toEqual(['A', 'C'])
    expect(tab.$change.get().delay).toBe(0)
    tab.undoRemoval()
    expect(lines().map(({ sku }) => sku)).toEqual(['A', 'B', 'C'])
  })

  test('quantities stay between 0 and 5000', () => {
    tab.changeQuantity(uuidOf('A'), 70_000)
    tab.changeQuantity(uuidOf('B'), -3)
    expect(lines()).toEqual([{ sku: 'A', quantity: 5000, price: 90 }, { sku: 'C', quantity: 1, price: 100 }])
  })

  test('the cart that became an order is emptied once, a newer one stays', () => {
    tab.rememberCheckout('one')
    tab.clearOrderedCart('other')
    expect(lines()).toHaveLength(3)
    tab.clearOrderedCart('one')
    expect(tab.$cart.get()).toMatchObject({ items: [], checkoutID: null, vat: true })
    tab.addToCart(offered('D'), 1)
    tab.clearOrderedCart('one')
    expect(lines()).toHaveLength(1)
  })
})

describe('two tabs', () => {
  test('see each other’s lines and VAT choice, but not the open drawer', async () => {
    const other = await openTab()
    other.$cart.listen(() => {})
    tab.addToCart(offered('A'), 1)
    expect(lines(other)).toEqual(lines())
    other.addToCart(offered('A'), 2)
    other.setVat(false)
    expect(lines()).toEqual([{ sku: 'A', quantity: 3, price: 100 }])
    expect(tab.$cart.get().vat).toBe(false)
    other.closeCart()
    expect([tab.$isCartOpen.get(), other.$isCartOpen.get()]).toEqual([true, false])
  })
})

describe('what lies in the storage', () => {
  test.each(['{', 'null', '[]', '"text"', '{"items":7}', '{"items":[{"sku":1},null]}'])('%s is an empty cart', async (text) => {
    browser.localStorage.setItem('zp02:cart', text)
    const later = await openTab()
    expect(later.$cart.get()).toMatchObject({ items: [], vat: true })
    later.addToCart(offered('A'), 1)
    expect(lines(later)).toHaveLength(1)
  })

  test('lines that still read as lines are kept from an older cart', async () => {
    tab.addToCart(offered('A'), 1)
    const stored = JSON.parse(browser.localStorage.getItem('zp02:cart') ?? '')
    browser.localStorage.setItem('zp02:cart', JSON.stringify({ items: [...stored.items, { sku: 'old' }], vat: 'yes', revision: 4 }))
    expect(lines(await openTab())).toEqual([{ sku: 'A', quantity: 1, price: 100 }])
  })

  test('a full storage costs only the memory', () => {
    browser.localStorage.isFull = true
    tab.addToCart(offered('A'), 1)
    dispatchEvent(new Event('pageshow'))
    expect(lines()).toHaveLength(1)
  })
})
