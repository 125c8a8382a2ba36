import { expect, test } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { href } from '../../src/routes.ts'

test('on a phone the postal code and the town are level and equally high, with and without a fault', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const found = await page.request.get('/api/products?locale=sv&query=batter')
  const { products } = (await found.json()) as { products: { sku: string; orderable: boolean }[] }
  const sku = products.find(({ orderable }) => orderable)?.sku ?? ''
  await page.goto(href('sv', 'checkout-id', {}, { atc: formatAtc([{ sku, quantity: 1 }]) }))
  await page.waitForURL(/checkout\/./)
  await page.waitForLoadState()
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
