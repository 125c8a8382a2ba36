import { describe, expect, test } from 'vitest'
import type { SentLine } from '../../../src/contracts/calls/sync-cart.ts'
import { formatAtc, parseAtc } from '../../../src/domain/cart/atc.ts'
import { showLogin } from '../../../src/server/identity/login/login-page.ts'
import { requestLoginLink } from '../../../src/server/identity/login/request-login-link.ts'
import { postLogin } from '../../../src/server/ordering/account/post-login.ts'
import { readCookieCart } from '../../../src/server/ordering/cart/cookie-cart.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { jar } from '../call.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { visitCheckout } from '../ordering/checkout/visit-checkout.ts'
import { requestOf } from './page-visit.ts'
import { addCustomer, mailedToken, password } from './shopper.ts'

type Browser = Map<string, string>
type Units = [sku: string, quantity: number][]

/** The login screen and the cart page as in a browser without scripts. */
async function login(shop: Shop, cookies: Browser, form: Record<string, string>, path = '/sv/login'): Promise<void> {
  const request = await requestOf(shop, path, { cookies, ...(Object.keys(form).length > 0 ? { form } : {}) })
  await (request.request.method === 'POST' ? postLogin(shop, request) : showLogin(shop, request))
}

const logIn = (shop: Shop, cookies: Browser, more: Record<string, string> = {}) =>
  login(shop, cookies, { action: 'login', email: 'anna@example.se', password, ...more })
const logOut = (shop: Shop, cookies: Browser) => login(shop, cookies, { action: 'log_out' })

async function change(shop: Shop, cookies: Browser, form: Record<string, string>): Promise<void> {
  const { request, locals, clientAddress, cookies: kept } = await requestOf(shop, '/sv/checkout', { form, cookies })
  await visitCheckout(shop, locals.shopping, undefined, request, {
    cookies: kept,
    clientAddress,
    customerId: locals.customerId,
  })
}

const add = (shop: Shop, cookies: Browser, sku: string, quantity: number, more = {}) =>
  change(shop, cookies, { atc: formatAtc([{ sku, quantity }]), ...more })

async function cartOf(shop: Shop, cookies: Browser): Promise<Units> {
  return (await readCookieCart(shop, jar(cookies))).items.map(({ sku, quantity }) => [sku, quantity])
}

async function saved(shop: Shop): Promise<Units> {
  const rows = await shop.db.selectFrom('saved_carts').select('lines').execute()
  return rows.flatMap(({ lines }) =>
    (JSON.parse(lines) as SentLine[]).map(({ sku, quantity }): [string, number] => [sku, quantity]),
  )
}

async function shopWithAnna(): ReturnType<typeof fixtureShop> {
  const shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  return shop
}

describe('a customer without scripts', () => {
  test("has the saved and the browser's lines after login, saves changes and clears them on logout", async () => {
    await using shop = await shopWithAnna()
    const [phone, desktop]: Browser[] = [new Map(), new Map()]
    if (!phone || !desktop) return
    await add(shop, phone, 'FAN', 2)
    await logIn(shop, phone)
    await add(shop, phone, 'RAM', 1)
    expect([await cartOf(shop, phone), await saved(shop)]).toEqual([
      [
        ['FAN', 2],
        ['RAM', 1],
      ],
      [
        ['FAN', 2],
        ['RAM', 1],
      ],
    ])
    await change(shop, phone, { remove: 'RAM' })
    await add(shop, desktop, 'BAT', 1)
    await logIn(shop, desktop)
    expect(await cartOf(shop, desktop)).toEqual([
      ['BAT', 1],
      ['FAN', 2],
    ])
    await add(shop, phone, 'RAM', 3)
    expect(await cartOf(shop, phone)).toEqual([
      ['FAN', 2],
      ['RAM', 3],
      ['BAT', 1],
    ])
    await logOut(shop, desktop)
    expect([await cartOf(shop, desktop), desktop.get('cart_owner')]).toEqual([[], undefined])
    for (let again = 0; again < 2; again += 1) {
      await logIn(shop, desktop)
      expect(await cartOf(shop, desktop)).toEqual([
        ['FAN', 2],
        ['RAM', 3],
        ['BAT', 1],
      ])
    }
  })

  test('keeps intervals, which no cookie holds, also after signing in by a mailed link', async () => {
    await using shop = await shopWithAnna()
    const [browser, other]: Browser[] = [new Map(), new Map()]
    if (!browser || !other) return
    await add(shop, browser, 'RAM', 1, { interval: '30' })
    expect(parseAtc(browser.get('cart') ?? '')).toEqual([])
    const asker = { clientAddress: '127.0.0.1', cookies: jar(browser) }
    await requestLoginLink(shop, asker, {
      purpose: 'reset',
      email: 'anna@example.se',
      name: '',
      language: 'sv',
      country: 'SE',
      currency_id: '1',
      customer_id: '',
    })
    await login(shop, browser, {}, `/sv/login?token=${await mailedToken(shop, 'anna@example.se')}`)
    await login(shop, browser, { action: 'use_link', script: '' })
    await logIn(shop, other)
    const { items } = await readCookieCart(shop, jar(other))
    expect(items).toMatchObject([{ sku: 'RAM', quantity: 1, subscription_interval: { id: '30' } }])
    const kept = await shop.db.selectFrom('carts').select('customer_id').where('customer_id', 'is not', null).execute()
    expect(kept.length).toBeGreaterThan(0)
  })

  test("is left alone where scripts keep the cart, and a guest's cart stays on logout", async () => {
    await using shop = await shopWithAnna()
    const browser: Browser = new Map()
    await add(shop, browser, 'FAN', 2)
    await logIn(shop, browser, { script: '1' })
    expect([await cartOf(shop, browser), await saved(shop), browser.get('cart_owner')]).toEqual([
      [['FAN', 2]],
      [],
      undefined,
    ])
    await logOut(shop, browser)
    expect(await cartOf(shop, browser)).toEqual([['FAN', 2]])
  })

  test("does not get another customer's lines from the browser", async () => {
    await using shop = await shopWithAnna()
    await addCustomer(shop, { id: 'bo' })
    const browser: Browser = new Map()
    await logIn(shop, browser)
    await add(shop, browser, 'FAN', 2)
    await login(shop, browser, { action: 'login', email: 'bo@example.se', password })
    expect(await cartOf(shop, browser)).toEqual([])
    expect(await saved(shop)).toEqual([['FAN', 2]])
  })
})
