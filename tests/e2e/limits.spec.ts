import { expect, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { couponField, placeButton } from '../support/checkout-form.ts'
import { cartLines, cartLink, cartToast, main, miniCart } from '../support/page-parts.ts'
import { orderableParts } from '../support/shop-parts.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

/** A separate shop, with limits so low that a test reaches them. */
const test = testWithShop({ CARTS_PER_NETWORK: '1', CART_LINES_GUEST: '3', TRUST_PROXY_HOPS: '1' })
test.describe.configure({ mode: 'default' })

/** A separate network for each test, as given by a proxy. */
async function comeFrom(page: Page, address: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': address })
}

async function fillCart(page: Page, language: Language, count: number): Promise<string[]> {
  const skus = (await orderableParts(page, language)).slice(0, count).map(({ sku }) => sku)
  const atc = formatAtc(skus.map((sku) => ({ sku, quantity: 1 })))
  await page.goto(href(language, 'track-order', {}, { atc }))
  await expect(cartLines(page).first()).toBeVisible()
  return skus
}

for (const language of languages) {
  const t = words(language)

  test(`in ${language} drawer and checkout show the limit of new carts, and the browser keeps the cart`, async ({
    page,
    request,
  }, { project }) => {
    const address = `2001:db8:${language === 'sv' ? 1 : 2}:${project.name.length}::1`
    await comeFrom(page, address)
    const [sku = ''] = await fillCart(page, language, 1)
    const kept = await request.post('/api/checkout', {
      data: { items: [{ sku, quantity: 1 }] },
      headers: { 'X-Forwarded-For': address },
    })
    expect(kept.status()).toBe(200)
    await miniCart(page)
      .getByRole('button', { name: t('islands:cart.checkout') })
      .click()
    await expect(miniCart(page).getByRole('alert')).toHaveText(t('islands:cart.too_many_carts'))
    await page.goto(href(language, 'checkout-id'))
    await expect(main(page).getByRole('alert')).toHaveText(t('islands:cart.too_many_carts'))
    await cartLink(page).click()
    await expect(cartLines(page)).toContainText(sku)
  })

  test(`in ${language} a link with more parts than a cart holds adds the first and says how many are missing`, async ({
    page,
  }) => {
    const skus = await fillCart(page, language, 5)
    await expect(cartLines(page)).toHaveCount(3)
    for (const [at, sku] of skus.slice(0, 3).entries()) await expect(cartLines(page).nth(at)).toContainText(sku)
    await expect(cartToast(page)).toContainText(t('islands:cart.left_out', { most: 3, count: 2 }))
    expect(new URL(page.url()).searchParams.has('atc')).toBe(false)
  })

  test(`in ${language} the checkout opens without an unchecked code only if the shopper agrees`, async ({
    page,
    shop,
  }, { project }) => {
    const address = `2001:db8:${language === 'sv' ? 3 : 4}:${project.name.length}::1`
    const guesses = Array.from({ length: 60 }, (_, at) => `NONE-${at}`)
    for (let at = 0; at < guesses.length; at += 20) {
      const body = JSON.stringify({ coupons: guesses.slice(at, at + 20), cart_contents: [] })
      const headers = { 'X-Forwarded-For': address, 'Content-Type': 'application/json', Origin: shop.origin }
      expect((await fetch(`${shop.origin}/api/sync-coupons`, { method: 'POST', body, headers })).status).toBe(200)
    }
    await comeFrom(page, address)
    await fillCart(page, language, 1)
    await page.evaluate(() =>
      sessionStorage.setItem('zp02:discount', JSON.stringify({ codes: ['VALKOMMEN10'], isKnown: true })),
    )
    await page.goto(href(language, 'checkout-id'))
    const said = main(page).getByRole('alert')
    await expect(said).toHaveText(t('islands:discount.not_checked'))
    expect(new URL(page.url()).pathname).toBe(href(language, 'checkout-id'))
    await page.getByRole('button', { name: t('checkout:empty.go_on') }).click()
    await expect(placeButton(page)).toBeVisible()
    await expect(couponField(page)).not.toContainText('VALKOMMEN10')
  })
}
