import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import {
  buyerChoice,
  checkoutField,
  countryField,
  fillFields,
  paymentChoice,
  placeButton,
  termsBox,
} from '../support/checkout-form.ts'
import { main, orderableCards, pageHeading, partNumber } from '../support/page-parts.ts'
import { openFirstCategory, person, reachCheckoutByForm } from '../support/shopper.ts'
import { tapping } from '../support/tapping.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  const text = words(language)

  test.describe(`a company in another EU country (${language})`, () => {
    // Swedish shoppers use no scripts.
    test.use({ javaScriptEnabled: language === 'en' })

    test('enters its VAT number where it applies, and buys without VAT', async ({ page }) => {
      const { tap, check, atMost } = tapping(page)
      await openFirstCategory(page, language)
      await reachCheckoutByForm(page, language, await partNumber(orderableCards(page).first()).innerText())
      const number = checkoutField(page, 'vat_number')
      const withdrawal = main(page).getByText(text('checkout:withdrawal'))
      await expect(withdrawal).toBeVisible()
      await check(buyerChoice(page, 'organization'))
      await expect(withdrawal).toBeHidden()
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
      await tap(page.getByRole('button', { name: text('checkout:vat.check') }))
      await expect(page.getByRole('status').filter({ hasText: text('checkout:vat.confirmed') })).toBeVisible()
      await check(paymentChoice(page, 'invoice'))
      await check(termsBox(page))
      await tap(placeButton(page))
      atMost(5)
      await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
      await expect(main(page)).toContainText(text('checkout:vat.reverse_charge'))
      await expect(main(page)).toContainText('DE123456788')
    })
  })
}
