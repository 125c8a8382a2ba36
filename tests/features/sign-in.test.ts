import { beforeEach, describe, expect, test } from 'vitest'
import type { AuthUser } from '../../src/features/auth/auth-state.ts'
import { offered, openBrowser, openTab as openShopTab } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Awaited<ReturnType<typeof openTab>>
const person: AuthUser = {
  id: 'user-1',
  order_id: null,
  country_code: 'NO',
  currency: 'NOK',
  currency_id: 2,
  is_organization: false,
  scopes: ['my-account'],
  discounts: { screens: 12.5 },
}
const stored = () => JSON.parse(browser.localStorage.getItem('zp02:auth') ?? 'null')

async function openTab() {
  const shop = await openShopTab()
  const auth = await import('../../src/features/auth/auth-store.ts')
  const signing = await import('../../src/features/account/login/sign-in.ts')
  const caller = await import('../../src/browser/caller.ts')
  return { ...shop, ...auth, ...signing, ...caller }
}

beforeEach(async () => {
  browser = openBrowser()
  tab = await openTab()
})

describe('spec 4: signing in', () => {
  test('stores the user for all tabs and no token [3.auth-user.fields] [4.persistence.local]', async () => {
    const other = await openTab()
    other.$auth.listen(() => {})
    tab.signIn(person)
    expect(stored()).toEqual({ user: person })
    expect(other.$auth.get().user).toEqual(person)
    tab.signOut()
    expect([other.$auth.get().user, stored()]).toEqual([null, null])
  })

  test('sets the cookies cid, cuc and cc from the user, for 30 days [9.cookies.region]', () => {
    tab.signIn(person)
    expect(['cid', 'cuc', 'cc'].map((name) => browser.cookies.get(name))).toEqual(
      ['cid=2', 'cuc=NOK', 'cc=NO'].map((pair) => `${pair}; Path=/; Max-Age=2592000; SameSite=Lax`),
    )
    tab.signIn({ ...person, currency_id: 99, country_code: 'Atlantis' })
    expect(['cid', 'cc'].map((name) => browser.cookies.get(name)?.split(';')[0])).toEqual(['cid=2', 'cc=NO'])
  })

  test('shows prices without VAT to organizations, with VAT to others', () => {
    tab.signIn({ ...person, is_organization: true })
    expect(tab.$cart.get().vat).toBe(false)
    tab.signIn(person)
    expect(tab.$cart.get().vat).toBe(true)
  })

  test('clears the open checkout and keeps the lines', () => {
    tab.addToCart(offered('A'), 1)
    for (const change of [tab.signOut, () => tab.signIn(person)]) {
      tab.rememberCheckout('someone-else')
      tab.rememberOrder('cardOrder', '1')
      change()
      expect(tab.$cart.get()).toMatchObject({ checkoutID: null, cardOrder: null, items: [{ sku: 'A' }] })
    }
  })

  test('forgets what was looked at when a user signs out or another one signs in, and nothing of a guest', async () => {
    const { $history, recordVisit } = await import('../../src/features/history/history-store.ts')
    const lookAt = (path: string) => {
      recordVisit(path)
      return $history.latest().visited.map(({ to }) => to)
    }
    lookAt('/en/product/fan')
    tab.signOut()
    tab.signIn(person)
    expect(lookAt('/en/my-account/orders/1')).toEqual(['/en/product/fan', '/en/my-account/orders/1'])
    tab.signOut()
    expect(browser.localStorage.getItem('zp02:history') ?? '').not.toContain('orders')
    tab.signIn(person)
    lookAt('/en/my-account/orders/1')
    tab.signIn({ ...person, id: 'user-2' })
    expect(lookAt('/en')).toEqual(['/en'])
  })

  test(
    'applies personal discounts by discount category' +
      ' [1.personal-discount] [6.customer.discount] [3.auth-user.discounts]',
    () => {
      expect(tab.$personalDiscounts.get()).toEqual({})
      tab.signIn(person)
      expect(tab.$personalDiscounts.get()).toEqual({ screens: 12.5 })
      tab.signOut()
      expect(tab.$personalDiscounts.get()).toEqual({})
    },
  )

  test('spec 7: requests then carry uid [7.request.absent]', () => {
    expect(tab.callerQuery()).toEqual({ locale: 'sv', sid: '11', cc: 'SE', cid: '1' })
    tab.signIn(person)
    expect(tab.callerQuery()).toEqual({ locale: 'sv', sid: '11', cc: 'NO', cid: '2', uid: 'user-1' })
    tab.signIn({ ...person, id: undefined })
    expect(tab.callerQuery()).not.toHaveProperty('uid')
  })
})

test.each(['7', '[]', '{}', '{"user":[]}', '{"user":"x"}', '{'])('%s is not a user', async (text) => {
  browser.localStorage.setItem('zp02:auth', text)
  expect((await openTab()).$auth.get().user).toBeNull()
})

test('a stored user is read field by field', async () => {
  browser.localStorage.setItem(
    'zp02:auth',
    '{"user":{"id":5,"order_id":7,"currency_id":"2","is_organization":1,"scopes":["a",1],' +
      '"discounts":{"a":10,"b":101,"c":"5","__proto__":{"d":9}},"access_token":"t"}}',
  )
  expect((await openTab()).$auth.get().user).toEqual({
    id: undefined,
    order_id: null,
    country_code: '',
    currency: '',
    currency_id: null,
    is_organization: false,
    scopes: ['a'],
    discounts: { a: 10 },
  })
})
