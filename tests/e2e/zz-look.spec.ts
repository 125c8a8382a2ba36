import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { objections } from '../support/whole-screen.ts'
import { expect } from '@playwright/test'
const test = testWithShop({})
for (const language of languages) test(`look in ${language}`, async ({ page, shop }, { project }) => {
  await signInNew(page, shop, { email: `look-${project.name}@example.com`, language })
  await page.goto(shop.consoleOrigin + consolePath('setting', { group: 'delivery' }))
  await page.locator('[name="set:methods.0.bands.0.price"]').fill('71,5')
  await page.locator('[name="trial_country"]').fill('FI')
  await page.locator('#trial button').click()
  await expect(page.locator('#trial table')).toBeVisible()
  await page.screenshot({ path: `/tmp/look-delivery-${language}-${project.name}.png`, fullPage: true })
  console.log(await objections(page))
  await page.goto(shop.consoleOrigin + consolePath('setting', { group: 'company' }))
  await page.locator('[name="set:bankgiro"]').fill('1')
  await page.locator('[name="set:phone"]').fill('1')
  await page.locator('main button[value="save"]').click()
  await page.screenshot({ path: `/tmp/look-company-${language}-${project.name}.png`, fullPage: true })
  console.log(await objections(page))
})
