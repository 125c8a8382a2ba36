import { expect, type Locator, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'

const rowOf = (page: Page, name: string): Locator => page.locator(`tr[data-name="${name}"]`)

async function makeCategory(page: Page, shop: EditorsShop, name: string): Promise<void> {
  await page.goto(shop.consoleOrigin + consolePath('category-new'))
  for (const language of ['sv', 'en']) await page.locator(`input[name="name_${language}"]`).fill(name)
  await page.locator('main form button[value="make"], main form button').last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

test('a category is moved in the tree by keys and by the pointer', async ({ page, shop }, { project }) => {
  const [above, moved] = [`Yyy ${project.name}`, `Zzz ${project.name}`]
  await signInNew(page, shop, { email: `tree-${project.name}@example.com`, language: 'en', role: 'editor' })
  for (const name of [above, moved]) await makeCategory(page, shop, name)
  await page.goto(shop.consoleOrigin + consolePath('categories'))
  const handle = rowOf(page, moved).locator('[data-handle]')
  await expect(rowOf(page, moved)).toHaveAttribute('data-depth', '0')
  await expect(handle).toBeVisible()
  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(handle).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[data-drag-said]')).toHaveText(`Below ${above}, after –.`)
  await page.keyboard.press('Escape')
  await expect(handle).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=drop/)
  await expect(rowOf(page, moved)).toHaveAttribute('data-depth', '1')
  await expect(handle).toBeVisible()
  await handle.hover()
  const box = await handle.boundingBox()
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) - 40, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 5 })
  await expect(page.locator('[data-drag-said]')).toHaveText(`Below the top level, after ${above}.`)
  await page.mouse.up()
  await expect(rowOf(page, moved)).toHaveAttribute('data-depth', '0')
})
