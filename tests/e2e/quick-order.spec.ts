import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { main } from '../support/page-parts.ts'
import { words } from '../support/words.ts'

const list = { sv: '/sv/kategori/laptopdelar/batterier', en: '/en/category/laptop-parts/batteries' }

/** Article numbers of parts in stock, as somebody would copy them. */
async function numbers(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const number of [1, 2]) {
    await page.goto(`${path}?stock=in&page=${number}`)
    const skus = await page
      .locator('a[data-compare]')
      .evaluateAll((links: HTMLElement[]) => links.map((link) => link.dataset['compare'] ?? ''))
    found.push(...skus)
  }
  return found.slice(0, 30).map((sku) => sku.toLowerCase())
}

for (const language of languages) {
  const t = words(language)

  test.describe(`the quick order in ${language} without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('puts thirty numbers of a guest into the cart in three steps', async ({ page }) => {
      const copied = await numbers(page, list[language])
      expect(copied).toHaveLength(30)
      await page.goto(href(language, 'find-parts'))
      await main(page)
        .getByRole('link', { name: t('excel:quick_link') })
        .click()
      await page.getByLabel(t('excel:quick_paste')).fill(copied.join('\n'))
      await page.getByRole('button', { name: t('excel:check') }).click()
      await expect(page.getByRole('heading', { name: t('excel:ready', { count: 30 }) })).toBeVisible()
      // A tap before the styles have come may land beside the button.
      await page.waitForLoadState('load')
      await page.getByRole('button', { name: t('excel:add') }).click()
      await expect(page).toHaveURL(new RegExp(`${href(language, 'checkout-id')}`))
      await expect(main(page).getByRole('listitem')).toHaveCount(30)
    })
  })
}
