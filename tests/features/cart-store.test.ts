import { beforeEach, describe, expect, test } from 'vitest'
import { offered, openBrowser, openTab, visit, type Tab } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Tab
const lines = (of = tab) => of.$cart.get().items.map(({ sku, quantity, price }) => ({ sku, quantity, price }))
const storedText = () => browser.localStorage.getItem('zp02:cart') ?? 'null'
const stored = () => JSON.parse(storedText())
const uuidOf = (sku: string, of = tab) => of.$cart.get().items.find((line) => line.sku === sku)?.uuid ?? ''
const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

beforeEach(async () => {
  browser = openBrowser()
  tab = await openTab()
})

describe('spec 4: adding', () => {
  test('stores the line in local storage under zp02:cart [4.persistence.prefix] [4.persistence.local]', () => {
    tab.addToCart(offered('A'), 2)
    expect(stored().items).toMatchObject([{ sku: 'A', quantity: 2 }])
    expect(browser.sessionStorage.getItem('zp02:cart')).toBeNull()
  })

  test('opens the drawer if requested [4.cart-drawer.on-add] [4.cart-drawer.open]', () => {
    tab.addToCart(offered('A'), 1)
    expect(tab.$isCartOpen.get()).toBe(false)
    tab.addToCart(offered('A'), 1, { open: true })
    expect(tab.$isCartOpen.get()).toBe(true)
    tab.closeCart()
    expect(tab.$isCartOpen.get()).toBe(false)
  })

  test('does not open the drawer on the checkout page [4.cart-drawer.checkout]', () => {
    for (const path of ['/sv/checkout', '/en/checkout/abc']) {
      visit(path)
      tab.addToCart(offered('A'), 1, { open: true })
      tab.addBundle([offered('B')], { open: true })
      expect(tab.$isCartOpen.get()).toBe(false)
    }
    tab.openCart()
    expect(tab.$isCartOpen.get()).toBe(true)
  })

  test('merges with the line of the same product and uses the tier reached [4.cart-add.merge]', () => {
    tab.addToCart(offered('A'), 4)
    const uuid = uuidOf('A')
    tab.addToCart(offered('B'), 1)
    tab.addToCart(offered('A'), 6)
    expect(lines()).toEqual([
      { sku: 'A', quantity: 10, price: 90 },
      { sku: 'B', quantity: 1, price: 100 },
    ])
    expect(uuidOf('A')).toBe(uuid)
  })

  test('keeps lines added by a cross-sell, bundle or coupon separate [4.cart-add.bound] [4.cart-add.append]', () => {
    tab.addToCart(offered('A', { upselling_bundle_id: 'y' }), 1)
    tab.addToCart(offered('A'), 1)
    tab.addToCart(offered('A', { cross_selling_product_id: 'x' }), 1)
    tab.addToCart(offered('A', { added_by_coupon: 'GIFT' }), 1)
    tab.addToCart(offered('A'), 1)
    expect(lines().map(({ quantity }) => quantity)).toEqual([1, 2, 1, 1])
  })

  test('gives every new line a random uuid [4.cart-add.uuid] [3.cart-item.uuid]', () => {
    for (const id of ['x', 'y', 'z']) tab.addToCart(offered('A', { cross_selling_product_id: id }), 1)
    const uuids = tab.$cart.get().items.map(({ uuid }) => uuid)
    expect(new Set(uuids).size).toBe(3)
    for (const uuid of uuids) expect(uuid).toMatch(version4)
  })

  test('spec 9: merges up to 5000 units', () => {
    tab.addToCart(offered('A'), 4_999)
    tab.addToCart(offered('A'), 4_999)
    expect(lines()).toEqual([{ sku: 'A', quantity: 5_000, price: 90 }])
  })

  test('a subscription is a separate line, one per interval', () => {
    const every = (days: string) => offered('A', { subscription_interval: { id: days, name: days } })
    for (const line of [offered('A'), every('30'), every('60'), every('30'), offered('A')]) tab.addToCart(line, 1)
    expect(lines().map(({ quantity }) => quantity)).toEqual([2, 2, 1])
  })

  test("a bundle’s parts share one random id, different from another bundle's", () => {
    const parts = ['A', 'B'].map((sku) => offered(sku, { upselling_bundle_id: 'main' }))
    tab.addBundle(parts)
    tab.addBundle(parts)
    const ids = tab.$cart.get().items.map((line) => line.unique_bundle_id)
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2]])
    expect(ids[0]).toMatch(version4)
    expect(ids[0]).not.toBe(ids[2])
  })
})

