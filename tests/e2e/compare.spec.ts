import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { untilUsed } from '../support/page-scripts.ts'
import { words } from '../support/words.ts'

const list = { sv: '/sv/kategori/laptopdelar/batterier', en: '/en/category/laptop-parts/batteries' }

const cards = (page: Page) => page.locator('#grid .product-card')
const headings = (page: Page) => page.getByRole('columnheader').getByRole('link')

for (const language of languages) {
  const t = words(language)
  const toggle = (page: Page, at: number) => cards(page).nth(at).locator('a[data-compare]')
  const tray = (page: Page) => page.getByRole('complementary', { name: t('compare.title') })
  const nameOf = async (page: Page, at: number) => (await cards(page).nth(at).getByRole('heading').textContent()) ?? ''

  test(`the tray keeps parts across pages and leads to the comparison in ${language}`, async ({ page }) => {
    await page.goto(list[language])
    // The script is fetched at the first use; a click before it follows the link.
    await untilUsed(page)
    const names = [await nameOf(page, 0), await nameOf(page, 1)]
    await toggle(page, 0).click()
    await expect(tray(page)).toContainText(t('compare.count', { count: 1 }))
    await toggle(page, 1).click()
    await expect(toggle(page, 1)).toHaveAttribute('aria-pressed', 'true')
    await page.goto(`${list[language]}?stock=in`)
    await expect(tray(page)).toContainText(t('compare.count', { count: 2 }))
    await tray(page)
      .getByRole('link', { name: t('compare.show') })
      .click()
    await expect(headings(page).filter({ hasText: names[0] ?? '' })).not.toHaveCount(0)
    await expect(headings(page).filter({ hasText: names[1] ?? '' })).not.toHaveCount(0)
    await expect(page.getByRole('rowheader', { name: t('compare.different') })).toBeVisible()
    await page.goto(list[language])
    await tray(page)
      .getByRole('button', { name: t('compare.clear') })
      .click()
    await expect(tray(page)).toBeHidden()
  })

  test.describe(`comparing in ${language} without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('begins on a card, and takes part numbers in any spelling', async ({ page }) => {
      await page.goto(list[language])
      const sku = (await toggle(page, 1).getAttribute('data-compare')) ?? ''
      const first = await nameOf(page, 0)
      await toggle(page, 0).click()
      await page.getByLabel(t('compare.number')).fill(` ${sku.toLowerCase().replace('-', ' ')} `)
      await page.getByRole('button', { name: t('compare.add') }).click()
      await expect(page).toHaveURL(new RegExp(`%2C${sku}$`))
      await page.getByRole('link', { name: t('compare.remove', { name: first }) }).click()
      await expect(page).toHaveURL(href(language, 'compare', {}, { items: sku }))
      await page.getByLabel(t('compare.number')).fill('zzqx-1')
      await page.getByRole('button', { name: t('compare.add') }).click()
      await expect(page.getByText(t('compare.unknown', { number: 'zzqx-1' }))).toBeVisible()
    })
  })
}
