import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { chooseDelivery, fillCheckout, openFirstCategory, openFirstProduct, placeOrder } from '../support/shopper.ts'
import { words } from '../support/words.ts'

const addButton = '.buy-box form button[type=submit]'

/** The cart page as without scripts: part numbers with their quantities. */
async function cartOf(page: Page): Promise<[string, string][]> {
  const lines = await page.locator('.cart-view li').all()
  return Promise.all(
    lines.map(async (line): Promise<[string, string]> => [
      await line.locator('.number').innerText(),
      await line.locator('input').inputValue(),
    ]),
  )
}

/** Adds two parts of the first category from the grid. */
async function addTwoParts(page: Page, language: Language): Promise<string[]> {
  const skus: string[] = []
  for (const at of [0, 1]) {
    await openFirstCategory(page, language)
    const card = page.locator('.product-card:has([data-add-to-cart])').nth(at)
    skus.push(await card.locator('.number').innerText())
    await card.locator('[data-add-to-cart]').click()
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
      const count = page.locator('.toolbar h2')
      const all = await count.innerText()
      await page.locator('.sort summary').click()
      await page.locator('.sort .choices a').nth(2).click()
      await expect(page).toHaveURL(/sort=price_up/)
      await page.locator('a[rel="next"]').click()
      await expect(page).toHaveURL(/page=2.*#grid/)
      await expect(page.locator('.product-card').first()).toBeVisible()
      const filter = page.locator('.toolbar .filter')
      if (await filter.isVisible()) await filter.click()
      await page.locator('.facet-values a:visible').first().click()
      await expect(count).not.toHaveText(all)
      await page.locator('.chips .clear').click()
      await expect(count).toHaveText(all)
    })

    test('parts are found by the search form, and a search without hits says so', async ({ page }) => {
      await page.goto(href(language, 'home'))
      await page.locator('search input').fill(language === 'sv' ? 'batteri' : 'battery')
      await page.locator('search button').click()
      await expect(page).toHaveURL(new RegExp(`${href(language, 'search')}\\?q=`))
      await expect(page.locator('.product-card').first()).toBeVisible()
      await page.locator('search input').fill('zzqx')
      await page.locator('search input').press('Enter')
      await expect(page.getByText(text('search_results.nothing'))).toBeVisible()
    })

    test('the menus are plain links, and features that need scripts are hidden', async ({ page }) => {
      await page.goto(href(language, 'home'))
      const menu = page.locator('button.menu')
      if (await menu.isVisible()) {
        await menu.click()
        await page.locator('.category-tree a').first().click()
      } else {
        await page.locator('button.parts').click()
        await page.locator('#parts-menu h2 a').first().click()
      }
      await expect(page.locator('.category-view h1')).toBeVisible()
      for (const hidden of ['[data-open-excel]', '.vat-switch', '.consent-bar', '.site-footer [data-open-consent]']) {
        for (const element of await page.locator(hidden).all()) await expect(element).toBeHidden()
      }
    })

    test('the first picture opens by its link', async ({ page }) => {
      await openFirstProduct(page, language)
      await page.locator('.gallery a').first().click()
      await expect(page).toHaveURL(/\/pictures\/.*\.webp$/)
    })

    test('parts are added to the cart, changed and removed', async ({ page }) => {
      const [first = '', second = ''] = await addTwoParts(page, language)
      expect(await cartOf(page)).toEqual([
        [first, '1'],
        [second, '1'],
      ])
      await page.locator('.cart-view input').first().fill('3')
      await page.locator('.cart-view input').first().press('Enter')
      expect(await cartOf(page)).toEqual([
        [first, '3'],
        [second, '1'],
      ])
      await page.reload()
      expect(await cartOf(page)).toEqual([
        [first, '3'],
        [second, '1'],
      ])
      await page
        .getByRole('button', { name: text('islands:cart.remove') })
        .last()
        .click()
      expect(await cartOf(page)).toEqual([[first, '3']])
      await page.getByRole('button', { name: text('islands:cart.remove') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:empty.title'))
    })

    test('a part is bought, from its page to the confirmation', async ({ page, context }) => {
      await openFirstProduct(page, language)
      await page.locator('.buy-box input[name="quantity"]').fill('2')
      await page.locator(addButton).click()
      await page.getByRole('button', { name: text('islands:cart.checkout') }).click()
      await fillCheckout(page, 'invoice')
      await chooseDelivery(page, 'point-se', text('checkout:update_sum'))
      await expect(page.locator('.service-points label').first()).toBeVisible()
      await page.locator('input[name="terms"]').check({ force: true })
      await placeOrder(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:confirmation.title'))
      await expect(page.locator('.order-number')).toBeVisible()
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('cart')
      await page.goto(href(language, 'checkout-id'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('checkout:empty.title'))
    })
  })

  test(`a cart from before scripts ran in ${language} is merged into the stored one, once`, async ({
    browser,
    context,
    page,
  }) => {
    const before = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() })
    const [first = ''] = await addTwoParts(await before.newPage(), language)
    await context.addCookies(await before.cookies())
    await before.close()
    const other = await context.newPage()
    await Promise.all([page.goto(href(language, 'home')), other.goto(href(language, 'home'))])
    await expect(page.locator('[data-cart-count]').first()).toHaveText('2')
    await expect(other.locator('[data-cart-count]').first()).toHaveText('2')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('cart')
    await page.locator('[data-open-cart]').first().click()
    await expect(page.getByRole('dialog').getByText(first)).toBeVisible()
    await page.goto(href(language, 'checkout-id'))
    await expect(page.locator('.checkout .order-summary li')).toHaveCount(2)
  })
}
