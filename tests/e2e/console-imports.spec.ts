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

test.describe('in Swedish', () => {
  test.use({ locale: 'sv-SE' })

  test('what an import changes is said in words, and undoing it counts what it wrote', async ({ page, shop }, {
    project,
  }) => {
    const sku = `${project.name}-ord-1`
    await signInNew(page, shop, { email: `ord-${project.name}@example.com`, language: 'sv', role: 'manager' })
    const importFile = async (rows: readonly string[]) => {
      await page.goto(shop.consoleOrigin + consolePath('import-new'))
      const text = ['artikelnummer;namn;kategori;pris;lager', ...rows, ''].join('\n')
      await page
        .getByLabel('Fil', { exact: true })
        .setInputFiles({ name: `${project.name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) })
      await page.getByRole('button', { name: 'Ladda upp' }).click()
      await page.getByRole('button', { name: 'Kontrollera hela filen' }).click()
      await expect(page.getByRole('heading', { name: 'Importera filen?' })).toBeVisible()
    }
    const start = async () => {
      await page.getByRole('button', { name: 'Importera', exact: true }).click()
      await expect(page.getByText('Filen är importerad.')).toBeVisible()
    }
    await importFile([`${sku};Lampa;Lampor;1199,50;4`, `${sku}-b;Skärm;Lampor;50,00;1`])
    await start()
    await importFile([`${sku};Lampa;Lampor;1099,50;4`])
    await expect(page.getByRole('cell', { name: /1[\s\u00a0]374,38[\s\u00a0]kr/ }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Pris (SEK)' })).toBeVisible()
    expect(await page.locator('main').innerText()).not.toMatch(/price in|\d\.\d\d SEK/)
    expect(await objections(page)).toEqual([])
    await start()
    await page.locator('summary', { hasText: 'Ångra importen' }).click()
    await expect(page.getByText('Artiklar som får tillbaka det de hade: 1.')).toBeVisible()
  })
})
