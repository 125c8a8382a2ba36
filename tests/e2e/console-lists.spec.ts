import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

const boxes = (page: Page) => page.locator('input[name="row"]')
const count = (page: Page) => page.locator('[data-chosen]')

test('in en chosen rows are counted, Shift chooses a range, and an address is copied', async ({
  page,
  context,
  shop,
}) => {
  const t = words('en')
  await signInNew(page, shop, { email: 'lists-en@example.com', language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('products'))
  await expect(page.locator('[data-select-all]')).toBeVisible()
  await expect(count(page)).toBeHidden()
  await boxes(page).nth(1).check()
  await expect(count(page)).toHaveText(`1 ${t('console-frame:list.chosen')}`)
  await boxes(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expect(count(page)).toHaveText(`4 ${t('console-frame:list.chosen')}`)
  await expect(boxes(page).nth(3)).toBeChecked()
  await expect(boxes(page).nth(5)).not.toBeChecked()
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await expect(count(page)).toHaveText(`1 ${t('console-frame:list.chosen')}`)
  await page.locator('[data-select-all]').check()
  await expect(count(page)).toHaveText(`${await boxes(page).count()} ${t('console-frame:list.chosen')}`)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.consoleOrigin })
  await page.goto(shop.consoleOrigin + consolePath('orders'))
  await page.locator('[data-row] a').first().click()
  const email = (await page.locator('main a[href^="mailto:"]').textContent()) ?? ''
  await page.getByRole('button', { name: t('console-frame:copy', { what: email }) }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email)
})

test('the link back to a list keeps its filters, and a double click sends a form once', async ({ page, shop }) => {
  const t = words('en')
  await signInNew(page, shop, { email: 'lists-back@example.com', language: 'en' })
  const list = `${consolePath('orders')}?status=confirmed&sort=number`
  await page.goto(shop.consoleOrigin + list)
  await page.locator('[data-row] a').first().click()
  await page.locator('textarea[name="note"]').fill('Rings back on Friday')
  await page.getByRole('button', { name: t('console-orders:add_note') }).dblclick()
  await expect(page.getByText(t('console-orders:done.note'))).toBeVisible()
  await expect(page.locator('li', { hasText: 'Rings back on Friday' })).toHaveCount(1)
  await expect(page.locator('textarea[name="note"]')).toHaveValue('')
  await page.getByRole('link', { name: t('console:back_to', { name: t('console:area.orders') }) }).click()
  await expect(page).toHaveURL(shop.consoleOrigin + list)
})

test('a form that was refused has its first wrong field focused', async ({ page, shop }) => {
  await signInNew(page, shop, { email: 'lists-fault@example.com', language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('price-change-new'))
  await page.locator('input[name="value"]').fill('5')
  await page.locator('input[name="category"]').fill('Nowhere / at all')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name="category"]')).toBeFocused()
  await expect(page.locator('#category-error')).toContainText('Nowhere / at all')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('in sv the filters of a list are folded on a phone, and open where one is set', async ({ page, shop }) => {
    const t = words('sv')
    await signInNew(page, shop, { email: 'lists-sv@example.com', language: 'sv' })
    await page.goto(shop.consoleOrigin + consolePath('products'))
    const status = page.locator('select[name="status"]')
    await expect(status).toBeHidden()
    await page.getByText(t('console-frame:list.filters'), { exact: true }).click()
    await expect(status).toBeVisible()
    await status.selectOption('draft')
    await page.getByRole('button', { name: t('console:list.apply') }).click()
    await expect(page).toHaveURL(/status=draft/)
    await expect(status).toBeVisible()
    await expect(page.getByText(t('console-frame:list.filters_set', { count: 1 }))).toBeVisible()
  })
})

test('in sv a row stays where it is on a phone when it is ticked and unticked @narrow', async ({ page, shop }) => {
  await signInNew(page, shop, { email: 'ticked-sv@example.com', language: 'sv' })
  await page.goto(shop.consoleOrigin + consolePath('products'))
  await expect(page.locator('[data-select-all]')).toBeAttached()
  const box = boxes(page).nth(1)
  await box.scrollIntoViewIfNeeded()
  const top = () => box.evaluate((each) => Math.round(each.getBoundingClientRect().top))
  const before = await top()
  await box.check()
  await expect(count(page)).toBeVisible()
  expect(await top()).toBe(before)
  await box.uncheck()
  await expect(count(page)).toBeHidden()
  expect(await top()).toBe(before)
})
