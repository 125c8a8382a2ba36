import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { signInNew } from '../support/at-console.ts'
import { main } from '../support/page-parts.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'
import { linkMailed } from './awaited-mail.ts'

const test = testWithShop({})
type T = ReturnType<typeof words>

/** The labels of the sums that can be seen. */
const sums = (page: Page) => main(page).locator('tfoot th:visible').allInnerTexts()

async function answer(page: Page, t: T, sku: string): Promise<void> {
  await main(page)
    .getByRole('link', { name: /^P1\d{5}$/ })
    .first()
    .click()
  await main(page)
    .getByLabel(t('console-sales:sku_of', { line: '1' }))
    .fill(sku)
  await main(page)
    .getByLabel(t('console-sales:price_of_line', { line: '1' }))
    .fill('499')
  await main(page).getByLabel(t('console-sales:to_customer')).fill('Two years of guarantee')
  await main(page)
    .getByRole('button', { name: t('console-sales:submit') })
    .click()
  await expect(page.getByText(t('console-sales:done.answer'))).toBeVisible()
}

for (const language of languages) {
  const t = words(language)

  test(`in ${language} a request is answered, mailed and accepted on a phone`, async ({ browser, page, shop }) => {
    const email = `offer-${language}@example.com`
    const phone = await browser.newContext({ baseURL: shop.origin, viewport: { width: 360, height: 740 } })
    const buyer = await phone.newPage()
    const found = await phone.request.get(`/api/products?locale=${language}&query=batter`)
    const { products } = (await found.json()) as { products: { sku: string; orderable: boolean }[] }
    await buyer.goto(href(language, 'request', {}, { q: 'ThinkPad T420 keyboard' }))
    await main(buyer).getByLabel(t('checkout:field.name')).fill('Bo Verkstad')
    await main(buyer).getByLabel(t('checkout:field.email')).fill(email)
    await main(buyer)
      .getByRole('button', { name: t('orders:request.submit') })
      .click()
    await expect(main(buyer).getByRole('status')).toContainText(email)

    await signInNew(page, shop, { email: `quotes-${language}@example.com`, language })
    await page.goto(shop.consoleOrigin + consolePath('requests'))
    await answer(page, t, products.find(({ orderable }) => orderable)?.sku ?? '')
    await main(page)
      .getByRole('link', { name: /Q1\d{5}/ })
      .click()
    await expect(main(page).getByLabel(t('console-sales:to_customer')).first()).toHaveValue('Two years of guarantee')

    await buyer.goto(await linkMailed(shop.dataFolder, email, language === 'sv' ? 'offert' : 'quote'))
    await expect(main(buyer)).toContainText('Two years of guarantee')
    const [total, vat, exVat] = [
      t('account:quote.sum'),
      t('mail:order_confirmed.vat'),
      t('mail:order_confirmed.ex_vat'),
    ]
    expect(await sums(buyer)).toEqual([total, vat, exVat])
    await buyer.evaluate(() => document.documentElement.setAttribute('data-vat', 'ex'))
    expect(await sums(buyer)).toEqual([exVat, t('checkout:sum.vat_row'), total])
    await main(buyer)
      .getByRole('button', { name: t('account:quote.accept') })
      .click()
    await expect(buyer).toHaveURL(/\/checkout\//)
    await expect(main(buyer)).toContainText('499')
    await phone.close()
  })
}
