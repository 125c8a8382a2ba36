import { expect, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { href } from '../../src/routes.ts'
import { buyButton, miniCart } from '../support/page-parts.ts'
import { firstProduct } from '../support/shopper.ts'

test('on a phone the postal code and the town are level and equally high, with and without a fault', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openCheckoutOfBattery(page)
  const boxes = () =>
    page.locator('input[name="postal_code"], input[name="city"]').evaluateAll((fields) =>
      fields.map((field) => {
        const { top, height } = field.getBoundingClientRect()
        return [Math.round(top), Math.round(height)]
      }),
    )
  const [code, city] = await boxes()
  expect(city).toEqual(code)
  await page.locator('input[name="postal_code"]').fill('1')
  await page.locator('button[value="place"]').click()
  await expect(page.locator('#checkout-postal_code-error, [name="postal_code"][aria-invalid]').first()).toBeVisible()
  const [wrongCode, cityBeside] = await boxes()
  expect(cityBeside).toEqual(wrongCode)
  await expect(page.locator('.checkout-notices')).not.toContainText('.:')
})

test('a field that is put right is no longer wrong, in the summary either, until its refused value comes back', async ({
  page,
}) => {
  await openCheckoutOfBattery(page)
  await page.locator('.checkout [name="email"]').fill('anna')
  await page.locator('button[value="place"]').click()
  const email = page.locator('.checkout [name="email"]')
  const error = page.locator('#checkout-email-error')
  const row = page.locator('.checkout-notices li').filter({ has: page.locator('a[href="#checkout-email"]') })
  await expect(error).toBeVisible()
  await email.fill('anna@')
  await expect(error).toBeVisible()
  await email.fill('anna@example.se')
  await expect(error).toBeHidden()
  await expect(row).toBeHidden()
  await expect(email).not.toHaveAttribute('aria-invalid')
  await email.fill('anna')
  await expect(error).toBeVisible()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await page.locator('.checkout [name="terms"]').check()
  await expect(page.locator('#checkout-terms-error')).toBeHidden()
  for (const [name, value] of Object.entries({ email: 'anna@example.se', name: 'Anna', line1: 'Gatan 1' }))
    await page.locator(`.checkout [name="${name}"]`).fill(value)
  await expect(page.locator('.checkout-notices')).toBeVisible()
  for (const [name, value] of Object.entries({ postal_code: '111 22', city: 'Stockholm' }))
    await page.locator(`.checkout [name="${name}"]`).fill(value)
  await expect(page.locator('.checkout-notices h2')).toBeHidden()
})

test('Back and Forward lead to a checkout that was refused once, with what was typed', async ({ page }) => {
  await openCheckoutOfBattery(page)
  const code = page.locator('.checkout [name="postal_code"]')
  await page.locator('.checkout [name="email"]').fill('back@example.se')
  await code.fill('1')
  await page.locator('button[value="place"]').click()
  await expect(page.locator('[name="postal_code"][aria-invalid]')).toBeVisible()
  const checkout = page.url()
  await page.goto(href('sv', 'home'))
  await page.goBack()
  await expect(page).toHaveURL(checkout)
  await expect(page.locator('.checkout [name="email"]')).toHaveValue('back@example.se')
  await page.reload()
  await expect(code).toHaveValue('1')
})

test('the currency and country that are chosen in the checkout are its own, with what was typed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openCheckoutOfBattery(page)
  await page.locator('.checkout [name="name"]').fill('Anna Andersson')
  for (const [name, label] of [
    ['currency', 'EUR'],
    ['country', 'Tyskland'],
  ] as const) {
    await page.locator('button.menu').click()
    const loaded = page.waitForEvent('load')
    await page.locator(`#side-nav select[name="${name}"]`).selectOption({ label })
    await loaded
  }
  await expect(page.locator('.place-order .totals').first()).toContainText('€')
  await expect(page.locator('.checkout [name="country"]')).toHaveValue('DE')
  await expect(page.locator('.checkout [name="name"]')).toHaveValue('Anna Andersson')
})

test('without a network the order stays on the page, which says so until there is one', async ({ page, context }) => {
  await openCheckoutOfBattery(page)
  await page.locator('.checkout [name="name"]').fill('Anna Andersson')
  await context.setOffline(true)
  await page.locator('button[value="place"]').click()
  const note = page.locator('.place-order .offline')
  await expect(note).toContainText('offline')
  await expect(page.locator('.checkout [name="name"]')).toHaveValue('Anna Andersson')
  await context.setOffline(false)
  await expect(note).toBeHidden()
  await page.locator('button[value="place"]').click()
  await expect(page.locator('.checkout-notices')).toBeVisible()
})

test('a second press while the first one is waited for adds no second unit', async ({ page }) => {
  await page.goto(await firstProduct(page, 'sv'))
  await page.route('**/add-from-button*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await buyButton(page).dblclick()
  await expect(miniCart(page)).toBeVisible()
  await expect(miniCart(page).getByRole('spinbutton')).toHaveValue('1')
})

async function openCheckoutOfBattery(page: Page): Promise<void> {
  const found = await page.request.get('/api/products?locale=sv&query=batter')
  const { products } = (await found.json()) as { products: { sku: string; orderable: boolean }[] }
  const sku = products.find(({ orderable }) => orderable)?.sku ?? ''
  await page.goto(href('sv', 'checkout-id', {}, { atc: formatAtc([{ sku, quantity: 1 }]) }))
  await page.waitForURL(/checkout\/./)
  await page.waitForLoadState()
}
