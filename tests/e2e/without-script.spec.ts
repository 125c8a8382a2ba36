import { expect, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { orderNumber, orderedLines, servicePoints, acceptTerms } from '../support/checkout-form.ts'
import {
  addButton,
  buyButton,
  cartCount,
  cartLink,
  main,
  menuButton,
  miniCart,
  nextPage,
  orderableCards,
  pageHeading,
  partNumber,
  partsButton,
  partsMenu,
  productCards,
  searchBox,
  sideNav,
  toCheckout,
} from '../support/page-parts.ts'
import { orderableParts } from '../support/shop-parts.ts'
import { chooseDelivery, fillCheckout, openFirstCategory, openFirstProduct, placeOrder } from '../support/shopper.ts'
import { words } from '../support/words.ts'
import { bar, settingsButton } from './consent-bar.ts'

/** The cart page as without scripts: part numbers with their quantities. */
async function cartOf(page: Page): Promise<[string, string][]> {
  const lines = await main(page).getByRole('listitem').all()
  return Promise.all(
    lines.map(async (line): Promise<[string, string]> => [
      await partNumber(line).innerText(),
      await line.getByRole('spinbutton').inputValue(),
    ]),
  )
}

/** Waits for the page that shows these part numbers and quantities: every change loads the page again. */
const expectCart = (page: Page, lines: [sku: string, quantity: string][]) =>
  expect.poll(() => cartOf(page)).toEqual(lines)

/** Adds two parts of the first category from the grid. */
async function addTwoParts(page: Page, language: Language): Promise<string[]> {
  const skus: string[] = []
  for (const at of [0, 1]) {
    await openFirstCategory(page, language)
    const card = orderableCards(page).nth(at)
    skus.push(await partNumber(card).innerText())
    await addButton(card).click()
    await page.waitForURL(`**${href(language, 'checkout-id')}`)
  }
  return skus
}

for (const language of languages) {
  const text = words(language)

  test.describe(`without script in ${language}`, () => {
    test.use({ javaScriptEnabled: false })

    test('a category can be read, sorted, filtered and paged', async ({ page }) => {
      await openFirstCategory(page, language)
      const count = main(page).getByRole('heading', { name: /^\d/ })
      const all = await count.innerText()
      await page.getByText(text('listing.sort')).click()
      await main(page)
        .getByRole('link', { name: text('sort.price_up') })
        .click()
      await expect(page).toHaveURL(/sort=price_up/)
      await nextPage(page).click()
      await expect(page).toHaveURL(/page=2.*#grid/)
      await expect(productCards(page).first()).toBeVisible()
      const filter = page.getByRole('button', { name: text('listing.filter') })
      if (await filter.isVisible()) await filter.click()
      await page
        .getByRole('complementary', { name: text('listing.filter') })
        .getByRole('link')
        .first()
        .click()
      await expect(count).not.toHaveText(all)
      await page.getByRole('link', { name: text('listing.clear') }).click()
      await expect(count).toHaveText(all)
    })

    test('parts are found by the search form, and a search without hits says so', async ({ page }) => {
      await page.goto(href(language, 'home'))
      await searchBox(page).fill(language === 'sv' ? 'batteri' : 'battery')
      await page
        .getByRole('banner')
        .getByRole('button', { name: text('islands:search.submit') })
        .click()
      await expect(page).toHaveURL(new RegExp(`${href(language, 'search')}\\?q=`))
      await expect(productCards(page).first()).toBeVisible()
      await searchBox(page).fill('zzqx')
      await searchBox(page).press('Enter')
      await expect(page.getByText(text('search_results.nothing'))).toBeVisible()
    })

    test('the menus are plain links, and features that need scripts are hidden', async ({ page }) => {
      await page.goto(href(language, 'home'))
      const isNarrow = await menuButton(page).isVisible()
      await (isNarrow ? menuButton(page) : partsButton(page)).click()
      const category = (isNarrow ? sideNav(page) : partsMenu(page)).getByRole('link').first()
      const name = await category.innerText()
      await category.click()
      await expect(pageHeading(page)).toHaveText(name)
      if (isNarrow) await menuButton(page).click()
      await expect(page.getByRole('button', { name: text('menu.excel') })).toBeHidden()
      await expect(page.getByRole('group', { name: text('islands:vat.label') })).toBeHidden()
      await expect(bar(page)).toBeHidden()
      await expect(settingsButton(page)).toBeHidden()
    })

    test('the first picture opens by its link', async ({ page }) => {
      await openFirstProduct(page, language)
      await page.getByRole('link', { name: text('product.zoom', { number: 1 }) }).click()
      await expect(page).toHaveURL(/\/pictures\/.*\.svg$/)
    })

    test('parts are added to the cart, changed and removed', async ({ page }) => {
      const [first = '', second = ''] = await addTwoParts(page, language)
      await expectCart(page, [
        [first, '1'],
        [second, '1'],
      ])
      const quantity = main(page).getByRole('spinbutton').first()
      await quantity.fill('3')
      await quantity.press('Enter')
      await expectCart(page, [
        [first, '3'],
        [second, '1'],
      ])
      await page.reload()
      await expectCart(page, [
        [first, '3'],
        [second, '1'],
      ])
      await page
        .getByRole('button', { name: text('islands:cart.remove') })
        .last()
        .click()
      await expectCart(page, [[first, '3']])
      await page.getByRole('button', { name: text('islands:cart.remove') }).click()
      await expect(pageHeading(page)).toHaveText(text('checkout:empty.title'))
    })

    test('a part is bought, from its page to the confirmation', async ({ page, context }) => {
      await openFirstProduct(page, language)
      await main(page).getByRole('spinbutton').fill('2')
      await buyButton(page).click()
      await toCheckout(page).click()
      await fillCheckout(page, 'invoice')
      await chooseDelivery(page, 'service_point', text('checkout:update_sum'))
      await expect(servicePoints(page).first()).toBeVisible()
      await acceptTerms(page)
      await placeOrder(page)
      await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
      await expect(orderNumber(page)).toBeVisible()
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('cart')
      await page.goto(href(language, 'checkout-id'))
      await expect(pageHeading(page)).toHaveText(text('checkout:empty.title'))
    })
  })

  test(`a cart from before scripts ran in ${language} is merged into the stored one, once`, async ({
    context,
    page,
  }) => {
    const [first, second] = await orderableParts(page, language)
    for (const part of [first, second]) {
      const form = { atc: formatAtc([{ sku: part?.sku ?? '', quantity: 1 }]) }
      const answer = await page.request.post(href(language, 'checkout-id'), { form, maxRedirects: 0 })
      expect(answer.status()).toBe(303)
    }
    const other = await context.newPage()
    await Promise.all([page.goto(href(language, 'home')), other.goto(href(language, 'home'))])
    await expect(cartCount(page)).toHaveText('2')
    await expect(cartCount(other)).toHaveText('2')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('cart')
    await cartLink(page).click()
    await expect(miniCart(page).getByText(first?.sku ?? '')).toBeVisible()
    await page.goto(href(language, 'checkout-id'))
    await expect(orderedLines(page)).toHaveCount(2)
  })
}
