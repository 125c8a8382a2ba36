import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SyncCart } from '../../src/contracts/calls/sync-cart.ts'
import { readAuth } from '../../src/features/auth/auth-state.ts'
import { readCart } from '../../src/features/cart/store/cart-state.ts'
import { sentLines } from '../../src/features/cart/store/sent-lines.ts'
import { readDiscounts } from '../../src/features/discounts/discount-state.ts'
import { readHistory } from '../../src/features/history/history-state.ts'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Tab
const keep = (text: string) => browser.localStorage.setItem('zp02:cart', text)
const skus = (of = tab) => of.$cart.get().items.map(({ sku }) => sku)
const storedText = () => browser.localStorage.getItem('zp02:cart') ?? ''

beforeEach(async () => {
  browser = openBrowser()
  tab = await openTab()
})

describe('a stored cart', () => {
  test.each([
    '{',
    'null',
    '[]',
    '"text"',
    '7',
    '',
    '{"items":7}',
    '{"items":{"length":3}}',
    '{"items":[{"sku":1},null,[],"A"]}',
    '{"__proto__":{"items":[1]}}',
  ])('%s is an empty, usable cart [3.cart-state.vat]', async (text) => {
    keep(text)
    const later = await openTab()
    expect(later.$cart.get()).toMatchObject({ items: [], vat: true })
    later.addToCart(offered('A'), 1)
    expect(skus(later)).toEqual(['A'])
  })

  test('keeps valid lines unchanged beside invalid ones and fields of other types or names', async () => {
    tab.addToCart(offered('A'), 1)
    tab.addToCart(offered('B'), 2)
    const cart = JSON.parse(storedText())
    keep(
      JSON.stringify({
        ...cart,
        vat: 'yes',
        revision: 4,
        checkout_id: 'old',
        checkoutID: { id: 1 },
        items: [{ sku: 5 }, ...cart.items, { name: 'no sku' }],
      }),
    )
    const later = await openTab()
    expect(later.$cart.get()).toEqual({ ...cart, revision: '' })
  })

  test('repairs a line field by field and syncs it before a price is shown', async () => {
    tab.addToCart(offered('A'), 3)
    const cart = JSON.parse(storedText())
    const [line] = cart.items
    const broken = {
      ...line,
      price: '1e308',
      pricing: [{ p: 80, q: 1 }, { p: -1, q: 2 }, null],
      stock_status: 'lost',
      thumb: 'x',
      vat: null,
      campaign: 1,
      qty: 9,
    }
    keep(JSON.stringify({ ...cart, items: [broken] }))
    const later = await openTab()
    expect(later.$cart.get().items).toMatchObject([{ ...line, price: 0, pricing: [{ p: 80, q: 1 }], vat: 0 }])
    expect(later.needsSync(later.$cart.get())).toBe(true)
    expect(later.$cart.get().region).toBe('')
  })

  test.each([
    [1e308, 5_000],
    [-4, 1],
    [2.7, 2],
    ['3', 3],
    [null, 1],
    [{ toString: 1, valueOf: 1 }, 1],
    [0, 0],
    [5_000, 5_000],
  ])('a stored quantity of %j becomes %i', (quantity, units) => {
    const line = { ...offered('A'), uuid: crypto.randomUUID(), quantity }
    expect(readCart(JSON.parse(JSON.stringify({ items: [line] }))).items.map((each) => each.quantity)).toEqual([units])
  })

  test('replaces invalid or duplicate uuids, which the shop would reject', () => {
    const line = { ...offered('A'), uuid: crypto.randomUUID(), quantity: 1 }
    const { items } = readCart({ items: [line, line, { ...line, uuid: 'old-1' }, { ...line, uuid: '__proto__' }] })
    expect(new Set(items.map(({ uuid }) => uuid)).size).toBe(4)
    expect(items[0]).toEqual(line)
    expect(SyncCart.body.safeParse({ items: sentLines(items) }).success).toBe(true)
  })

  test('drops texts of megabytes, not their lines', async () => {
    const huge = 'x'.repeat(5_000_000)
    tab.addToCart(offered('A'), 1)
    const cart = JSON.parse(storedText())
    keep(
      JSON.stringify({
        ...cart,
        items: cart.items.map((line: object) => ({ ...line, name: huge, junk: huge })),
        checkoutID: huge,
        revision: huge,
      }),
    )
    const later = await openTab()
    later.setVat(false)
    expect(skus(later)).toEqual(['A'])
    expect(storedText().length).toBeLessThan(5_000)
  })

  test('a full or blocked storage only loses persistence', async () => {
    browser.localStorage.isFull = true
    tab.addToCart(offered('A'), 1)
    dispatchEvent(new Event('pageshow'))
    tab.addToCart(offered('B'), 1)
    expect(skus()).toEqual(['A', 'B'])
    vi.stubGlobal('window', {
      addEventListener,
      get localStorage(): never {
        throw new DOMException('no', 'SecurityError')
      },
    })
    const other = await openTab()
    other.addToCart(offered('C'), 1)
    expect(skus(other)).toEqual(['C'])
  })
})

const key = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'items',
  'user',
  'codes',
  'viewed',
  'sku',
  'quantity',
  'discounts',
  'applied',
  'id',
)
const hostile = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, '', 'NaN', '__proto__', -1, 0, 1e308, 5_001, true, 'x'.repeat(30_000)),
    fc.double(),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(asObject),
  ),
})).value

/** Like JSON.parse: `__proto__` is an ordinary name. */
function asObject(entries: [string, unknown][]): unknown {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
  )
}

const wholeLine = fc
  .record({ sku: fc.stringMatching(/^[A-Z]{1,8}$/), quantity: fc.integer({ min: 0, max: 5_000 }) })
  .map(({ sku, quantity }) => ({ ...offered(sku), uuid: crypto.randomUUID(), quantity }))
const lineFields = fc.constantFrom(
  ...Object.keys(offered('A')),
  'uuid',
  'quantity',
  'subscription_interval',
  'unique_bundle_id',
  'cart_notice',
  '__proto__',
)

describe('whatever is stored', () => {
  test('is read without throwing, idempotently, and cannot reach prototypes', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        for (const read of [readCart, readDiscounts, readAuth, readHistory]) {
          const once = read(value)
          expect(JSON.stringify(once).length).toBeLessThan(200_000)
          if (read !== readCart)
            expect(read(JSON.parse(JSON.stringify(once)))).toEqual(JSON.parse(JSON.stringify(once)))
        }
        expect(Reflect.get({}, 'items') ?? Reflect.get({}, 'user')).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })

  test('never loses a valid line, whatever is beside it or in one field of another', () => {
    fc.assert(
      fc.property(
        fc.array(wholeLine, { maxLength: 5 }),
        wholeLine,
        lineFields,
        hostile,
        hostile,
        (good, hurt, field, value, junk) => {
          const broken = asObject([...Object.entries(hurt).filter(([name]) => name !== field), [field, value ?? null]])
          const { items } = readCart(
            JSON.parse(
              JSON.stringify({ items: [...good, broken, junk], vat: junk, cardOrder: junk, campaignData: value }),
            ),
          )
          expect(items.slice(0, good.length)).toEqual(good)
          if (field !== 'sku') expect(items[good.length]?.sku).toBe(hurt.sku)
          const sent = SyncCart.body.safeParse(JSON.parse(JSON.stringify({ items: sentLines(items) })))
          expect(sent.error?.issues ?? []).toEqual([])
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
