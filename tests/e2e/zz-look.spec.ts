import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { testWithShop } from '../support/test-with-shop.ts'

const test = testWithShop({ SANDBOX_PAYMENTS: '1' })

for (const language of ['sv', 'en'] as const)
  test(`look ${language}`, async ({ page, shop }, { project }) => {
    test.setTimeout(180_000)
    const size = project.name === 'phone' ? { width: 360, height: 740 } : { width: 1440, height: 900 }
    await page.setViewportSize(size)
    await signInNew(page, shop, { email: `look-${language}-${project.name}@example.com`, language })
    const shoot = async (name: string, address: string) => {
      await page.goto(shop.consoleOrigin + address)
      await page.screenshot({ path: `/tmp/look/${name}-${language}-${project.name}.png`, fullPage: true })
    }
    await shoot('tree', consolePath('categories'))
    const link = page.locator('tbody tr').nth(2).locator('a')
    const href = (await link.getAttribute('href')) ?? ''
    await shoot('category', href)
    await page
      .getByRole('group')
      .filter({ has: page.locator('#into') })
      .locator('summary')
      .click()
    await page.locator('#into').fill((await page.locator('#categories option').nth(5).getAttribute('value')) ?? '')
    await page
      .locator('form', { has: page.locator('#into') })
      .locator('button')
      .click()
    await page.screenshot({ path: `/tmp/look/merge-${language}-${project.name}.png`, fullPage: true })
    await shoot('new-category', consolePath('category-new'))
    await shoot('search', consolePath('search-words', {}, { query: 'batteri nordbok pro 14', language: 'sv' }))
    await shoot('misses', consolePath('search-misses'))
    await shoot('synonym', consolePath('search-synonym', {}, { phrase: 'natdel' }))
    await page.locator('#words').fill('laddare\nbatteri')
    await page.locator('button[value=try]').click()
    await page.screenshot({ path: `/tmp/look/tried-${language}-${project.name}.png`, fullPage: true })
    await shoot('trigger', consolePath('search-trigger'))
  })
