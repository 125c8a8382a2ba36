import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { addToCart, openFirstProduct, reachCheckout } from '../support/shopper.ts'
import { words } from '../support/words.ts'

/** Parses the amount in a text to minor units: "1 234,50 kr" and "€1,234.50" alike. */
function minorUnits(text: string): number {
  const [, whole = '', part = ''] =
    /([\d\s.,\u00a0\u202f]*?\d)(?:[.,](\d{2}))?(?!\d)/.exec(text.replace(/[^\d.,\s\u00a0\u202f]/g, '').trim()) ?? []
  return Number(whole.replace(/\D/g, '')) * 100 + Number(part)
}

/** The Swedish drawer displays its total in whole kronor; the checkout displays the sum to the öre (decision 0022). */
const inDrawer = (amount: number, language: Language) => (language === 'sv' ? Math.round(amount / 100) * 100 : amount)

const shownIn = async (page: Page, selector: string) => minorUnits(await page.locator(selector).first().innerText())

for (const language of languages) {
  const text = words(language)
  const drawer = (page: Page) => page.getByRole('dialog', { name: text('islands:cart.title') })
  const total = async (page: Page) => minorUnits(await drawer(page).locator('p:has(small) b').last().innerText())

  test.describe(`discount codes in ${language}`, () => {
    test('spec 4: a code in the drawer lowers the prices at once, also in the checkout, until removed', async ({
      page,
    }) => {
      await addToCart(page, language)
      const before = await total(page)
      await drawer(page).getByLabel(text('islands:discount.label')).getByRole('textbox').fill('valkommen10')
      await drawer(page)
        .getByRole('button', { name: text('islands:discount.apply') })
        .click()
      await expect(drawer(page).getByText(text('islands:discount.line_off', { percent: 10 }))).toBeVisible()
      const reduced = await total(page)
      expect(reduced).toBeGreaterThan(before * 0.85)
      expect(reduced).toBeLessThan(before * 0.95)
      await drawer(page)
        .getByRole('button', { name: text('islands:cart.checkout') })
        .click()
      await page.waitForURL(/\/checkout\/./)
      const exact = await shownIn(page, '.place-order .totals > div:first-child dd')
      expect(inDrawer(exact, language)).toBe(reduced)
      await page.goto(href(language, 'home'))
      await page.locator('[data-open-cart]').first().click()
      await drawer(page)
        .getByRole('button', { name: text('islands:discount.remove_named', { code: 'VALKOMMEN10' }) })
        .click()
      await expect.poll(() => total(page)).toBe(before)
    })

    test('spec 4: an unknown code is refused with a message, and an invalid one at the field', async ({ page }) => {
      await addToCart(page, language)
      const field = drawer(page).getByLabel(text('islands:discount.label')).getByRole('textbox')
      await field.fill('a!')
      await field.press('Enter')
      await expect(drawer(page).getByText(text('islands:discount.malformed'))).toBeVisible()
      await field.fill('NO-SUCH-CODE')
      await field.press('Enter')
      await expect(drawer(page).getByText(text('islands:discount.rejected', { code: 'NO-SUCH-CODE' }))).toBeVisible()
    })

    test('a code at the checkout keeps the typed data, and is also in the drawer', async ({ page }) => {
      await reachCheckout(page, language)
      await page.locator('main [name="name"]').fill('Anna Lind')
      await page.locator('[name="coupon"]').fill('VALKOMMEN10')
      await page.locator('.coupon-field button[value=coupon]').click()
      await expect(page.locator('.place-order').getByText('VALKOMMEN10')).toHaveCount(0)
      await expect(page.locator('.coupon-field').getByText('VALKOMMEN10').first()).toBeVisible()
      await expect(page.locator('main [name="name"]')).toHaveValue('Anna Lind')
      await page.locator('[data-open-cart]').first().click()
      await expect(drawer(page).getByText(text('islands:discount.code', { code: 'VALKOMMEN10' }))).toBeVisible()
    })
  })

  test(`spec 2: a bundle in ${language} is added at its lower price and with a fixed quantity`, async ({ page }) => {
    const path = await bundledProduct(page, language)
    await page.goto(path)
    await page.evaluate(() => document.documentElement.setAttribute('data-experiment-accessories', 'upselling'))
    const offer = await shownIn(page, '.bundle li .reduced')
    await page.locator('.bundle [data-bundle]').first().click()
    const lines = drawer(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('spinbutton') })
    await expect(lines).toHaveCount(2)
    await expect(lines.nth(1).getByRole('spinbutton')).toBeDisabled()
    await expect.poll(async () => minorUnits(await lines.nth(1).locator('b').first().innerText())).toBe(offer)
  })
}

/** The first product of the first category that is offered in a bundle. */
async function bundledProduct(page: Page, language: Language): Promise<string> {
  await openFirstProduct(page, language)
  const paths = [new URL(page.url()).pathname]
  await page.goBack()
  for (const link of await page.locator('.product-card:has([data-add-to-cart]) h3 a').all())
    paths.push((await link.getAttribute('href')) ?? '')
  for (const path of paths) if ((await (await page.request.get(path)).text()).includes('data-bundle=')) return path
  throw new Error('No product of the category has a bundle.')
}
