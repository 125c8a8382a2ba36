import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { Keyboard } from '../support/keyboard.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'

const test = testWithShop({})
const field = (page: Page, name: string) => page.locator(`[name="set:files.${name}"]`)
const textOf = (item: string, tag: string) => new RegExp(`<g:${tag}>([^<]*)</g:${tag}>`).exec(item)?.[1] ?? ''

test('a feed is set by keys, written, and its links show its prices @narrow', async ({ page, shop, request }) => {
  await signInNew(page, shop, { email: 'feeds@example.com', language: 'en' })
  const address = shop.consoleOrigin + consolePath('setting', { group: 'productFeeds' })
  await page.goto(address)
  expect([...(await losses(page)), ...(await smallTargets(page)), ...(await objections(page, 'main'))]).toEqual([])
  const by = new Keyboard(page)
  await by.reach(field(page, '0.language'))
  await by.type('Swed')
  await by.press('Tab')
  await by.type('Fin')
  await by.press('Tab')
  await by.type('Eur')
  await by.activate(page.getByRole('button', { name: 'Save' }))
  const link = page.locator('#product-feeds a')
  await expect(link).toHaveText(/\/feeds\/google-sv-FI\.xml$/)
  const file = (await link.getAttribute('href')) ?? ''
  await expect.poll(async () => (await request.get(file)).status(), { timeout: 30_000 }).toBe(200)
  const items = (await (await request.get(file)).text()).split('<item>').slice(1)
  expect(items.length).toBeGreaterThan(20)
  await page.reload()
  await expect(page.locator('#product-feeds')).toContainText(`${items.length} products`)
  expect([...(await losses(page)), ...(await smallTargets(page)), ...(await objections(page, 'main'))]).toEqual([])
  const reduced = items.find((item) => item.includes('<g:sale_price>')) ?? ''
  expect(reduced).not.toBe('')
  for (const item of [items[0] ?? '', reduced]) {
    await page.goto(textOf(item, 'link').replaceAll('&amp;', '&'))
    expect(new URL(page.url()).search).toBe('')
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    const asked = textOf(item, 'sale_price') || textOf(item, 'price')
    const offers = data.flatMap((text) => JSON.parse(text).offers ?? [])
    expect(offers).toContainEqual(
      expect.objectContaining({ price: Number(asked.split(' ')[0]), priceCurrency: 'EUR' }) as unknown,
    )
  }
})
