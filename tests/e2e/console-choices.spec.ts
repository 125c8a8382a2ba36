import path from 'node:path'
import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { productType } from '../../src/domain/products/products.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'

/** A product with choices in the shop that runs. */
async function productWithChoices(dataFolder: string): Promise<string> {
  const { db } = connect({ sqliteFile: path.join(dataFolder, 'shop.db') })
  try {
    const query = db.selectFrom('products').select('sku').where('type', '=', productType.variant)
    return (await query.orderBy('id').executeTakeFirstOrThrow()).sku
  } finally {
    await db.destroy()
  }
}

for (const language of languages)
  test(`in ${language} a table of choices keeps what was typed in a row that is refused, and saves the others`, async ({
    browser,
    page,
    shop,
  }, { project }) => {
    await signInNew(page, shop, { email: `choices-${language}-${project.name}@example.com`, language })
    const sku = await productWithChoices(shop.dataFolder)
    // The table needs no script.
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    })
    const table = await plain.newPage()
    await table.goto(shop.consoleOrigin + consolePath('product-variants', { sku }))
    const rows = table.locator('tbody tr')
    const price = (at: number) => rows.nth(at).locator('textarea[name*=" price_"]')
    const stock = (at: number) => rows.nth(at).locator('input[name*=" stock"]:not([type=hidden])')
    await price(0).fill('x')
    await stock(0).fill('31')
    await stock(1).fill('32')
    await table.locator('button[value=save]').click()
    await expect(rows.nth(0).locator('strong')).toBeVisible()
    await expect(price(0)).toHaveValue('x')
    await expect(price(0)).toHaveAttribute('aria-invalid', 'true')
    await expect(stock(0)).toHaveValue('31')
    await expect(stock(1)).toHaveValue('32')
    await price(0).fill('77,50')
    await table.locator('button[value=save]').click()
    await expect(table).toHaveURL(/done=save/)
    await expect(price(0)).toHaveValue('77.50')
    await expect(stock(0)).toHaveValue('31')
    await plain.close()
    // The table says at which edge there is more, and what has the focus is never below the columns that stay.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(shop.consoleOrigin + consolePath('product-variants', { sku }))
    const frame = page.locator('[data-edges]')
    await expect(frame).toHaveAttribute('data-more', 'end')
    await frame.locator('.scroll').evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth }))
    await expect(frame).toHaveAttribute('data-more', 'start')
    const first = page.locator('tbody tr').first()
    await first.locator('select').focus()
    const edges = await first.evaluate((row) => {
      const [kept, field] = ['.stays.second', 'select'].map((each) => row.querySelector(each)?.getBoundingClientRect())
      return { kept: kept?.right ?? 0, field: field?.left ?? 0 }
    })
    expect(edges.field).toBeGreaterThanOrEqual(edges.kept)
  })
