import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { href } from '../../src/routes.ts'
import { changePrices, changeStock } from '../../src/server/catalog/changes/change-goods.ts'
import { changeProduct } from '../../src/server/catalog/changes/change-product.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { testWithShop } from '../support/test-with-shop.ts'

const test = testWithShop({})

/** The card of an article on the home page of a region, as it is sent. */
async function cardOf(page: Page, origin: string, sku: string, region: string): Promise<string> {
  const answer = await page.request.get(origin + href('en', 'home'), { headers: { cookie: region } })
  const cards = (await answer.text()).split('<li class="product-card').slice(1)
  return cards.find((card) => card.includes(`>${sku}</span>`)) ?? ''
}

test('a change of another process is on the home page at once where nobody asked before, and soon elsewhere', async ({
  page,
  shop,
}) => {
  await page.goto(shop.origin + href('en', 'home'))
  const card = page.locator('.product-row .product-card:has([data-line])').last()
  // What is far below is not laid out, so that it has no inner text.
  const sku = (await card.locator('.number').textContent()) ?? ''
  const name = ((await card.locator('h3').textContent()) ?? '').trim()
  const asked = ['cid=3; cc=DE', 'cid=2; cc=NO', 'cid=1; cc=SE']
  for (const region of asked) expect(await cardOf(page, shop.origin, sku, region)).toContain(name)
  const { db, kind } = connect({ sqliteFile: path.join(shop.dataFolder, 'shop.db') })
  const services = { db, kind, now: () => new Date() }
  const { id } = await db.selectFrom('products').select('id').where('sku', '=', sku).executeTakeFirstOrThrow()
  const isChanged = (html: string) => html.includes('Renamed &lt;part&gt;') && !html.includes(name)
  await changeProduct(services, id, { texts: { en: { name: 'Renamed <part>' } } })
  expect(isChanged(await cardOf(page, shop.origin, sku, 'cid=5; cc=GB'))).toBe(true)
  await changePrices(services, [{ sku, prices: [{ currency: 'SEK', min_quantity: 1, amount: 987_600 }] }])
  expect(await cardOf(page, shop.origin, sku, 'cid=1; cc=DK')).toMatch(/9,876/)
  await changeStock(services, [{ sku, set: 0 }])
  expect(await cardOf(page, shop.origin, sku, 'cid=4; cc=DK')).not.toContain('data-status="in_stock"')
  for (const region of asked)
    await expect
      .poll(async () => {
        const html = await cardOf(page, shop.origin, sku, region)
        return isChanged(html) && !html.includes('data-status="in_stock"')
      })
      .toBe(true)
  await db.destroy()
})
