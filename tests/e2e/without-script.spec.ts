import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/locales.ts'
import { fillCheckout, openFirstCategory, openFirstProduct, placeOrder } from '../support/shopper.ts'
import { words } from '../support/words.ts'

test.use({ javaScriptEnabled: false })

for (const language of languages) {
  const text = words(language)

  test(`a category in ${language} can be read, sorted and paged without script`, async ({ page }) => {
    await openFirstCategory(page, language)
    await expect(page.locator('.product-card').first()).toBeVisible()
    const next = page.locator('a[rel="next"]')
    await next.click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.locator('.product-card').first()).toBeVisible()
  })

  test(`a part in ${language} can be bought without script`, async ({ page }) => {
    await openFirstProduct(page, language)
    await page.locator('.buy-box form button[type=submit]').click()
    await fillCheckout(page, 'invoice')
    await placeOrder(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:confirmation.title'))
  })
}
