import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { Keyboard } from '../support/keyboard.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

const t = words('en')

test('in en a product with choices is made and published by keyboard', async ({ page, shop }, { project }) => {
  await signInNew(page, shop, { email: `choose-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('products'))
  const by = new Keyboard(page)
  const sku = `KEYS-${project.name}`.toUpperCase()
  await by.activate(page.getByRole('link', { name: t('console-product:new.open') }))
  await expect(page.getByLabel(t('console-product:field.sku'))).toBeVisible()
  await by.write(page.getByLabel(t('console-product:field.sku')), sku)
  await by.press('Tab')
  await by.type('Fläktrem')
  await by.press('Tab')
  await by.type('Fan belt')
  await by.press('Tab', 'Tab')
  await by.type(t('console-product:new.types.variant').slice(0, 6))
  await by.leave('Control+s')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fan belt')
  // Enter does what a new product with choices is opened for.
  await by.leave('Enter')
  const values = page.locator('#values')
  await by.write(values, 'Red')
  await by.press('Enter')
  await by.type('Blue')
  await by.leave('Control+Enter')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await by.activate(page.locator('main > p a').first())
  await by.activate(page.getByRole('button', { name: t('console-product:publish_with', { count: 2 }) }))
  await expect(page.getByText(t('console-products:status.published')).first()).toBeVisible()
  expect(by.keys).toBeLessThanOrEqual(90)
  await test.info().attach('keys', { body: `${by.keys} keys, ${by.waits} pages` })
})

test('in en a page is written, previewed and published by keyboard', async ({ page, shop }, { project }) => {
  await signInNew(page, shop, { email: `write-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('content-item', { kind: 'page', id: 'about' }))
  const by = new Keyboard(page)
  const title = page.locator('[name="set:en.title"]')
  await by.write(title, `About us ${project.name}`)
  await by.activate(page.locator('[data-preview-button]'))
  const frame = page.frameLocator('[data-preview] iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toContainText(`About us ${project.name}`)
  await by.write(title, `Who we are ${project.name}`)
  await expect(frame.getByRole('heading', { level: 1 })).toContainText(`Who we are ${project.name}`)
  await by.activate(page.getByRole('button', { name: t('console-content:publish'), exact: true }))
  await expect(page.getByText(t('console-content:state.published')).first()).toBeVisible()
  await expect(page.locator('[name="set:en.title"]')).toHaveValue(`Who we are ${project.name}`)
  await test.info().attach('keys', { body: `${by.keys} keys, ${by.waits} pages` })
})

test('in en a list that is shown again goes on from the row that was opened', async ({ page, shop }, { project }) => {
  await signInNew(page, shop, { email: `list-again-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('products'))
  const links = page.locator('[data-row] a')
  const [second = '', third = ''] = (await links.allTextContents()).slice(1)
  const by = new Keyboard(page)
  await by.press('j', 'j')
  await expect(links.nth(1)).toBeFocused()
  await by.leave('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const back of [() => page.goBack(), () => page.locator('main > p a').first().click()]) {
    await back()
    await expect(links.filter({ hasText: second })).toBeFocused()
    await by.leave('Enter')
  }
  await page.goBack()
  await by.press('j')
  await expect(links.filter({ hasText: third })).toBeFocused()
  // It is no place to begin when the list is opened for something else.
  await page.goto(shop.consoleOrigin + consolePath('products'))
  await expect(page.locator('[data-row][data-current]')).toHaveCount(0)
})
