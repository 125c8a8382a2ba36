import { expect, request, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { buyToPack } from '../support/packed-order.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

/** A scanner is a keyboard: it types what it read into the field that has the focus, and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(page.locator('#scan')).toBeFocused()
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await answered
  await page.waitForLoadState('load')
}

for (const language of languages) {
  test.describe(`packing with a scanner in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} an order is opened, scanned and shipped without touching the screen`, async ({ page, shop }, {
      project,
    }) => {
      const buyer = await request.newContext({ baseURL: shop.origin })
      const {
        number,
        parts: [one, two],
      } = await buyToPack(buyer, shop, language)
      await buyer.dispose()
      await signInNew(page, shop, { email: `pack-${language}-${project.name}@example.com`, language })
      await page.goto(`${shop.consoleOrigin}/console/packing/scan`)

      await scan(page, '9999999')
      await expect(page.getByText(t('console-packing:fault.scan_no_order'))).toBeVisible()
      await scan(page, number)
      await expect(page).toHaveURL(new RegExp(`/packing/scan/${number}`))
      const row = (sku: string) => page.getByRole('row').filter({ hasText: sku })
      const counted = (sku: string, scanned: number, units: number) =>
        expect(page.getByText(t('console-packing:scan.counted', { sku, scanned, units }))).toBeVisible()

      await scan(page, one.ean)
      await counted(one.sku, 1, 2)
      // Where nothing can be scanned a tap counts one unit.
      await row(two.sku)
        .getByRole('button', { name: t('console-packing:scan.by_tap', { sku: two.sku }) })
        .click()
      await counted(two.sku, 1, 1)
      await page.getByRole('button', { name: t('console-packing:scan.undo') }).click()
      await expect(row(two.sku)).toContainText('0 / 1')
      await scan(page, '0000000000017')
      await expect(page.getByText(t('console-packing:fault.scan_unknown'))).toBeVisible()
      await expect(page.getByText(t('console-packing:scan.scanned', { code: '0000000000017' }))).toBeVisible()
      await scan(page, one.ean)
      await counted(one.sku, 2, 2)
      await scan(page, one.ean)
      await expect(page.getByText(t('console-packing:fault.scan_beyond'))).toBeVisible()
      await expect(row(one.sku)).toContainText('2 / 2')

      await page.getByRole('button', { name: t('console-packing:scan.undo') }).click()
      await expect(row(one.sku)).toContainText('1 / 2')
      await scan(page, one.ean)
      await row(two.sku)
        .getByRole('button', { name: t('console-packing:scan.mark_short') })
        .click()
      await expect(page.getByText(t('console-packing:scan.whole'))).toBeVisible()
      await page.getByRole('button', { name: t('console-packing:scan.ship') }).click()
      await expect(page.getByText(t('console-packing:scan.done'))).toBeVisible()
      await expect(row(one.sku)).toHaveCount(0)
      await expect(row(two.sku)).toContainText('0 / 1')

      await row(two.sku)
        .getByRole('button', { name: t('console-packing:scan.mark_found') })
        .click()
      await scan(page, two.sku.toLowerCase())
      await counted(two.sku, 1, 1)
      await page.getByRole('button', { name: t('console-packing:scan.ship') }).click()
      await expect(page.getByText(t('console-packing:scan.closed'))).toBeVisible()
      const { order } = (await shop.order('show', number)) as { order: { status: string } }
      expect(order.status).toBe('shipped')
      await page.goto(`${shop.consoleOrigin}/console/audit?q=${number}`)
      const scanned = (units: string) => t('console-audit:note.scanned', { who: 'Karin Ägare', units })
      const missing = t('console-audit:note.missing', { skus: two.sku })
      for (const note of [`${scanned(`2 × ${one.sku}`)} ${missing}`, scanned(`1 × ${two.sku}`)])
        await expect(page.getByText(note, { exact: true })).toBeVisible()
    })

    test(`in ${language} scans faster than their answers are all counted, and refusals stay in sight`, async ({
      page,
      shop,
    }, { project }) => {
      const buyer = await request.newContext({ baseURL: shop.origin })
      const email = `fast-${language}-${project.name}@example.com`
      const {
        number,
        parts: [one, two],
      } = await buyToPack(buyer, shop, language, email)
      await buyer.dispose()
      await signInNew(page, shop, { email: `fast-packer-${language}-${project.name}@example.com`, language })
      await page.goto(`${shop.consoleOrigin}/console/packing/scan/${number}`)
      await page.waitForLoadState('networkidle')
      await expect(page.locator('#scan')).toBeFocused()
      await page.route('**/packing/scan/*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        await route.continue()
      })
      for (const code of [one.ean, '0000000000017', one.ean, two.ean]) {
        await page.keyboard.type(code)
        await page.keyboard.press('Enter')
      }
      // The number of the parcel is typed while the last answers are on their way.
      await expect(page.locator('#tracking')).toBeVisible()
      await page.locator('#tracking').fill('PN77')
      await expect(page.getByText(t('console-packing:scan.whole'))).toBeVisible()
      await expect(page.getByText(`${t('console-packing:fault.scan_unknown')} 0000000000017`)).toBeVisible()
      const row = (sku: string) => page.getByRole('row').filter({ hasText: sku })
      await expect(row(one.sku)).toContainText('2 / 2')
      await expect(row(two.sku)).toContainText('1 / 1')
      await expect(page.locator('#tracking')).toHaveValue('PN77')
      await expect(page.locator('#tracking')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('console-packing:scan.closed'))).toBeVisible()
    })

    test(`in ${language} the number of a parcel is not taken along to the order that is scanned next`, async ({
      page,
      shop,
    }, { project }) => {
      const buyer = await request.newContext({ baseURL: shop.origin })
      const email = (at: number) => `two-${at}-${language}-${project.name}@example.com`
      const first = await buyToPack(buyer, shop, language, email(1))
      const second = await buyToPack(buyer, shop, language, email(2))
      await buyer.dispose()
      await signInNew(page, shop, { email: `two-packer-${language}-${project.name}@example.com`, language })
      for (const { number, parts } of [second, first]) {
        await page.goto(`${shop.consoleOrigin}/console/packing/scan/${number}`)
        await page.waitForLoadState('networkidle')
        await scan(page, parts[0].ean)
        await expect(page.locator('#tracking')).toBeVisible()
      }
      await page.locator('#tracking').fill('PN-OF-THE-FIRST')
      await page.locator('#scan').focus()
      await scan(page, second.number)
      await expect(page).toHaveURL(new RegExp(`/packing/scan/${second.number}`))
      await expect(page.locator('#tracking')).toHaveValue('')
    })

    test(`in ${language} there is no camera button without a reader of barcodes, and a missing camera is told`, async ({
      page,
      shop,
    }, { project }) => {
      await signInNew(page, shop, { email: `none-${language}-${project.name}@example.com`, language })
      const start = page.getByRole('button', { name: t('console-packing:camera.start') })
      await page.goto(`${shop.consoleOrigin}/console/packing/scan`)
      await page.waitForLoadState('networkidle')
      await expect(start).toBeHidden()
      await page.addInitScript(() => {
        function reader() {}
        reader.getSupportedFormats = () => Promise.resolve(['ean_13'])
        Object.assign(globalThis, { BarcodeDetector: reader })
      })
      await page.reload()
      await start.click()
      await expect(page.getByRole('alert')).toHaveText(t('console-packing:camera.none'))
      await expect(start).toBeVisible()
      await expect(page.getByLabel(t('console-packing:camera.view'))).toBeHidden()
      await page.locator('#scan').focus()
      await scan(page, '9999999')
      await expect(page.getByText(t('console-packing:fault.scan_no_order'))).toBeVisible()
    })
  })
}
