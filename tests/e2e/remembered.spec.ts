import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { accessoriesOf } from '../support/page-parts.ts'
import { untilPageIdle, untilScriptRan } from '../support/page-scripts.ts'
import { firstProducts } from '../support/shopper.ts'
import { words } from '../support/words.ts'

/** Opens a product that has accessories and a bundle. */
async function openProductWithBoth(page: Page): Promise<void> {
  for (const path of await firstProducts(page, 'en')) {
    const html = await (await page.request.get(path)).text()
    if (html.match(/ data-accessories="/g)?.length !== 2) continue
    await page.goto(path)
    return expect(page.locator('[data-accessories]')).toHaveCount(2)
  }
  throw new Error('No product of the first category has accessories and a bundle.')
}

/** The row that a script fills, which has a heading but no name. */
const recentlyViewed = (page: Page) => page.locator('.recently-viewed')

for (const language of languages) {
  test(
    `spec 4: recently viewed products appear below the product in ${language}, without a layout shift` +
      ' [4.recently-viewed.front]',
    async ({ page }) => {
      const [first = '', second = '', third = ''] = await firstProducts(page, language)
      const seen = recentlyViewed(page)
      await page.goto(first)
      await page.waitForFunction(() => localStorage.getItem('zp02:history')?.includes('"sku"'))
      await expect(seen).toBeHidden()
      for (const path of [second, third]) {
        await page.goto(path)
        await expect(seen).toBeVisible()
      }
      await expect(seen.getByRole('heading')).toHaveText(words(language)('product.recently_viewed'))
      await expect
        .poll(() => seen.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
        .toEqual([second, first])
      await seen.getByRole('link').last().click()
      await expect(page).toHaveURL(first)
      const visits = await page.evaluate(() =>
        JSON.parse(localStorage.getItem('zp02:history') ?? '').visited.map(({ to }: { to: string }) => to),
      )
      expect(visits).toEqual(expect.arrayContaining([first, second, third]))
    },
  )
}

test(
  'spec 4: a variant is picked on a page that has both, and stays; upselling shows the bundle from the first paint,' +
    ' the original the accessories [4.experiment.pick] [4.experiment.remember]',
  async ({ page }) => {
    await openProductWithBoth(page)
    const shown = () => page.evaluate(() => document.documentElement.dataset['experimentAccessories'])
    await expect.poll(shown).toMatch(/^(original|upselling)$/)
    const first = await shown()
    await page.reload()
    await expect.poll(shown).toBe(first)
    for (const variant of ['original', 'upselling']) {
      await page.evaluate(
        (stored) => sessionStorage.setItem('zp02:experiment', stored),
        JSON.stringify({ accessories: variant }),
      )
      await page.reload({ waitUntil: 'domcontentloaded' })
      await expect(accessoriesOf(page, variant)).toBeVisible()
      await expect(accessoriesOf(page, variant === 'original' ? 'upselling' : 'original')).toBeHidden()
    }
  },
)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the original, and no empty list of viewed products', async ({ page }) => {
    await openProductWithBoth(page)
    await expect(accessoriesOf(page, 'original')).toBeVisible()
    await expect(accessoriesOf(page, 'upselling')).toBeHidden()
    await expect(recentlyViewed(page)).toBeHidden()
  })
})

for (const language of languages) {
  test(`a postal code in ${language} is remembered on this device, for the same country`, async ({ page, request }) => {
    const paths = await firstProducts(page, language)
    const withDays: string[] = []
    for (const path of paths) if ((await (await request.get(path)).text()).includes('id="postal"')) withDays.push(path)
    const [first = '', second = ''] = withDays
    const field = page.getByLabel(words(language)('product.postal_code'))
    const stored = () => page.evaluate(() => localStorage.getItem('zp02:postal'))
    await page.goto(first)
    await expect(page.locator('#arrival')).not.toContainText('621')
    await field.click()
    await field.pressSequentially('621 45')
    await untilScriptRan(page, 'postal-code')
    await field.press('Enter')
    await expect(page).toHaveURL(/postal=621/)
    expect(await stored()).toBe('["","621 45"]')

    await page.goto(second)
    await expect(page.locator('#arrival')).toContainText('621')
    await expect(field).toHaveValue('621 45')
    await expect(page).toHaveURL(second)
    expect(await (await request.get(second)).text()).not.toContain('621 45')

    for (const other of ['["NO","621 45"]', '{"SE":1}', '["",["621 45"]]', `["","${'6'.repeat(13)}"]`, '<b>']) {
      await page.evaluate((text) => localStorage.setItem('zp02:postal', text), other)
      await page.goto(first)
      await untilPageIdle(page)
      await expect(field).toHaveValue('')
    }
    await page.evaluate(() => localStorage.setItem('zp02:postal', '["","99"]'))
    await page.goto(first)
    await expect.poll(stored).toBeNull()
    await expect(field).toHaveValue('')
  })
}
