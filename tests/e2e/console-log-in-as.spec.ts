import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  test.describe(`the shop as a customer in ${language}`, () => {
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })
    test(`in ${language} staff see the shop as a customer, change nothing, and stop`, async ({ page, shop }, {
      project,
    }) => {
      const t = words(language)
      await signInNew(page, shop, { email: `as-${language}-${project.name}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('customers'))
      await page.locator('main [data-row] a').first().click()
      const record = page.url()
      await page.locator('input[name="reason"]').fill('asks about a price')
      await page.getByRole('button', { name: t('console-customers:log_in_submit') }).click()
      await page.waitForURL(/127\.0\.0\.1:\d+\/(?:en|sv)$/)
      const line = page.locator('#as-customer')
      for (const path of [href(language, 'home'), href(language, 'compare'), href(language, 'my-account')]) {
        await page.goto(path)
        await expect(line).toBeVisible()
      }
      const refused = await page.request.post('/api/auth/logout', { data: {}, headers: { Origin: shop.origin } })
      expect([refused.status(), await refused.json()]).toMatchObject([403, { code: 'as_customer' }])
      const cart = await page.request.post(`/api/sync-cart?locale=${language}`, { data: { items: [], coupons: [] } })
      expect(cart.status()).toBe(200)
      await page.getByRole('button', { name: t('console-customers:visit_end') }).click()
      await expect(page).toHaveURL(record)
      await page.goto(href(language, 'home'))
      await expect(line).toHaveCount(0)
    })
  })
}
