import { expect, test } from 'vitest'
import { offered, openBrowser, openTab } from './browser-tabs.ts'

test("a typed postal code is kept, and goes with a customer's cart [3.cart-state.fields]", async () => {
  const browser = openBrowser()
  const tab = await openTab()
  const stored = () => JSON.parse(browser.localStorage.getItem('zp02:cart') ?? 'null')
  tab.addToCart(offered('A'), 1)
  tab.rememberPostalCode('981 38')
  tab.clearCheckout()
  expect(stored().postalCode).toBe('981 38')
  tab.leaveOwnedCart()
  expect(stored().postalCode, "a guest's").toBe('981 38')
  browser.localStorage.setItem('zp02:cart', JSON.stringify({ ...stored(), owner: 'anna:mark' }))
  tab.leaveOwnedCart()
  expect(stored()).toMatchObject({ postalCode: null, items: [] })
})
