import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

for (const [at, language] of languages.entries())
  test.describe(`versions in ${language}`, () => {
    // Each language does without script what the other one does with it.
    const hasScript = at === 0
    const t = words(language)
    test.use({ javaScriptEnabled: hasScript, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} taking a version back says so where the page opens`, async ({ page, shop }, { project }) => {
      await signInNew(page, shop, { email: `versions-${language}-${project.name}@example.com`, language })
      const headers = { origin: shop.consoleOrigin }
      const title = `Tider ${language} ${project.name}`
      const made = await page.request.post(shop.consoleOrigin + consolePath('content'), {
        form: { action: 'make', kind: 'page', language, title },
        headers,
        maxRedirects: 0,
      })
      await page.goto(shop.consoleOrigin + new URL(made.headers()['location'] ?? '', shop.consoleOrigin).pathname)
      const field = page.locator(`[name="set:${language}.title"]`)
      await field.fill('Something else')
      await page.getByRole('button', { name: t('console-content:save') }).press('Enter')
      await expect(page.getByText(t('console-content:saved'))).toBeVisible()
      const oldest = page.locator('#versions .versions li').last()
      await oldest.getByRole('link', { name: t('console-content:compare') }).press('Enter')
      await expect(page.locator('#versions ins, #versions del').first()).toBeVisible()
      await page
        .locator('#versions .versions li')
        .last()
        .getByRole('button', { name: t('console-content:take_back') })
        .press('Enter')
      const said = page.getByText(t('console-content:taken_back'))
      await expect(said).toBeInViewport()
      if (hasScript) await expect(page.locator('[data-said]')).toBeFocused()
      await expect(field).toHaveValue(title)
      // Once more changes nothing, and that is said in view as well.
      await page.goto(`${page.url().split('?')[0]}#versions`)
      await page
        .locator('#versions .versions li')
        .first()
        .getByRole('button', { name: t('console-content:take_back') })
        .press('Enter')
      if (hasScript) await expect(page.locator('[data-said][role="alert"]')).toBeFocused()
      else await expect(page.locator('[data-said][role="alert"]')).toBeVisible()
    })
  })
