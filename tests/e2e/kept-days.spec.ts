import { expect, test } from '@playwright/test'
import { href } from '../../src/routes.ts'
import { acceptTerms, checkoutField, choosePayment, deliveryChoices, fillFields } from '../support/checkout-form.ts'
import { buyButton, main, miniCart } from '../support/page-parts.ts'
import { firstProduct, openFirstProduct, person, placeOrder } from '../support/shopper.ts'
import { words } from '../support/words.ts'

const text = words('en')

test('the cart of an export says that there is no VAT in its total', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cc', value: 'NO', url: baseURL ?? '' }])
  await openFirstProduct(page, 'en')
  await expect(main(page)).toContainText(text('price.no_vat'))
  await buyButton(page).click()
  await expect(miniCart(page)).toContainText(text('islands:cart.noVat'))
  await expect(miniCart(page)).not.toContainText(text('islands:cart.incVat'))
})

test('a postal code of a product page is in the checkout, and the order keeps the days shown for it', async ({
  page,
}) => {
  await page.goto(`${await firstProduct(page, 'en')}?postal=98138`)
  await buyButton(page).click()
  await expect(miniCart(page)).toContainText(text('islands:cart.incVat'))
  await page.goto(href('en', 'checkout-id'))
  await expect(checkoutField(page, 'postal_code')).toHaveValue('981 38')
  const { postal_code: _, ...others } = person
  await fillFields(page, { ...others, city: 'Kiruna' })
  await choosePayment(page, 'sandbox')
  await acceptTerms(page)
  const [days = ''] =
    /(?<=Arrives ).+/.exec(await deliveryChoices(page).locator('label:has(:checked)').first().innerText()) ?? []
  expect(days).not.toBe('')
  await placeOrder(page)
  await page.getByRole('button', { name: text('checkout:sandbox.approve'), exact: true }).click()
  await expect(main(page)).toContainText(text('checkout:expected', { days }))
})
