import { chromium, expect, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import type { SearchProduct } from '../../src/domain/products/products.ts'
import { href } from '../../src/routes.ts'
import type { OracleAmounts } from '../oracle/amounts.ts'
import { displayed } from '../oracle/prices.ts'
import { readAmount } from '../oracle/shown.ts'
import { wholeBrowser } from '../support/find-browser.ts'
import {
  accessoriesOf,
  addButton,
  bundleOffers,
  buyButton,
  cartCount,
  cartLines,
  cartLink,
  cartTotal,
  lineSum,
  main,
  miniCart,
  partNumber,
  toCheckout,
} from '../support/page-parts.ts'
import { costOf, orderableParts, percentOff, pick, searchParts, type Bought } from '../support/shop-parts.ts'
import { addToCart } from '../support/shopper.ts'
import { words } from '../support/words.ts'

/** All data in the drawer comes from the shop: prices, stock and offers. */
const startOver = (page: Page) => page.evaluate(() => localStorage.removeItem('zp02:cart'))
const currencyOf = (language: Language) => (language === 'sv' ? 'SEK' : 'EUR')

async function fillCart(
  page: Page,
  language: Language,
  bought: readonly Bought[],
  where = href(language, 'track-order'),
): Promise<void> {
  const atc = formatAtc(bought.map(({ part, quantity }) => ({ sku: part.sku, quantity })))
  await page.goto(`${where}?${new URLSearchParams({ atc })}`)
  await expect(cartLines(page)).toHaveCount(bought.length)
}

/** Chooses what the experiment shows beside a product. */
const show = (page: Page, variant: 'upselling' | 'original') =>
  page.evaluate((chosen) => document.documentElement.setAttribute('data-experiment-accessories', chosen), variant)

const isPlain = (part: SearchProduct) => part.stock_status === 'in_stock' && !part.prices.c && part.group_size <= 1

/** A part with the page of a product that offers it in a bundle. */
async function bundle(
  page: Page,
  language: Language,
  parts: readonly SearchProduct[],
): Promise<{ part: SearchProduct; offered: SearchProduct; percent: number }> {
  for (const part of parts.filter(isPlain)) {
    const path = href(language, 'product', { slug: part.slug })
    if (!(await (await page.request.get(path)).text()).includes('data-bundle=')) continue
    await page.goto(path)
    await show(page, 'upselling')
    const offer = bundleOffers(page).first()
    const sku = await partNumber(offer).innerText()
    const offered = (await searchParts(page, language, sku)).find((each) => each.sku === sku && !each.prices.c)
    const percent = Number((await offer.getByText('%').innerText()).replace(/\D/g, ''))
    if (offered) return { part, offered, percent }
  }
  throw new Error('No part of the demo shop has a bundle.')
}

/** Compares the drawer's total, with and without VAT, with the exact sum as it is displayed. */
async function expectTotal(page: Page, language: Language, { total }: OracleAmounts): Promise<void> {
  const read = async (vat: 'inc' | 'ex') => readAmount((await cartTotal(page, vat).textContent()) ?? '', language)
  await expect.poll(() => read('inc').catch(String), 'including VAT').toBe(displayed(total.inc, currencyOf(language)))
  expect(await read('ex'), 'excluding VAT').toBe(total.ex)
}

async function expectLine(
  page: Page,
  language: Language,
  { part: { sku }, quantity }: Bought,
  amounts: OracleAmounts['lines'][number] | undefined,
): Promise<void> {
  const line = cartLines(page).filter({ hasText: sku })
  await expect(line.getByRole('spinbutton'), sku).toHaveValue(String(quantity))
  const sum = await lineSum(line).innerText()
  expect([sku, readAmount(sum, language)]).toEqual([sku, displayed(amounts?.total.inc ?? 0n, currencyOf(language))])
}

const quantityOf = (page: Page, sku: string) => cartLines(page).filter({ hasText: sku }).getByRole('spinbutton')

/** The quantity of a gift and of a cross-sell is fixed, that of the part beside them is not. */
async function fixQuantities(page: Page, language: Language, part: SearchProduct): Promise<void> {
  const text = words(language)
  await startOver(page)
  await page.goto(href(language, 'product', { slug: part.slug }))
  await show(page, 'original')
  await buyButton(page).click()
  await miniCart(page).getByRole('textbox').fill('GRATISTEJP')
  await miniCart(page)
    .getByRole('button', { name: text('islands:discount.apply') })
    .click()
  await quantityOf(page, part.sku).fill('5')
  await quantityOf(page, part.sku).press('Tab')
  const gift = cartLines(page).filter({ hasText: text('islands:cart.gift') })
  await expect(gift.getByRole('spinbutton')).toBeDisabled()
  await page.keyboard.press('Escape')
  const accessory = addButton(accessoriesOf(page, 'original')).first()
  const { sku } = JSON.parse((await accessory.getAttribute('data-line')) ?? '{}') as { sku: string }
  await accessory.click()
  await cartLink(page).click()
  await expect(quantityOf(page, sku)).toBeDisabled()
  await expect(quantityOf(page, part.sku)).toBeEnabled()
}

for (const language of languages) {
  const text = words(language)

  test(
    `spec 2: the mini cart in ${language} is a drawer with lines, widgets and a checkout button` +
      ' [2.atc] [2.mini-cart.drawer] [2.mini-cart.empty] [2.mini-cart.checkout] [2.mini-cart.widgets]',
    async ({ page, request }) => {
      await page.goto(href(language, 'home'))
      await cartLink(page).click()
      await expect(miniCart(page).getByText(text('islands:cart.empty'))).toBeVisible()
      for (const slug of ['cart-header', 'cart-footer']) {
        const { content } = (await (await request.get(`/api/widget-by-slug/${slug}?locale=${language}`)).json()) as {
          content: string
        }
        const said = await page.evaluate(
          (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '',
          content,
        )
        expect(said.trim()).not.toBe('')
        await expect(miniCart(page)).toContainText(said.trim())
      }

      const part = pick(await orderableParts(page, language), isPlain)
      await fillCart(page, language, [{ part, quantity: 1 }])
      await expect(cartLines(page)).toContainText(part.sku)
      await expect(cartCount(page)).toHaveText('1')
      await expect(miniCart(page).getByRole('heading', { name: text('islands:cart.title') })).toBeVisible()
      const edge = await miniCart(page).boundingBox()
      // At most the scrollbar is beside it.
      expect(edge && (page.viewportSize()?.width ?? 0) - edge.x - edge.width).toBeLessThan(20)

      await miniCart(page)
        .getByRole('button', { name: text('islands:cart.checkout') })
        .click()
      await expect(main(page)).toContainText(part.sku)
      await cartLink(page).click()
      await expect(cartLines(page)).toBeVisible()
      await expect(miniCart(page).getByRole('button', { name: text('islands:cart.checkout') })).toHaveCount(0)
    },
  )

  test(
    `spec 2: in ${language} the total adds up all kinds of prices, and the quantity of a cross-sell, bundle or coupon` +
      ' is fixed [2.mini-cart.total] [2.cart-line.bound]',
    async ({ page }) => {
      const parts = await orderableParts(page, language)
      const { part, offered, percent } = await bundle(page, language, parts)
      const isOther = (each: SearchProduct) => each.sku !== part.sku && each.sku !== offered.sku
      const tiered = pick(parts, (each) => isPlain(each) && isOther(each) && each.prices.n.some(({ q }) => q > 1))
      const reducedPart = pick(
        parts,
        (each) => each.stock_status === 'in_stock' && isOther(each) && each.prices.c !== undefined,
      )
      const plain = pick(parts, (each) => isPlain(each) && isOther(each) && each !== tiered)
      const tier = Math.min(...tiered.prices.n.map(({ q }) => q).filter((q) => q > 1))
      const chosen: Bought[] = [
        { part: plain, quantity: 2 },
        { part: tiered, quantity: tier },
        { part: reducedPart, quantity: 1 },
      ]
      const cart: Bought[] = [...chosen, { part, quantity: 1 }, { part: offered, quantity: 1, bundlePercent: percent }]

      await fillCart(page, language, chosen, href(language, 'product', { slug: part.slug }))
      await expectTotal(page, language, costOf(chosen))
      await page.keyboard.press('Escape')
      await show(page, 'upselling')
      await addButton(bundleOffers(page).first()).click()
      await expect(cartLines(page)).toHaveCount(cart.length)
      await expectTotal(page, language, costOf(cart))
      for (const [at, bought] of cart.entries()) await expectLine(page, language, bought, costOf(cart).lines[at])
      await expect(quantityOf(page, part.sku)).toBeEnabled()
      await expect(quantityOf(page, offered.sku)).toBeDisabled()

      await miniCart(page).getByRole('textbox').fill('VALKOMMEN10')
      await miniCart(page)
        .getByRole('button', { name: text('islands:discount.apply') })
        .click()
      const withCode = costOf(cart, [percentOff(10)])
      expect(withCode.total.inc).toBeLessThan(costOf(cart).total.inc)
      await expectTotal(page, language, withCode)

      await miniCart(page)
        .getByRole('button', { name: text('islands:cart.remove_named', { name: plain.name }), exact: true })
        .click()
      await expect(cartLines(page)).toHaveCount(cart.length - 1)
      await expect(miniCart(page).getByText(text('islands:cart.removed', { name: plain.name }))).toBeVisible()
      await expectTotal(page, language, costOf(cart.slice(1), [percentOff(10)]))
      await miniCart(page)
        .getByRole('button', { name: text('islands:cart.undo') })
        .click()
      await expect(cartLines(page)).toHaveCount(cart.length)
      await expectTotal(page, language, withCode)
      await test.step('gift and accessory', () => fixQuantities(page, language, part))
    },
  )

  test(
    `spec 2: in ${language} lines show their stock status, an adjusted quantity and a changed price` +
      ' [2.cart-line.notice] [2.cart-line.adjusted] [2.cart-line.stock] [8.cart-notice]' +
      ' [8.adjusted-quantity]',
    async ({ page }) => {
      const parts = await orderableParts(page, language)
      const byStatus = [...Map.groupBy(parts, (part) => part.stock_status)].map(([status, [part]]) => ({
        status,
        part,
      }))
      expect(byStatus.map(({ status }) => status)).toEqual(expect.arrayContaining(['in_stock', 'few_left']))
      const bought = byStatus.flatMap(({ part }): Bought[] => (part ? [{ part, quantity: 1 }] : []))
      await fillCart(page, language, bought)
      const line = (sku: string) => cartLines(page).filter({ hasText: sku })
      for (const { part } of bought) {
        await expect(line(part.sku)).toContainText(
          text(`islands:stock_status.${part.stock_status}` as 'islands:stock_status.in_stock'),
        )
        await expect(line(part.sku).getByRole('alert')).toHaveCount(0)
      }

      const few = pick(parts, (part) => part.stock_status === 'few_left')
      await line(few.sku).getByRole('spinbutton').fill('5000')
      await line(few.sku).getByRole('spinbutton').press('Tab')
      await expect(line(few.sku).getByRole('alert')).toBeVisible()
      const left = Number(await line(few.sku).getByRole('spinbutton').inputValue())
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThan(20)
      await expect(line(few.sku).getByRole('alert')).toHaveText(
        text('islands:product.adjusted_quantity', { quantity: left }),
      )
      await expectTotal(
        page,
        language,
        costOf(bought.map((each) => (each.part.sku === few.sku ? { ...each, quantity: left } : each))),
      )

      const other = pick(parts, isPlain)
      await startOver(page)
      await fillCart(page, language, [{ part: other, quantity: 1 }])
      await expectTotal(page, language, costOf([{ part: other, quantity: 1 }]))
      // A page of the shop would write the price again when a sync ends that is under way.
      await page.goto('/robots.txt')
      await page.evaluate(() => {
        const cart = JSON.parse(localStorage.getItem('zp02:cart') ?? '{}') as { items: { price: number }[] }
        for (const kept of cart.items) kept.price += 7 // As displayed by an older page.
        localStorage.setItem('zp02:cart', JSON.stringify(cart))
      })
      await page.goto(href(language, 'track-order'))
      await cartLink(page).click()
      await expect(line(other.sku).getByText(text('islands:cart_notice.price_changed'))).toBeVisible()
      await expectTotal(page, language, costOf([{ part: other, quantity: 1 }]))
    },
  )

  test(`in ${language} whoever comes back from the checkout can go there again`, async ({ baseURL }) => {
    const browser = await chromium.launch({ ...wholeBrowser, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    try {
      const page = await browser.newPage({ baseURL: baseURL ?? '' })
      await addToCart(page, language)
      await page.evaluate(() => Object.assign(window, { mark: 'kept' }))
      await toCheckout(page).click()
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(text('checkout:title'))
      await page.goBack({ waitUntil: 'commit' })
      await expect(toCheckout(page)).toBeEnabled()
      expect(await page.evaluate((): unknown => Reflect.get(window, 'mark'))).toBe('kept')
      await toCheckout(page).press('Enter')
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(text('checkout:title'))
    } finally {
      await browser.close()
    }
  })
}
