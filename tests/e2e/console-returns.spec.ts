import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { buyToPack, returnToReceive } from '../support/packed-order.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

for (const [at, language] of languages.entries())
  test.describe(`returns in ${language}`, () => {
    // Each language does without script what the other one does with it.
    const hasScript = at === 0
    const t = words(language)
    test.use({ javaScriptEnabled: hasScript, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} one of two units is scrapped, and other counts are paid back once their sum is shown`, async ({
      page,
      browser,
      shop,
    }, { project }) => {
      test.setTimeout(120_000)
      const email = `retur-${language}-${project.name}@example.com`
      const buyer = await (await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })).newPage()
      const { returnNumber, parts } = await returnToReceive(buyer, shop, language, email, { at: 0, units: '2' })
      await buyer.context().close()
      await signInNew(page, shop, { email: `returns-${language}-${project.name}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('return', { number: returnNumber }))
      const units = page.getByLabel(parts[0].sku, { exact: false }).first()
      await expect(units).toHaveValue('2')
      const scrapped = page.getByRole('spinbutton', {
        name: t('console-packing:returns.scrap_of', { sku: parts[0].sku }),
      })
      await expect(scrapped).toHaveValue('0')
      const pay = page.getByRole('button', { name: t('console-packing:returns.credit_now') })
      // The order is on invoice: nothing is paid back, and no word says so.
      await expect(page.locator('form', { has: pay })).not.toContainText(t('console-packing:returns.pays.total'))
      const before = await pay.innerText()
      await units.fill('1')
      await scrapped.fill('2')
      await pay.press('Enter')
      // More are scrapped than have come: that is said, and the keyboard is where it is put right.
      const beyond = t('console-packing:fault.scrap_beyond', { sku: parts[0].sku })
      await expect(page.getByRole('alert').filter({ hasText: beyond })).toBeVisible()
      await expect(scrapped).toHaveAttribute('aria-invalid', 'true')
      await expect(scrapped).toHaveAccessibleName(new RegExp(t('console-packing:returns.scrap')))
      await expect(scrapped).toBeFocused()
      // No sum is shown but that of the counts in the form.
      await expect(pay).toHaveText(t('console-packing:returns.credit_now'))
      await scrapped.fill('1')
      await pay.press('Enter')
      const asked = page.locator('#pay-back')
      await expect(asked).toContainText(t('console-packing:returns.asked_credit', { sum: '' }).split(':')[0] ?? '')
      await expect(asked).toBeFocused()
      expect(await pay.innerText()).not.toBe(before)
      await expect(units).toHaveValue('1')
      await expect(scrapped).toHaveValue('1')
      if (hasScript)
        expect([await losses(page), await objections(page), await smallTargets(page)]).toEqual([[], [], []])
      await pay.press('Enter')
      await expect(page.getByText(t('console-packing:returns.done_refund')).first()).toBeVisible()
      const cells = page.getByRole('row', { name: parts[0].sku }).getByRole('cell')
      await expect(cells.nth(3)).toHaveText('1')
      await expect(cells.nth(4)).toHaveText('0')
    })

    test(`in ${language} an order on invoice says that cancelling it pays nothing back`, async ({
      page,
      browser,
      shop,
    }, { project }) => {
      const buyer = await browser.newContext({ baseURL: shop.origin })
      const email = `annullera-${language}-${project.name}@example.com`
      const { number } = await buyToPack(buyer.request, shop, language, email)
      await buyer.close()
      await signInNew(page, shop, { email: `cancels-${language}-${project.name}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('order', { number }))
      const cancel = page.locator('details', { hasText: t('console-orders:cancel_help') })
      await cancel.locator('summary').press('Enter')
      await expect(cancel).toContainText(t('console-orders:cancel_not_invoiced'))
      const refund = page.locator('#refund')
      await refund.locator('summary').press('Enter')
      await refund.getByRole('spinbutton').first().fill('1')
      await refund.getByRole('button', { name: t('console-orders:refund_sum') }).press('Enter')
      const ending = t('console-orders:refund_uninvoiced', { sum: '' }).trim()
      await expect(page.locator('#pay-back p')).toContainText(ending)
    })
  })
