import { expect, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import {
  choosePayment,
  countryField,
  deliveryChoice,
  deliveryChoices,
  fillFields,
  placeButton,
  acceptTerms,
} from './checkout-form.ts'
import { buyButton, miniCart, toCheckout } from './page-parts.ts'

/** Actions shared by several browser tests and the screens tool; they use the visible pages. */

/** Opens the first category that the home page shows. */
export async function openFirstCategory(page: Page, language: Language): Promise<void> {
  await page.goto(await firstCategory(page, language))
}

/** The first product that can be ordered from a category's grid. */
export async function openFirstProduct(page: Page, language: Language): Promise<void> {
  await page.goto(await firstProduct(page, language))
}

/** The path of the first category of the home page, which is read without loading it in the browser. */
export const firstCategory = (page: Page, language: Language): Promise<string> =>
  firstLink(page, language, 'product-category-all')

/** The path of the first product that can be ordered from that category's grid, read in the same way. */
export async function firstProduct(page: Page, language: Language): Promise<string> {
  const html = await mainOf(page, await firstCategory(page, language))
  const orderable = html.split(/<li class="product-card\b/).find((card, at) => at > 0 && card.includes('<button'))
  return /<h3[^>]*>\s*<a href="([^"]+)"/.exec(orderable ?? '')?.[1] ?? ''
}

/** The paths of the first products of that category, read in the same way. */
export async function firstProducts(page: Page, language: Language): Promise<string[]> {
  const html = await mainOf(page, await firstCategory(page, language))
  return [...html.matchAll(/<h3[^>]*>\s*<a href="([^"]+)"/g)].map(([, path = '']) => path)
}

/** The path of the first link of the home page's main part to a screen with a slug. */
export async function firstLink(
  page: Page,
  language: Language,
  screen: 'product-category-all' | 'brand',
): Promise<string> {
  const start = href(language, screen, { slug: 'x' }).slice(0, -1)
  const html = await mainOf(page, href(language, 'home'))
  return new RegExp(`<a [^>]*href="(${RegExp.escape(start)}[^"]*)"`).exec(html)?.[1] ?? ''
}

async function mainOf(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  const html = await answer.text()
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}

/** Adds the first product of a category; the drawer opens. */
export async function addToCart(page: Page, language: Language): Promise<void> {
  await openFirstProduct(page, language)
  await buyButton(page).click()
  await expect(miniCart(page)).toBeVisible()
}

export async function reachCheckout(page: Page, language: Language): Promise<void> {
  await addToCart(page, language)
  await toCheckout(page).click()
  await page.waitForURL(`**${href(language, 'checkout-id', { id: '*' }).replace('%2A', '*').replace('%2a', '*')}`)
}

/** Opens the checkout of a cart with one part by a link that fills it. */
export async function reachCheckoutByLink(page: Page, language: Language): Promise<void> {
  const sku = await orderableSku(page, language)
  await page.goto(href(language, 'checkout-id', {}, { atc: formatAtc([{ sku, quantity: 1 }]) }))
  await expect(placeButton(page)).toBeVisible()
  // The checkout is shown before its scripts have run.
  await page.waitForLoadState()
}

/** An orderable part from the shop's search. */
export async function orderableSku({ request }: Pick<Page, 'request'>, language: Language): Promise<string> {
  const answer = await request.get(
    `/api/products?locale=${language}&query=${language === 'sv' ? 'laddare' : 'charger'}`,
  )
  const { products } = (await answer.json()) as {
    products: { sku: string; orderable: boolean; stock_status: string }[]
  }
  return products.find((product) => product.orderable && product.stock_status === 'in_stock')?.sku ?? ''
}

/** Opens a checkout without scripts: the cart is sent in the form. */
export async function reachCheckoutByForm(page: Page, language: Language, sku: string): Promise<void> {
  const answer = await page.request.post(href(language, 'checkout-id'), {
    form: { atc: formatAtc([{ sku, quantity: 1 }]), action: 'checkout' },
    maxRedirects: 0,
  })
  await page.goto(answer.headers()['location'] ?? '')
}

export const person = {
  email: 'anna.lind@example.com',
  name: 'Anna Lind',
  line1: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
} as const

/** Fills in a private Swedish shopper and chooses the payment method. */
export async function fillCheckout(page: Page, payment: 'invoice' | 'sandbox'): Promise<void> {
  await fillFields(page, person)
  await countryField(page).selectOption('SE')
  await choosePayment(page, payment)
  await acceptTerms(page)
}

/** Chooses a delivery method; with scripts the shop updates automatically, without them by the form's button. */
export async function chooseDelivery(page: Page, kind: 'home' | 'service_point', update?: string): Promise<void> {
  const choice = deliveryChoice(page, kind)
  const method = await choice.inputValue()
  // The choices are exchanged when the address before them is priced, and have no box for a moment.
  await expect(() => choice.check({ force: true, timeout: 2_000 })).toPass()
  if (update) await page.getByRole('button', { name: update }).click()
  await expect(deliveryChoices(page)).toHaveAttribute('data-chosen', method)
}

export async function placeOrder(page: Page): Promise<void> {
  // By keyboard, because the button moves when the choices above it are exchanged, and a click may miss.
  await placeButton(page).press('Enter')
  await page.waitForLoadState('load')
}
