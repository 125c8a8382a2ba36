import { expect, test, type APIRequestContext } from '@playwright/test'
import { href } from '../../src/routes.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { buyButton, miniCart, orderableCards, productLink } from '../support/page-parts.ts'

// One shop for both tests.
test.describe.configure({ mode: 'default' })
let shop: EditorsShop

test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

const chosen = /<select[^>]*data-region="(country|currency)"[^>]*>.*?<option value="([^"]*)" selected/gs

/** What the switches of a page show as chosen. */
async function regionOf(request: APIRequestContext, cookie: string): Promise<Record<string, string | undefined>> {
  const html = await (await request.get(shop.origin + href('sv', 'home'), { headers: { Cookie: cookie } })).text()
  return Object.fromEntries([...html.matchAll(chosen)].map(([, name = '', value]) => [name, value]))
}

async function codes(request: APIRequestContext, call: string): Promise<string[]> {
  const answer = await request.get(`${shop.origin}/api/${call}?locale=sv`)
  return ((await answer.json()) as { code: string }[]).map(({ code }) => code)
}

test('what is not sold to or in is offered nowhere, and a cookie that names it counts for nothing', async ({
  page,
  request,
}) => {
  const cookie = 'cc=NO; cid=6'
  expect(await regionOf(request, cookie)).toEqual({ country: 'NO', currency: '6' })
  expect((await codes(request, 'countries')).length).toBeGreaterThan(50)
  await shop.settings('set', 'sales.countries', '["SE","FI"]', 'sales.currencies', '["SEK","EUR"]')
  await expect.poll(() => regionOf(request, cookie)).toEqual({ country: 'SE', currency: '1' })
  expect(await regionOf(request, 'cc=FI; cid=4')).toEqual({ country: 'FI', currency: '4' })
  expect(await codes(request, 'countries')).toEqual(['SE', 'FI'])
  expect(await codes(request, 'currencies')).toEqual(['SEK', 'EUR'])
  const link = await request.get(`${shop.origin}/sv?country=NO&currency=USD`, { maxRedirects: 0 })
  expect([link.status(), link.headers()['set-cookie']]).toEqual([200, undefined])
  const { host } = new URL(shop.origin)
  await page.context().addCookies(
    [
      ['cc', 'NO'],
      ['cid', '6'],
      ['cuc', 'USD'],
    ].map(([name = '', value = '']) => ({ name, value, domain: host.split(':')[0] ?? '', path: '/' })),
  )
  await page.goto(shop.origin + href('sv', 'search', {}, { q: 'laddare' }))
  await productLink(orderableCards(page).first()).click()
  await buyButton(page).click()
  await expect(miniCart(page)).toContainText('kr')
  await expect(miniCart(page)).not.toContainText('US$')
  expect(
    (await page.locator('.top-bar [data-region=country] option').allInnerTexts()).map((name) => name.trim()).toSorted(),
  ).toEqual(['Finland', 'Sverige'])
})

test('a default country that would not be sold to is refused with the reason', async () => {
  await expect(shop.settings('set', 'sales.countries', '["FI"]')).rejects.toThrow(
    'locales.en.defaultCountryCode must be one of sales.countries: set both at once.',
  )
})
