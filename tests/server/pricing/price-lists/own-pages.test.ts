import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { cacheableQuery, knownVariants } from '../../../../src/cacheable-pages.ts'
import { buyerOf, mayHaveOwnPrices } from '../../../../src/server/identity/sessions/own-prices.ts'
import { clearTokens } from '../../../../src/server/identity/sessions/session-cookies.ts'
import { createPageKeys } from '../../../../src/server/platform/http/pages/page-key.ts'
import { endPriceList } from '../../../../src/server/pricing/price-lists/edit-price-lists.ts'
import { jar } from '../../call.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'
import { agree } from './agree.ts'

test('the browser of a buyer is marked while there is a list for them, and pages are then past the cache', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  for (const id of ['anna', 'other']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { anna: 'buyer' } })
  const pageKey = createPageKeys(cacheableQuery, knownVariants(shop.settings))
  const cookies = new Map<string, string>()
  const key = (url = '/sv/produkt/bat-del') => {
    // A browser sends no cookie that was deleted.
    const sent = [...cookies].filter(([, value]) => value !== '')
    const cookie = sent.map((pair) => pair.join('=')).join('; ')
    return pageKey({ url, method: 'GET', headers: { cookie } } as IncomingMessage)
  }
  const asked = (customerId: string | null) => buyerOf(shop, jar(cookies), customerId)
  expect([await asked('anna'), mayHaveOwnPrices(shop.env, jar(cookies))]).toEqual([null, false])
  expect(key()).toBeDefined()
  const list = await agree(shop, { organizations: ['firm'] }, ['FAN', 1, 1_000])
  expect([await asked('anna'), mayHaveOwnPrices(shop.env, jar(cookies))]).toEqual(['anna', true])
  for (const url of ['/sv/produkt/bat-del', '/sv', '/sv/sok?q=bat', '/api/products?query=bat'])
    expect(key(url)).toBeUndefined()
  // Somebody else in the same browser, and nobody, get the pages of everybody again.
  expect([await asked('other'), key() !== undefined]).toEqual([null, true])
  await asked('anna')
  clearTokens(shop.env, jar(cookies))
  expect(key()).toBeDefined()
  await asked('anna')
  clock.advance(1)
  await endPriceList(shop, list)
  expect([await asked('anna'), key() !== undefined]).toEqual([null, true])
})
