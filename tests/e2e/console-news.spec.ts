import { expect, request, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { orderableSku, person } from '../support/shopper.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

const bar = (page: Page) => page.getByRole('status').filter({ has: page.locator('a') })

for (const language of languages) {
  test.describe(`new orders in the console in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} every tab tells of a new order and shows it, by one connection`, async ({
      page,
      context,
      shop,
    }, { project }) => {
      const email = `news-${language}-${project.name}@example.com`
      await signInNew(page, shop, { email, language })
      const streams: string[] = []
      context.on('request', (request) => request.url().endsWith('/console/news') && streams.push(request.url()))
      await page.goto(`${shop.consoleOrigin}/console/orders`)
      const other = await context.newPage()
      await other.goto(`${shop.consoleOrigin}/console`)
      await expect.poll(() => streams.length).toBe(1)
      const before = await page.locator('[data-row]').count()
      const box = page.locator('input[name="row"]').first()
      await box.check()
      const chosen = await box.inputValue()

      const buyer = await request.newContext({ baseURL: shop.origin })
      const lines = [{ sku: await orderableSku({ request: buyer }, language), quantity: 1 }]
      await orderByForm(buyer, language, { lines, email: person.email, name: person.name })
      await buyer.dispose()

      for (const tab of [page, other]) {
        await expect(bar(tab)).toContainText(t('console-today:news.order'))
        await expect(tab).toHaveTitle(/^\(1\) /)
      }
      await bar(page).getByRole('link').click()
      await expect(page.locator('[data-row]')).toHaveCount(before + 1)
      await expect(page.locator(`input[name="row"][value="${chosen}"]`)).toBeChecked()
      await expect(page).not.toHaveTitle(/^\(/)
      await expect(bar(page)).toContainText(t('console-today:news.shown'))
      // The tab with the connection is closed: the other one takes it over.
      await page.close()
      await expect.poll(() => streams.length).toBe(2)
      await expect(bar(other)).toContainText(t('console-today:news.order'))
      await bar(other).getByRole('link').click()
      await expect(other).not.toHaveTitle(/^\(/)
    })

    test(`in ${language} a browser that is refused a stream asks instead`, async ({ page, shop }, { project }) => {
      await signInNew(page, shop, { email: `ask-${language}-${project.name}@example.com`, language })
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'))
      const asked = page.waitForResponse((response) => response.url().endsWith('/console/news'))
      await page.goto(`${shop.consoleOrigin}/console/orders`)
      expect(await (await asked).json()).toMatchObject({ orders: expect.any(Array), returns: expect.any(Array) })
      await expect(page).not.toHaveTitle(/^\(/)
    })
  })
}
