import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { addToCart, chooseDelivery, fillCheckout, person, placeOrder, reachCheckout } from '../support/shopper.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  const text = words(language)

  test.describe(`a guest buys in ${language}`, () => {
    test('from search to a tracked order, by invoice [6.anonymous]', async ({ page }) => {
      await page.goto(href(language, 'home'))
      const box = page.locator('input[role="combobox"]')
      await box.fill(language === 'sv' ? 'batteri' : 'battery')
      await expect(page.locator('li[role="option"]').first()).toBeVisible()
      await box.press('Enter')
      await page.waitForURL(`**${href(language, 'search')}?q=*`)
      await page.locator('.product-card:has([data-add-to-cart]) h3 a').first().click()
      await page.locator('.buy-box form button[type=submit]').click()
      const drawer = page.getByRole('dialog')
      await expect(drawer.getByText(text('islands:cart.title'))).toBeVisible()
      await expect(page.locator('[data-cart-count]').first()).toHaveText('1')
      await drawer.getByRole('button', { name: text('islands:cart.checkout') }).click()
      await fillCheckout(page, 'invoice')
      await chooseDelivery(page, 'point-se')
      const point = page.locator('.service-points label').nth(1)
      await point.click()
      const place = await point.locator('b').innerText()
      await placeOrder(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:confirmation.title'))
      await expect(page.locator('.confirmation address').first()).toContainText(place)
      const number = await page.locator('.order-number .number').innerText()
      await page.reload()
      await expect(page.locator('.order-number .number')).toHaveText(number)
      await expect(page.locator('[data-cart-count]').first()).toBeHidden()

      await page.goto(href(language, 'track-order', { id: number }))
      await page.locator('[name="postal_code"]').fill(person.postal_code)
      await page.getByRole('button', { name: text('checkout:track.submit') }).click()
      await expect(page.getByText(text('checkout:status.confirmed')).first()).toBeVisible()
    })

    test(
      'by the sandbox card, left open and paid from the cart later: one order' +
        ' [4.clear-checkout.locale] [3.cart-state.references]',
      async ({ page }) => {
        await reachCheckout(page, language)
        await fillCheckout(page, 'sandbox')
        await page.getByRole('button', { name: text('checkout:place') }).click()
        await page.waitForURL(/sandbox-payment/)
        const begun = page.url()
        await page.goto(href(language, 'home'))
        await page.locator('[data-open-cart]').click()
        const drawer = page.getByRole('dialog')
        await drawer.getByRole('button', { name: text('islands:cart.pay') }).click()
        await page.waitForURL(begun)
        await page.getByRole('button', { name: text('checkout:sandbox.approve') }).click()
        await expect(page.locator('.confirmation h1')).toBeVisible()
        await expect(page.locator('[data-cart-count]').first()).toBeHidden()
      },
    )

    test('by the sandbox card, declined and then approved', async ({ page }) => {
      await reachCheckout(page, language)
      await fillCheckout(page, 'sandbox')
      await placeOrder(page)
      await page.getByRole('button', { name: text('checkout:sandbox.decline') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:failed.title'))
      await page.getByRole('link', { name: text('checkout:failed.again') }).click()
      await expect(page.locator('main [name="email"]')).toHaveValue(person.email)
      await fillCheckout(page, 'sandbox')
      await placeOrder(page)
      await page.getByRole('button', { name: text('checkout:sandbox.approve') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:confirmation.title'))
    })

    test('a wrong postal code is reported at its field and the typed data is kept', async ({ page }) => {
      await reachCheckout(page, language)
      await fillCheckout(page, 'invoice')
      await page.locator('[name="postal_code"]').fill('12')
      await placeOrder(page)
      await expect(page.getByText(text('checkout:error.postal_code_invalid')).first()).toBeVisible()
      await expect(page.locator('main [name="name"]')).toHaveValue(person.name)
      await expect(page.locator('[name="postal_code"]')).toHaveAttribute('aria-invalid', 'true')
    })

    test('the cart survives a reload and a removal can be undone [2.layout.cart-count]', async ({ page }) => {
      await addToCart(page, language)
      await page.reload()
      await expect(page.locator('[data-cart-count]').first()).toHaveText('1')
      await page.locator('[data-open-cart]').first().click()
      const drawer = page.getByRole('dialog')
      await drawer
        .getByRole('button', { name: text('islands:cart.remove'), exact: false })
        .first()
        .click()
      await drawer.getByRole('button', { name: text('islands:cart.undo') }).click()
      await expect(page.locator('[data-cart-count]').first()).toHaveText('1')
    })
  })
}
