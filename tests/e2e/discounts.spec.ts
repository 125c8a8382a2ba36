import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { checkoutField, couponField } from '../support/checkout-form.ts'
import {
  addButton,
  bundleOffers,
  cartLines,
  cartLink,
  cartTotal,
  lineSum,
  main,
  miniCart,
  reducedPrice,
} from '../support/page-parts.ts'
import { addToCart, firstProducts, reachCheckoutByLink } from '../support/shopper.ts'
import { words } from '../support/words.ts'

/** Parses the amount in a text to minor units: "1 234,50 kr" and "€1,234.50" alike. */
function minorUnits(text: string): number {
  const [, whole = '', part = ''] =
    /([\d\s.,\u00a0\u202f]*?\d)(?:[.,](\d{2}))?(?!\d)/.exec(text.replace(/[^\d.,\s\u00a0\u202f]/g, '').trim()) ?? []
  return Number(whole.replace(/\D/g, '')) * 100 + Number(part)
}

/** The Swedish drawer displays its total in whole kronor; the checkout displays the sum to the öre (decision 0022). */
const inDrawer = (amount: number, language: Language) => (language === 'sv' ? Math.round(amount / 100) * 100 : amount)

for (const language of languages) {
  const text = words(language)
  const total = async (page: Page) => minorUnits(await cartTotal(page).innerText())

  test.describe(`discount codes in ${language}`, () => {
    test('spec 4: a code in the drawer lowers the prices at once, also in the checkout, until removed', async ({
      page,
    }) => {
      await addToCart(page, language)
      const before = await total(page)
      await miniCart(page).getByLabel(text('islands:discount.label')).getByRole('textbox').fill('valkommen10')
      await miniCart(page)
        .getByRole('button', { name: text('islands:discount.apply') })
        .click()
      await expect(miniCart(page).getByText(text('islands:discount.line_off', { percent: 10 }))).toBeVisible()
      const reduced = await total(page)
      expect(reduced).toBeGreaterThan(before * 0.85)
      expect(reduced).toBeLessThan(before * 0.95)
      await miniCart(page)
        .getByRole('button', { name: text('islands:cart.checkout') })
        .click()
      await page.waitForURL(/\/checkout\/./)
      const exact = minorUnits(await main(page).getByRole('definition').first().innerText())
      expect(inDrawer(exact, language)).toBe(reduced)
      await page.goto(href(language, 'home'))
      await cartLink(page).click()
      await miniCart(page)
        .getByRole('button', { name: text('islands:discount.remove_named', { code: 'VALKOMMEN10' }) })
        .click()
      await expect.poll(() => total(page)).toBe(before)
    })

    test('spec 4: an unknown code is refused with a message, and an invalid one at the field', async ({ page }) => {
      await addToCart(page, language)
      const field = miniCart(page).getByLabel(text('islands:discount.label')).getByRole('textbox')
      await field.fill('a!')
      await field.press('Enter')
      await expect(miniCart(page).getByText(text('islands:discount.malformed'))).toBeVisible()
      await field.fill('NO-SUCH-CODE')
      await field.press('Enter')
      await expect(miniCart(page).getByText(text('islands:discount.rejected', { code: 'NO-SUCH-CODE' }))).toBeVisible()
    })

    test('a code at the checkout keeps the typed data, and is also in the drawer', async ({ page }) => {
      await reachCheckoutByLink(page, language)
      await checkoutField(page, 'name').fill('Anna Lind')
      await couponField(page).getByRole('textbox').fill('VALKOMMEN10')
      await couponField(page)
        .getByRole('button', { name: text('checkout:coupon.apply') })
        .click()
      // It is in the prices, so that the sums name it and take nothing off again.
      const sums = page.locator('.place-order')
      await expect(sums.getByRole('definition').filter({ hasText: 'VALKOMMEN10' })).toHaveText('VALKOMMEN10')
      await expect(sums.getByText(text('checkout:sum.discount'), { exact: true })).toHaveCount(0)
      await expect(couponField(page).getByText('VALKOMMEN10').first()).toBeVisible()
      await expect(checkoutField(page, 'name')).toHaveValue('Anna Lind')
      await cartLink(page).click()
      await expect(miniCart(page).getByText(text('islands:discount.code', { code: 'VALKOMMEN10' }))).toBeVisible()
    })
  })

  test(`spec 2: a bundle in ${language} is added at its lower price and with a fixed quantity`, async ({ page }) => {
    const path = await bundledProduct(page, language)
    await page.goto(path)
    await page.evaluate(() => document.documentElement.setAttribute('data-experiment-accessories', 'upselling'))
    const offer = minorUnits(await reducedPrice(bundleOffers(page).first()).innerText())
    await addButton(bundleOffers(page).first()).click()
    await expect(cartLines(page)).toHaveCount(2)
    await expect(cartLines(page).nth(1).getByRole('spinbutton')).toBeDisabled()
    await expect.poll(async () => minorUnits(await lineSum(cartLines(page).nth(1)).innerText())).toBe(offer)
  })
}

/** The first product of the first category that is offered in a bundle. */
async function bundledProduct(page: Page, language: Language): Promise<string> {
  for (const path of await firstProducts(page, language))
    if ((await (await page.request.get(path)).text()).includes('data-bundle=')) return path
  throw new Error('No product of the category has a bundle.')
}
