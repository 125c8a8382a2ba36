import { expect, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { readAmount } from '../oracle/shown.ts'
import { couponField, placeButton } from '../support/checkout-form.ts'
import { placeAt } from '../support/order-by-form.ts'
import {
  accountLink,
  addButton,
  buyButton,
  cartCount,
  cartLines,
  cartLink,
  cartToast,
  cartTotal,
  main,
  menuButton,
  miniCart,
  orderableCards,
  pixelsBeside,
  productCards,
  searchBox,
  toCheckout,
} from '../support/page-parts.ts'
import { startsNavigation, untilPageIdle } from '../support/page-scripts.ts'
import { costOf, pick, searchParts } from '../support/shop-parts.ts'
import { addToCart, firstProduct, openFirstCategory, orderableSku as orderable } from '../support/shopper.ts'
import { loginDialog } from '../support/sign-in.ts'
import { words } from '../support/words.ts'
import { answer } from './consent-bar.ts'

const storedCart = (page: Page) => page.evaluate((): unknown => JSON.parse(localStorage.getItem('zp02:cart') ?? 'null'))

for (const language of languages) {
  const t = words(language)

  test(`spec 2: in ${language} a link that fills the cart opens the checkout of an empty cart [2.atc]`, async ({
    page,
  }) => {
    const sku = await orderable(page, language)
    await page.goto(href(language, 'checkout-id', {}, { atc: formatAtc([{ sku, quantity: 2 }]) }))
    await expect(main(page)).toContainText(sku)
    await expect(cartCount(page)).toHaveText('2')
    await expect(miniCart(page)).toBeHidden()
  })

  test(
    `spec 2: in ${language} atc fills the cart on any page, also through redirects, and names missing parts` +
      ' [2.atc]',
    async ({ page }) => {
      const sku = await orderable(page, language)
      let pieces = 0
      for (const screen of ['home', 'search', 'track-order', 'my-account', 'my-order', 'find-parts'] as const) {
        await page.goto(
          href(
            language,
            screen,
            {},
            {
              atc: formatAtc([
                { sku: sku.toLowerCase(), quantity: 1 },
                { sku: 'NO-SUCH-1', quantity: 2 },
              ]),
            },
          ),
        )
        pieces += 1
        await expect(cartCount(page), screen).toHaveText(String(pieces))
        await expect(cartToast(page), screen).toContainText(t('islands:cart.unknown', { skus: 'NO-SUCH-1' }))
        expect(new URL(page.url()).searchParams.has('atc'), screen).toBe(false)
      }
    },
  )

  test(`in ${language} a tab opened from a link shows the same discount, and its checkout keeps the code`, async ({
    page,
    context,
  }) => {
    await addToCart(page, language)
    await expect(cartTotal(page)).toHaveText(/\d/)
    const full = (await cartTotal(page).textContent()) ?? ''
    await miniCart(page).getByRole('textbox').fill('VALKOMMEN10')
    await miniCart(page)
      .getByRole('button', { name: t('islands:discount.apply') })
      .click()
    await expect(cartTotal(page)).not.toHaveText(full)
    const reduced = (await cartTotal(page).textContent()) ?? ''
    const other = await context.newPage()
    await other.goto(href(language, 'home'))
    await cartLink(other).click()
    await expect(cartTotal(other)).toHaveText(reduced)
    await miniCart(other)
      .getByRole('button', { name: t('islands:cart.checkout') })
      .click()
    await expect(couponField(other)).toContainText('VALKOMMEN10')
  })

  test(`in ${language} the drawer shows the symbol and amount of the currency chosen in another tab`, async ({
    page,
    context,
  }) => {
    await addToCart(page, language)
    await expect(cartTotal(page)).toHaveText(language === 'sv' ? /kr/ : /€/)
    const { sku } = ((await storedCart(page)) as { items: { sku: string }[] }).items[0] ?? { sku: '' }
    const other = await context.newPage()
    await other.goto(href(language, 'home', {}, { currency: 'GBP' }))
    const part = pick(await searchParts(other, language, sku), (each) => each.sku === sku)
    const inPounds = costOf([{ part, quantity: 1 }]).total.inc
    await page.keyboard.press('Escape')
    await cartLink(page).click()
    await expect(cartTotal(page)).toHaveText(language === 'sv' ? /GBP|£/ : /£/)
    await expect(cartTotal(page)).not.toHaveText(/kr|€/)
    expect(readAmount(await cartTotal(page).innerText(), language)).toBe(inPounds)
  })

  test(
    `spec 4: in ${language} adding a part from a list shows a notice at the cart icon and no drawer` +
      ' [4.cart-drawer.on-add]',
    async ({ page }) => {
      await openFirstCategory(page, language)
      for (const at of [0, 1]) {
        await addButton(orderableCards(page).nth(at)).click()
        await expect(cartCount(page)).toHaveText(String(at + 1))
      }
      await expect(miniCart(page)).toBeHidden()
      await expect(cartToast(page).getByRole('button', { name: t('islands:cart.show') })).toBeVisible()
      const box = await cartToast(page).boundingBox()
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      expect(box && box.width * box.height, 'it covers little').toBeLessThan(width * height * 0.15)
      expect(await pixelsBeside(page)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: t('islands:cart.show') }).click()
      await expect(cartLines(page)).toHaveCount(2)
    },
  )

  test(
    `in ${language} a stock alert stays in the drawer of the next page until it is seen` +
      ' [2.cart-line.adjusted] [8.adjusted-quantity]',
    async ({ page }) => {
      const sku = await orderable(page, language)
      await page.goto(href(language, 'home', {}, { atc: formatAtc([{ sku, quantity: 5_000 }]) }))
      const alert = cartLines(page).getByRole('alert')
      await expect(alert).toBeVisible()
      const left = ((await storedCart(page)) as { items: { quantity: number }[] }).items[0]?.quantity ?? 0
      await expect(alert).toHaveText(t('islands:product.adjusted_quantity', { quantity: left }))
      await page.goto(href(language, 'search'))
      const synced = page.waitForResponse('**/api/sync-cart?**')
      await cartLink(page).click()
      await synced
      await expect(alert).toBeVisible()
      await miniCart(page)
        .getByRole('button', { name: t('islands:cart.close') })
        .first()
        .click()
      await cartLink(page).click()
      await expect(cartLines(page)).toBeVisible()
      await expect(alert).toHaveCount(0)
    },
  )

  test(`in ${language} no click id is stored before consent or after "only necessary"`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.postData() ?? ''}`))
    await page.goto(`${await firstProduct(page, language)}?gclid=secret-click&utm_source=mail`)
    await buyButton(page).click()
    await expect(miniCart(page)).toBeVisible()
    await page.goto(`${href(language, 'search')}?gclid=secret-click`)
    await answer(page, language, 'only_necessary').click()
    await cartLink(page).click()
    await toCheckout(page).click()
    await expect(placeButton(page)).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toContain('secret-click')
    expect(asked.join(' ')).not.toContain('secret-click')
  })
}

test("a page that becomes visible again applies another tab's currency, unless a form has text @wide", async ({
  page,
  context,
}) => {
  await page.goto('/en')
  await expect(productCards(page).first()).toContainText('€')
  const other = await context.newPage()
  await other.goto('/en?currency=GBP')
  const look = () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await searchBox(page).fill('half a word')
  await untilPageIdle(page)
  expect(await startsNavigation(page, look)).toBe(false)
  await expect(searchBox(page)).toHaveValue('half a word')
  await searchBox(page).fill('')
  const loaded = page.waitForEvent('load')
  await page.evaluate(look)
  await loaded
  await expect(productCards(page).first()).toContainText('£')
})

for (const [what, path, open] of [
  ['menu', '/en', menuButton],
  [
    'filter sheet',
    '/en/searchresults?q=charger',
    (page: Page) => main(page).getByRole('button', { name: words('en')('listing.filter') }),
  ],
] as const) {
  test(`a tap outside the open ${what} only closes it @narrow`, async ({ page }) => {
    await page.clock.install()
    await page.goto(path)
    await open(page).tap()
    const sheet = page.locator(':popover-open')
    await expect(sheet).toBeVisible()
    for (const [x, y] of [
      [345, 24],
      [345, 90],
      [345, 140],
    ] as const) {
      if (!(await sheet.isVisible())) await open(page).tap()
      await page.touchscreen.tap(x, y)
      await expect(sheet).toBeHidden()
      await page.clock.runFor(2_500)
      await page.evaluate(() => fetch('/healthz'))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(page.url()).toContain(path)
    }
    await accountLink(page).tap()
    await expect(loginDialog(page)).toBeVisible()
  })
}

test('a cart whose link is given to somebody who orders it stays with its maker', async ({ page, playwright }) => {
  const sku = await orderable(page, 'sv')
  await page.goto(href('sv', 'checkout-id', {}, { atc: formatAtc([{ sku, quantity: 2 }]) }))
  await expect(cartCount(page)).toHaveText('2')
  await expect(page).toHaveURL(/\/[\w-]{32}$/)
  const link = page.url()
  const buyer = await playwright.request.newContext()
  expect(await placeAt(buyer, link, { email: 'buyer@example.com', name: 'Bo Buyer' })).toContain('/confirmation/')
  await buyer.dispose()
  await page.goto(href('sv', 'home'))
  await cartLink(page).click()
  await expect(cartLines(page)).toHaveCount(1)
  await page.goto(link)
  await expect(main(page)).toContainText(words('sv')('checkout:confirmation.elsewhere'))
  await untilPageIdle(page)
  await expect(cartCount(page)).toHaveText('2')
  expect(await storedCart(page)).toMatchObject({ items: [{ sku, quantity: 2 }] })
})
