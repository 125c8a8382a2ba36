import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/locales.ts'
import { href } from '../../src/routes.ts'

for (const language of languages) {
  test(`spec 9: in ${language} the header counts as scrolled after 40 px [9.header.scrolled]`, async ({ page }) => {
    await page.goto(href(language, 'home'))
    const root = page.locator('html')
    const scroll = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    await scroll(41)
    await expect(root).toHaveAttribute('data-scrolled')
    await scroll(39)
    await expect(root).not.toHaveAttribute('data-scrolled')
    await scroll(400)
    await expect(root).toHaveAttribute('data-scrolled')
  })
}
