import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { Keyboard } from '../support/keyboard.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { objections } from '../support/whole-screen.ts'

test.describe.configure({ mode: 'default' })

const lamps = (prefix: string) =>
  ['article;name;brand;category;price;stock', `${prefix}-1;Desk lamp;Glow;Lamps;199,50;4`, ''].join('\n')

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, locale: 'en-GB' })

    test('a file is imported by clicking, and taken back by keys where there are any', async ({ page, shop }, {
      project,
    }) => {
      const prefix = `${project.name}-${javaScriptEnabled}`
      await signInNew(page, shop, { email: `imports-${prefix}@example.com`, language: 'en', role: 'manager' })
      await page.goto(shop.consoleOrigin + consolePath('imports'))
      await page.getByRole('link', { name: 'Import a file' }).click()
      await page
        .getByLabel('File')
        .setInputFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from(lamps(prefix)) })
      await page.getByRole('button', { name: 'Upload' }).click()
      await expect(page.getByRole('heading', { name: 'The first rows as products' })).toBeVisible()
      if (javaScriptEnabled) expect(await objections(page)).toEqual([])
      await page.getByLabel('What the column brand becomes').selectOption('ignore')
      await page.getByRole('button', { name: 'Check the whole file' }).click()
      await expect(page.getByRole('heading', { name: 'Import this file?' })).toBeVisible()
      await expect(page.getByText('New products: 1. Changed products: 0.')).toBeVisible()
      await expect(page.getByText('Products that the shop does not have yet.')).toBeVisible()
      if (javaScriptEnabled) expect(await objections(page)).toEqual([])
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByText('The file is imported.')).toBeVisible()
      await page.goto(shop.consoleOrigin + consolePath('products', {}, { q: `${prefix}-1` }))
      await expect(page.getByRole('cell', { name: 'Desk lamp' })).toBeVisible()
      await page.goto(shop.consoleOrigin + consolePath('imports'))
      await page.getByRole('link', { name: 'lamps.csv' }).first().click()
      await expect(page.getByText('Products that the import created.')).toBeVisible()
      const undo = page.getByRole('button', { name: 'Undo the whole import' })
      if (javaScriptEnabled) {
        const by = new Keyboard(page)
        await by.press('e', 'Enter', 'Tab')
        await expect(undo).toBeFocused()
        await by.press('Enter')
      } else {
        await page.getByText('Undo this import').click()
        await undo.click()
      }
      await expect(page.getByText('Undone: 0 products restored, 1 deleted, 0 hidden.')).toBeVisible()
    })
  })
}