describe('spec 4: changing', () => {
  beforeEach(() => {
    for (const sku of ['A', 'B', 'C']) tab.addToCart(offered(sku), 1)
  })

  test('a quantity above 0 uses the price of the highest tier reached [4.quantity.update] [4.quantity.tier]', () => {
    tab.changeQuantity(uuidOf('B'), 9)
    tab.changeQuantity(uuidOf('C'), 10)
    expect(lines()).toEqual([
      { sku: 'A', quantity: 1, price: 100 },
      { sku: 'B', quantity: 9, price: 100 },
      { sku: 'C', quantity: 10, price: 90 },
    ])
  })

  test('0 removes the line, and undo restores it at its place [4.quantity.remove] [9.quantity.removal]', () => {
    tab.changeQuantity(uuidOf('B'), 0)
    expect(lines().map(({ sku }) => sku)).toEqual(['A', 'C'])
    expect(tab.$change.get().delay).toBe(0)
    tab.undoRemoval()
    tab.undoRemoval()
    expect(lines().map(({ sku }) => sku)).toEqual(['A', 'B', 'C'])
  })

  test('quantities stay between 0 and 5000 [9.quantity.maximum]', () => {
    tab.changeQuantity(uuidOf('A'), 70_000)
    tab.changeQuantity(uuidOf('B'), -3)
    expect(lines()).toEqual([
      { sku: 'A', quantity: 5_000, price: 90 },
      { sku: 'C', quantity: 1, price: 100 },
    ])
  })

  test('an unknown line changes nothing', () => {
    const before = stored()
    tab.changeQuantity('nobody', 4)
    tab.removeLine('nobody')
    expect(stored()).toEqual(before)
  })

  test('an ordered cart is emptied once, a newer one stays', () => {
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

describe('spec 4: the open checkout', () => {
  const names = ['cardOrder', 'payLaterOrder', 'invoiceOrder', 'walletOrder', 'walletOrderCE'] as const

  test(
    'a provider’s order only counts in the locale it was saved with' +
      ' [4.clear-checkout.locale] [3.cart-state.references]',
    async () => {
      for (const name of names) tab.rememberOrder(name, `id-${name}`)
      expect(names.map((name) => tab.orderReference(name))).toEqual(names.map((name) => `id-${name}`))
      expect(stored().cardOrder).toEqual({ id: 'id-cardOrder', locale: 'sv' })
      browser.page.documentElement.lang = 'en'
      expect(names.map((name) => tab.orderReference(name))).toEqual(names.map(() => null))
      browser.page.documentElement.lang = 'sv'
      expect((await openTab()).orderReference('walletOrderCE')).toBe('id-walletOrderCE')
    },
  )

  test(
    'the payment reference is kept for this cart’s own checkout while its lines stay the same' +
      ' [3.cart-state.references]',
    () => {
      tab.addToCart(offered('A'), 1)
      tab.rememberCheckout('own')
      tab.rememberPayment('somebody-elses', 'sandbox', 'cardOrder')
      expect([tab.$cart.get().paymentMethod, tab.isPaying()]).toEqual([null, false])
      tab.rememberPayment('own', 'sandbox', 'cardOrder')
      expect([tab.$cart.get().paymentMethod, tab.orderReference('cardOrder'), tab.isPaying()]).toEqual([
        'sandbox',
        'own',
        true,
      ])
      browser.page.documentElement.lang = 'en'
      expect(tab.isPaying()).toBe(false)
      browser.page.documentElement.lang = 'sv'
      tab.changeQuantity(uuidOf('A'), 2)
      expect(tab.isPaying()).toBe(false)
      tab.rememberPayment('own', 'sandbox', 'cardOrder')
      tab.forgetOrder('somebody-elses')
      expect(tab.isPaying()).toBe(true)
      tab.forgetOrder('own')
      expect([tab.isPaying(), tab.$cart.get().checkoutID]).toEqual([false, 'own'])
    },
  )

  test('clearing resets what the spec lists and nothing else [4.clear-checkout.reset] [3.cart-state.fields]', () => {
    const kept = {
      vat: false,
      postalCode: '111 22',
      internal: true,
      region: 'SEK SE',
      revision: 'r',
      syncedRevision: 's',
      owner: 'anna:mark',
    }
    const cleared = {
      checkoutID: 'c',
      shippingMethod: 'home',
      shippingMethodCE: 'dock',
      paymentMethod: 'card',
      servicePoint: 'shop',
    }
    const campaignData = { location: 'l', referrer: 'r', trackingParams: { gclid: 'g' } }
    const orders = Object.fromEntries(names.map((name) => [name, { id: '1', locale: 'sv' }]))
    tab.addToCart(offered('A'), 1)
    const { items } = stored()
    browser.localStorage.setItem('zp02:cart', JSON.stringify({ items, ...kept, ...cleared, ...orders, campaignData }))
    expect(tab.$cart.latest()).toEqual({ items, ...kept, ...cleared, ...orders, campaignData })
    tab.clearCheckout()
    expect(tab.$cart.get()).toEqual({
      items,
      ...kept,
      campaignData: null,
      ...Object.fromEntries([...Object.keys(cleared), ...names].map((name) => [name, null])),
    })
  })
})

describe('two tabs', () => {
  test('share lines and VAT choice, but not the open drawer [4.vat-display.toggle] [4.cart-drawer.open]', async () => {
    const other = await openTab()
    other.$cart.listen(() => {})
    tab.addToCart(offered('A'), 1, { open: true })
    expect(lines(other)).toEqual(lines())
    other.addToCart(offered('A'), 2)
    other.setVat(false)
    expect(lines()).toEqual([{ sku: 'A', quantity: 3, price: 100 }])
    expect(tab.$cart.get().vat).toBe(false)
    expect([tab.$isCartOpen.get(), other.$isCartOpen.get()]).toEqual([true, false])
    tab.setVat(true)
    expect(other.$cart.get().vat).toBe(true)
  })

  test('lose no change when both change before being notified', async () => {
    tab.addToCart(offered('A'), 1)
    const other = await openTab()
    tab.$cart.listen(() => {})
    other.$cart.listen(() => {})
    browser.localStorage.isSlowToTell = true
    tab.addToCart(offered('B'), 1)
    other.addToCart(offered('C'), 1)
    tab.changeQuantity(uuidOf('A'), 10)
    other.removeLine(uuidOf('A', other))
    tab.setVat(false)
    other.rememberCheckout('one')
    tab.addToCart(offered('C'), 1)
    browser.localStorage.tell()
    expect(lines()).toEqual([
      { sku: 'B', quantity: 1, price: 100 },
      { sku: 'C', quantity: 2, price: 100 },
    ])
    expect(lines(other)).toEqual(lines())
    expect(tab.$cart.get()).toMatchObject({ vat: false, checkoutID: 'one' })
  })

  test('restore a removed line only once', async () => {
    tab.addToCart(offered('A'), 1)
    const before = storedText()
    const other = await openTab()
    tab.removeLine(uuidOf('A'))
    browser.localStorage.setItem('zp02:cart', before)
    tab.undoRemoval()
    expect(lines(other)).toEqual([{ sku: 'A', quantity: 1, price: 100 }])
  })
})

describe('an answer without a line', () => {
  const accept = (skus: readonly string[], owner: string) => {
    const { items, revision, region } = tab.$cart.get()
    const answered = items.filter(({ sku }) => skus.includes(sku))
    tab.acceptLines({ revision, region }, answered, { internal: false, owner })
  }
  const shown = () => tab.$cart.get().items.map(({ sku, quantity, cart_notice: notice }) => [sku, quantity, notice])

  test('says of a part that the shop has hidden that it is gone, until the next answer', () => {
    tab.addToCart(offered('A'), 2)
    tab.addToCart(offered('B'), 1)
    accept(['B'], '')
    expect(shown()).toMatchObject([
      ['B', 1, expect.toBeOneOf([null, undefined])],
      ['A', 0, 'gone'],
    ])
    accept(['B'], '')
    expect(shown().map(([sku]) => sku)).toEqual(['B'])
  })

  test('takes the line out of a cart that is saved in an account', () => {
    tab.addToCart(offered('A'), 2)
    tab.addToCart(offered('B'), 1)
    accept(['B'], 'karin')
    expect(shown().map(([sku]) => sku)).toEqual(['B'])
  })
})
