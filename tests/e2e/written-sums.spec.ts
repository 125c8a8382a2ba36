import { expect, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import type { SearchProduct } from '../../src/domain/products/products.ts'
import { href } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { tierOf } from '../oracle/prices.ts'
import {
  buyerChoice,
  countryField,
  fillFields,
  orderNumber,
  choosePayment,
  acceptTerms,
  type CheckoutFields,
} from '../support/checkout-form.ts'
import { main } from '../support/page-parts.ts'
import { orderableParts, pick } from '../support/shop-parts.ts'
import { firstCategory, person, placeOrder } from '../support/shopper.ts'
import { inAnyLanguage, words } from '../support/words.ts'

/** One after the other: they share an account, whose saved cart is merged into every checkout. */
test.describe.configure({ mode: 'default' })

for (const language of languages) {
  const t = words(language)

  test(`in ${language} a price for several units says that it is per unit`, async ({ page }) => {
    const { slug, prices } = pick(
      await orderableParts(page, language),
      (part) => part.prices.n.length > 1 && !part.prices.c,
    )
    await page.goto(href(language, 'product', { slug }))
    const rows = page.getByRole('table', { name: t('price.tiers') }).getByRole('row')
    await expect(rows).toHaveCount(prices.n.length - 1)
    for (const [at, { q }] of prices.n.slice(1).entries()) {
      await expect(rows.nth(at).getByRole('rowheader')).toHaveText(t('price.tier', { quantity: q }))
      expect((await rows.nth(at).getByRole('cell').first().innerText()).trim().endsWith(t('price.each').trim())).toBe(
        true,
      )
    }
  })

  test(`in ${language} a category's name and its number of parts are separate words`, async ({ page }) => {
    const category = await firstCategory(page, language)
    const names: string[] = []
    for (const path of [href(language, 'home'), category.split('/').slice(0, 4).join('/')]) {
      await page.goto(path)
      names.push(...(await categoryTiles(page).allTextContents()))
    }
    const spoken = names.map((name) => name.replace(/\s+/g, ' ').trim())
    expect(spoken.filter((name) => /\d$/.test(name)).length, spoken.join()).toBeGreaterThan(3)
    expect(spoken.filter((name) => /\p{L}\d+$/u.test(name))).toEqual([])
  })

  test(`in ${language} checkout, confirmation and order display VAT, sums and free items alike`, async ({ page }) => {
    await signIn(page, 'admin@verkstad.example')
    const { sku } = pick(
      await orderableParts(page, language),
      (part) => part.stock_status === 'in_stock' && (part.prices.n[0]?.p ?? 0) > 300,
    )
    await openCheckout(page, language, sku, 3)
    await fillIn(
      page,
      { ...person, organization_name: 'Hisingens Datorverkstad AB', organization_number: '559999-4612' },
      'SE',
    )
    const seen = await sums(page, '.place-order .totals')
    expect(seen.delivery).toBe(t('checkout:free'))
    await placeOrder(page)
    expect(await sums(page, '.confirmation .totals')).toEqual(seen)
    const number = await orderNumber(page).innerText()
    await page.goto(href(language, 'my-account-order', { id: number }))
    const rows = await main(page).getByRole('row').all()
    const last = async (at: number) => (await rows.at(at)?.getByRole('cell').last().innerText())?.trim()
    const vat = t('checkout:sum.vat', { amount: (await last(-2)) ?? '' })
    expect({ delivery: await last(-3), total: await last(-1), vat }).toEqual(seen)
  })

  test(`in ${language} a reverse-charge sum shows its decimals at the payment and among the orders`, async ({
    page,
  }) => {
    await signIn(page, 'admin@verkstad.example')
    // Prices that are whole kronor without VAT, which still have decimals: no delivery cost, no discount of the
    // organization.
    const reducedCategories = new Set(['power', 'screens', 'memory', 'cooling', 'tools'])
    const priceOf = ({ prices }: SearchProduct, quantity: number) => tierOf(prices.n, quantity)?.p ?? 1
    const quantityOf = (part: SearchProduct) => Math.ceil(2_000 / priceOf(part, 1))
    const part = pick(
      await orderableParts(page, 'en'),
      (each) =>
        each.stock_status === 'in_stock' &&
        !each.prices.c &&
        quantityOf(each) <= 6 &&
        priceOf(each, quantityOf(each)) % 5 === 0 &&
        !reducedCategories.has(each.discount_category ?? ''),
    )
    await openCheckout(page, language, part.sku, quantityOf(part))
    await fillIn(
      page,
      {
        ...person,
        postal_code: '10115',
        city: 'Berlin',
        organization_name: 'Beispiel GmbH',
        organization_number: 'HRB 1',
        vat_number: 'DE123456788',
      },
      'DE',
      'sandbox',
    )
    await placeOrder(page)
    const shown = await sandboxSum(page).innerText()
    expect(shown).toMatch(language === 'sv' ? /\d,00\s*kr$/ : /^SEK\s*[\d,]+\.00$/)
    await page.getByRole('button', { name: t('checkout:sandbox.approve'), exact: true }).click()
    const number = await orderNumber(page).innerText()
    await page.goto(href(language, 'my-account-orders'))
    await expect(orderSum(page, number)).toHaveText(shown)
  })
}

/** Links with a category's picture, name and number of parts. */
const categoryTiles = (page: Page) => main(page).locator('.category-tiles a')
/** What the sandbox's page asks for. */
const sandboxSum = (page: Page) => main(page).locator('p b')
/** What an order cost, in the list of orders. */
const orderSum = (page: Page, number: string) =>
  main(page).getByRole('listitem').filter({ hasText: number }).locator('> b')

/** Signs in with the account's own currency, as the login dialog sets it. */
async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login?locale=en', {
    data: { email, password: demoPassword, cookie: true },
  })
  expect(answer.status()).toBe(200)
  const { origin } = new URL(answer.url())
  await page.context().addCookies([
    { name: 'cid', value: '1', url: origin },
    { name: 'cuc', value: 'SEK', url: origin },
  ])
}

async function openCheckout(page: Page, language: Language, sku: string, quantity: number): Promise<void> {
  const form = { atc: formatAtc([{ sku, quantity }]), action: 'checkout' }
  const answer = await page.request.post(href(language, 'checkout-id'), { form, maxRedirects: 0 })
  await page.goto(answer.headers()['location'] ?? '')
}

/** Fills in an organization; the shop reprices the order for its country and number. */
async function fillIn(page: Page, fields: CheckoutFields, country: string, payment: 'invoice' | 'sandbox' = 'invoice') {
  await buyerChoice(page, 'organization').check({ force: true })
  await countryField(page).selectOption(country)
  await fillFields(page, fields)
  if (fields.vat_number) {
    await page.getByRole('button', { name: inAnyLanguage('checkout:vat.check') }).click()
    await expect(page.getByText(inAnyLanguage('checkout:vat.confirmed'))).toBeVisible()
  }
  await choosePayment(page, payment)
  await acceptTerms(page)
}

/** Delivery, total and its VAT, as displayed including VAT. */
async function sums(page: Page, list: string): Promise<{ delivery: string; total: string; vat: string }> {
  const rows = await page
    .locator(`${list} > div:not(.ex) dd`)
    .evaluateAll((sums) => sums.map((sum) => (sum.querySelector('.inc') ?? sum).textContent?.trim() ?? ''))
  const vat = await page.locator(`${list} ~ .totals-vat`).textContent()
  return { delivery: rows.at(-2) ?? '', total: rows.at(-1) ?? '', vat: vat?.trim() ?? '' }
}
