import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import {
  buyerChoice,
  checkoutField,
  countryField,
  fillFields,
  paymentChoice,
  termsBox,
} from '../support/checkout-form.ts'
import { main, orderableCards, pageHeading, partNumber } from '../support/page-parts.ts'
import { openFirstCategory, person, placeOrder, reachCheckoutByForm } from '../support/shopper.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  const text = words(language)

  test.describe(`a company in another EU country (${language})`, () => {
    // Swedish shoppers use no scripts.
    test.use({ javaScriptEnabled: language === 'en' })

    test('enters its VAT number where it applies, and buys without VAT', async ({ page }) => {
      await openFirstCategory(page, language)
      await reachCheckoutByForm(page, language, await partNumber(orderableCards(page).first()).innerText())
      const number = checkoutField(page, 'vat_number')
      await buyerChoice(page, 'organization').check({ force: true })
      await expect(number).toBeHidden()
      await countryField(page).selectOption('DE')
      const firm = {
        ...person,
        postal_code: '10115',
        city: 'Berlin',
        organization_name: 'Beispiel GmbH',
        organization_number: 'HRB 1',
      }
      await fillFields(page, firm)
      await number.fill('DE 123')
      await page.getByRole('button', { name: text('checkout:vat.check') }).click()
      await expect(number).toHaveAccessibleDescription(
        new RegExp(RegExp.escape(text('checkout:error.vat_number_invalid'))),
      )
      await number.fill('de 123 456 788')
      await page.getByRole('button', { name: text('checkout:vat.check') }).click()
      await expect(page.getByRole('status').filter({ hasText: text('checkout:vat.confirmed') })).toBeVisible()
      await paymentChoice(page, 'invoice').check({ force: true })
      await termsBox(page).check({ force: true })
      await placeOrder(page)
      await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
      await expect(main(page)).toContainText(text('checkout:vat.reverse_charge'))
      await expect(main(page)).toContainText('DE123456788')
    })
  })
}
