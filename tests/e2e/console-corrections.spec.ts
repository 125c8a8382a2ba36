import { expect, request, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { mailTexts } from '../support/mailbox.ts'
import { orderByForm } from '../support/order-by-form.ts'
import { main } from '../support/page-parts.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

const faultsOf = async (page: Page) => [await losses(page), await objections(page), await smallTargets(page)]
const none = [[], [], []]

for (const language of languages) {
  const t = words(language)

  test.describe(`corrections in ${language}`, () => {
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a misspelt address is corrected, which gets the mails, and the former one a notice`, async ({
      page,
      shop,
    }) => {
      const [wrong, right] = [`lisa-${language}@gmial.com`, `lisa-${language}@example.com`]
      const buyer = await request.newContext({ baseURL: shop.origin })
      const found = await buyer.get(`/api/products?locale=${language}&query=batter`)
      const { products } = (await found.json()) as { products: { sku: string; orderable: boolean }[] }
      const sku = products.find(({ orderable }) => orderable)?.sku ?? ''
      const order = { lines: [{ sku, quantity: 1 }], email: wrong, name: 'Lisa Ekström' }
      const number = await orderByForm(buyer, language, order)
      await buyer.dispose()
      await expect.poll(() => mailTexts(shop.dataFolder, wrong).length).toBeGreaterThan(0)
      await signInNew(page, shop, { email: `rights-${language}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('order', { number }))
      await page.getByText(t('console-orders:correct.title'), { exact: true }).press('Enter')
      const email = page.getByLabel(t('console-orders:correct.email'))
      await expect(email).toHaveValue(wrong)
      await email.fill('lisa@')
      const again = page.getByLabel(t('console-orders:correct.again'))
      await expect(again).toBeChecked()
      expect(await faultsOf(page)).toEqual(none)
      await email.evaluate((field: HTMLInputElement) => {
        field.form?.setAttribute('novalidate', '')
      })
      await email.press('Enter')
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await expect(email).toHaveValue('lisa@')
      await expect(again).toBeChecked()
      await email.fill(right)
      await email.press('Enter')
      await expect(page.getByText(t('console-orders:done.correct_email'))).toBeVisible()
      await expect(main(page)).toContainText(right)
      await expect(main(page)).toContainText(t('console-orders:told.email_corrected'))
      expect(await faultsOf(page)).toEqual(none)
      await expect.poll(() => mailTexts(shop.dataFolder, right).filter((mail) => mail.includes(number)).length).toBe(1)
      const told = () =>
        mailTexts(shop.dataFolder, wrong).filter((mail) => mail.includes('Message-ID: <order-readdressed-'))
      await expect.poll(() => told().length).toBe(1)
      expect(told()[0]).not.toContain(right)
    })

    test(`in ${language} many products get a VAT class in a run, and the list finds them by it`, async ({
      page,
      shop,
    }) => {
      await signInNew(page, shop, { email: `vat-${language}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('products', {}, { status: 'published' }))
      const ticks = main(page).locator('input[name="row[]"], input[name="row"]')
      const skus: string[] = []
      for (const at of [0, 1]) {
        await ticks.nth(at).check()
        skus.push((await ticks.nth(at).getAttribute('value')) ?? '')
      }
      const vat = page.getByRole('button', { name: t('console-products:bulk.vat'), exact: true })
      await vat.click()
      await expect(page.getByRole('alert')).toContainText(t('console-products:fault.vat_class'))
      await page
        .getByLabel(t('console-products:bulk.vat_class'))
        .selectOption({ label: t('console-prices:vat.class_standard') })
      expect(await faultsOf(page)).toEqual(none)
      await vat.click()
      await expect(page).toHaveURL(/\/console\/runs\//)
      for (const sku of skus) await expect(main(page)).toContainText(sku)
      expect(await faultsOf(page)).toEqual(none)
      await page.goto(shop.consoleOrigin + consolePath('products', {}, { vat_class: 'standard' }))
      for (const sku of skus) await expect(ticks.and(page.locator(`[value="${sku}"]`))).toHaveCount(1)
    })

    test(`in ${language} the payouts whose rows differ have a tab`, async ({ page, shop }) => {
      await signInNew(page, shop, { email: `payouts-${language}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('payouts'))
      const id = `po_${language}`
      const report = [
        'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,currency,gross,fee,net,' +
          'reporting_category,payment_intent_id',
        `${id},2026-06-10 00:00:00,txn_${language},sek,50.00,0,50.00,charge,pi_unknown_${language}`,
      ]
      const file = { name: 'payouts.csv', mimeType: 'text/csv', buffer: Buffer.from(`${report.join('\n')}\n`) }
      await page.locator('input[type="file"]').setInputFiles(file)
      await page.getByRole('button', { name: t('console-payouts:import.button'), exact: true }).click()
      await expect(page.getByText(t('console-payouts:imported'))).toBeVisible()
      await page.getByRole('link', { name: t('console-payouts:rows_differ') }).click()
      await expect(page).toHaveURL(/rows=differ/)
      await expect(main(page).locator(`a[href*="${id}"]`).first()).toBeVisible()
      expect(await faultsOf(page)).toEqual(none)
    })
  })
}
