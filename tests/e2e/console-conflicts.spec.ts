import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { objections } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  test.describe(`two people at one record in ${language}`, () => {
    test(`in ${language} the second sees both values of a field that both changed, and takes one`, async ({
      page,
      shop,
      context,
    }, { project }) => {
      const t = words(language)
      await signInNew(page, shop, { email: `two-${language}-${project.name}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('customers'))
      await page.locator('main [data-row] a').first().click()
      await expect(page.getByLabel(t('console-customers:name'), { exact: true })).toBeVisible()
      const other = await context.newPage()
      await other.goto(page.url())
      const details = (at: typeof page) => at.locator('form', { has: at.locator('input[value="details"]') })
      const save = (at: typeof page) =>
        details(at)
          .getByRole('button', { name: t('console:save') })
          .click()
      await other.getByLabel(t('console-customers:name'), { exact: true }).fill('Maja Först')
      await other.getByLabel(t('console-customers:phone'), { exact: true }).fill('+46 70 111 11 11')
      await save(other)
      await expect(other).toHaveURL(/done=details/)

      const name = page.getByLabel(t('console-customers:name'), { exact: true })
      await name.fill('Maja Sedan')
      await save(page)
      await expect(page.getByRole('alert')).toContainText('Karin Ägare')
      await expect(name).toHaveValue('Maja Sedan')
      await expect(page.getByLabel(t('console-customers:phone'), { exact: true })).toHaveValue('+46 70 111 11 11')
      await expect(details(page).getByText('Maja Först')).toBeVisible()
      expect(await objections(page)).toEqual([])
      await page.getByLabel(t('console:conflict.use')).check()
      await save(page)
      await expect(page).toHaveURL(/done=details/)
      await expect(name).toHaveValue('Maja Först')
    })
  })
}
