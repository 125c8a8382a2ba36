import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { openFirstCategory, person, placeOrder, reachCheckoutByForm } from '../support/shopper.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  const text = words(language)

  test.describe(`a company in another EU country (${language})`, () => {
    // Swedish shoppers use no scripts.
    test.use({ javaScriptEnabled: language === 'en' })

    test('enters its VAT number where it applies, and buys without VAT', async ({ page }) => {
      await openFirstCategory(page, language)
      await reachCheckoutByForm(
        page,
        language,
        await page.locator('.product-card:has([data-add-to-cart]) .number').first().innerText(),
      )
      const number = page.locator('[name="vat_number"]')
      await page.locator('input[name="customer_kind"][value="organization"]').check({ force: true })
      await expect(number).toBeHidden()
      await page.locator('main select[name="country"]').selectOption('DE')
      const firm = {
        ...person,
        postal_code: '10115',
        city: 'Berlin',
        organization_name: 'Beispiel GmbH',
        organization_number: 'HRB 1',
      }
      for (const [name, value] of Object.entries(firm)) await page.locator(`main [name="${name}"]`).fill(value)
      await number.fill('DE 123')
      await page.getByRole('button', { name: text('checkout:vat.check') }).click()
      await expect(number).toHaveAccessibleDescription(
        new RegExp(RegExp.escape(text('checkout:error.vat_number_invalid'))),
      )
      await number.fill('de 123 456 788')
      await page.getByRole('button', { name: text('checkout:vat.check') }).click()
      await expect(page.locator('.vat-number .said')).toHaveText(text('checkout:vat.confirmed'))
      await page.locator('input[name="payment_method"][value="invoice"]').check({ force: true })
      await page.locator('input[name="terms"]').check({ force: true })
      await placeOrder(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:confirmation.title'))
      await expect(page.locator('.totals-vat')).toContainText(text('checkout:vat.reverse_charge'))
      await expect(page.locator('.totals-vat')).toContainText('DE123456788')
    })
  })
}
