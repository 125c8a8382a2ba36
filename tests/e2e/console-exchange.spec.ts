import { expect } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { Keyboard } from '../support/keyboard.ts'
import { returnToReceive } from '../support/packed-order.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  test.describe(`exchanges in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a returned part is received and exchanged for another by keys alone`, async ({
      page,
      browser,
      shop,
    }, { project }) => {
      const email = `byte-${language}-${project.name}@example.com`
      const buyer = await (await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })).newPage()
      const { returnNumber, parts } = await returnToReceive(buyer, shop, language, email)
      await buyer.context().close()
      await signInNew(page, shop, { email: `exchange-${language}-${project.name}@example.com`, language })
      await page.goto(`${shop.consoleOrigin}/console/returns/${returnNumber}`)
      await expect(page.getByRole('link', { name: t('console-exchange:open') })).toHaveCount(0)
      const by = new Keyboard(page)
      await by.reach(page.getByRole('button', { name: t('console-packing:returns.later') }))
      await by.leave('Enter')
      await by.reach(page.getByRole('link', { name: t('console-exchange:open') }))
      await by.leave('Enter')
      const sku = page.getByRole('textbox', { name: t('console-order-edit:sku') }).first()
      await by.write(sku, 'nothing-like-it')
      await by.leave('Enter')
      await expect(page.getByText('nothing-like-it', { exact: false }).first()).toBeVisible()
      await expect(sku).toHaveValue('nothing-like-it')
      const charger = language === 'sv' ? 'laddare' : 'charger'
      await by.write(sku, charger)
      await by.leave('Enter')
      await expect(page.getByRole('list', { name: t('console-phone-order:meant', { text: charger }) })).toBeVisible()
      // Enter in a field chooses none of the suggested parts.
      await by.reach(sku)
      await by.leave('Enter')
      await expect(sku).toHaveValue(charger)
      await by.write(sku, parts[0].sku)
      await by.leave('Enter')
      await expect(page.getByRole('heading', { name: t('console-exchange:sum') })).toBeVisible()
      expect([await losses(page), await objections(page), await smallTargets(page)]).toEqual([[], [], []])
      await by.reach(page.getByRole('button', { name: t('console-exchange:place'), exact: true }))
      await by.leave('Enter')
      await expect(page).toHaveURL(/\/console\/orders\/\d+/)
      const number = /orders\/(\d+)/.exec(page.url())?.[1] ?? ''
      await expect(
        page.getByText(t('console-orders:told.exchange_for', { number: returnNumber })).first(),
      ).toBeVisible()
      await page.goto(`${shop.consoleOrigin}/console/returns/${returnNumber}`)
      await expect(page.getByRole('link', { name: t('console-exchange:made', { number }) })).toBeVisible()
      await expect(page.getByRole('link', { name: t('console-exchange:open') })).toHaveCount(0)
    })
  })
}
