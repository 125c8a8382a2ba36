import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { signInNew } from '../support/at-console.ts'
import { main } from '../support/page-parts.ts'
import { openFirstProduct } from '../support/shopper.ts'
import { sendLogin } from '../support/sign-in.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

/** The price of the product page, as the button that buys it has it. */
async function priceAt(page: Page, address: string): Promise<{ price: string; cache: string }> {
  const answer = await page.goto(address)
  const cache = (await answer?.headerValue('cache-control')) ?? ''
  return { price: await page.locator('.buy-box .amount').first().innerText(), cache }
}

for (const language of languages) {
  test.describe(`price lists in ${language}`, () => {
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })
    test(`in ${language} a list is made, its buyer sees its price, and nobody else does`, async ({
      page,
      shop,
      browser,
    }, { project }) => {
      const t = words(language)
      await openFirstProduct(page, language)
      const address = page.url()
      const sku = (await page.locator('main').innerText()).match(/\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b/)?.[0] ?? ''
      const before = await priceAt(page, address)
      const staffPage = await browser.newPage()
      await signInNew(staffPage, shop, { email: `lists-${language}-${project.name}@example.com`, language })
      await staffPage.goto(shop.consoleOrigin + consolePath('price-list-new'))
      await staffPage.getByLabel(t('console-price-lists:name')).fill('Avtal')
      await staffPage.getByLabel(t('console-price-lists:customers')).fill('karin@example.com')
      await staffPage.getByLabel(t('console-price-lists:currency')).selectOption('SEK')
      await staffPage.getByRole('button', { name: t('console-price-lists:make') }).click()
      await staffPage.getByLabel(t('console-price-lists:rows')).fill(`${sku}\t7,77`)
      await staffPage.getByRole('button', { name: t('console-price-lists:import_do'), exact: true }).click()
      await expect(staffPage.locator('main tbody tr[data-row]')).toHaveCount(1)
      await page.goto(href(language, 'login'))
      await sendLogin(main(page), 'karin@example.com', demoPassword)
      await page.waitForURL(`**${href(language, 'my-account-orders')}`)
      const own = await priceAt(page, address)
      expect(own.cache).toContain('no-store')
      expect(own.price).not.toBe(before.price)
      // Another browser gets the page of everybody, before and after the cache has it.
      const other = await (await browser.newContext()).newPage()
      for (const _ of [1, 2]) expect(await priceAt(other, address)).toEqual(before)
      // What the buyer's cart asks is what the page says.
      const reply = await page.request.post(`/api/sync-cart?locale=${language}`, {
        data: { items: [{ sku, quantity: 1 }], coupons: [] },
      })
      const [line] = (await reply.json()) as { price: number; campaign: boolean }[]
      const price = line?.price ?? 0
      // Organizations read prices without VAT, which is 25 % in Sweden.
      const shown = Number(own.price.replace(/[^\d,.]/g, '').replace(',', '.'))
      expect([line?.campaign, [price, Math.round(price * 80) / 100].includes(shown)]).toEqual([true, true])
    })
  })
}
