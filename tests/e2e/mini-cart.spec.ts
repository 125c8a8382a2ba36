import { expect, test, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/atc.ts'
import { languages } from '../../src/domain/locales.ts'
import { href } from '../../src/routes.ts'
import { addToCart } from '../support/shopper.ts'
import { words } from '../support/words.ts'

const drawer = (page: Page) => page.locator('dialog[data-mini-cart]')

/** Lines as the shop may send them: one that it has something to say of, and one of each kind that is not the shopper's to change. */
async function answerWithEveryKind(page: Page): Promise<void> {
  const bound = [
    { stock_status: 'few_left', cross_selling_product_id: 'x' },
    { stock_status: 'incoming', upselling_bundle_id: 'b' },
    { stock_status: 'out_of_stock', added_by_coupon: 'GIFT' },
  ]
  await page.route('**/api/sync-cart?**', async (route) => {
    const response = await route.fetch()
    const [line] = await response.json() as object[]
    const own = { ...line, stock_status: 'in_stock', cart_notice: 'price_changed', adjusted_quantity: 3 }
    await route.fulfill({ response, json: [own, ...bound.map((marks) => ({ ...line, ...marks, uuid: crypto.randomUUID() }))] })
  })
}

for (const language of languages) {
  const text = words(language)

  test(`spec 2: the mini cart in ${language} is a drawer at the right with lines, notices, total, widgets and a way to the checkout [2.atc] [2.mini-cart.drawer] [2.mini-cart.empty] [2.mini-cart.total] [2.mini-cart.checkout] [2.mini-cart.widgets] [2.cart-line.notice] [2.cart-line.adjusted] [2.cart-line.stock] [2.cart-line.bound] [8.cart-notice] [8.adjusted-quantity]`, async ({ page, request }) => {
    const lines = drawer(page).locator('li')
    await page.goto(href(language, 'home'))
    await page.locator('[data-open-cart]').first().click()
    await expect(drawer(page).getByText(text('islands:cart.empty'))).toBeVisible()
    for (const slug of ['cart-header', 'cart-footer']) {
      const { content } = await (await request.get(`/api/widget-by-slug/${slug}?locale=${language}`)).json() as { content: string }
      const said = await page.evaluate((html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '', content)
      await expect(drawer(page)).toContainText(said.trim())
    }

    const { products } = await (await request.get(`/api/products?locale=${language}&query=${language === 'sv' ? 'laddare' : 'charger'}`)).json() as { products: { sku: string; orderable: boolean }[] }
    const sku = products.find(({ orderable }) => orderable)?.sku ?? ''
    await page.goto(href(language, 'track-order', {}, { atc: formatAtc([{ sku, quantity: 1 }]) }))
    await expect(lines.first()).toContainText(sku)
    await expect(page.locator('[data-cart-count]').first()).toHaveText('1')

    await answerWithEveryKind(page)
    await addToCart(page, language)
    await expect(lines).toHaveCount(4)
    await expect(drawer(page).getByRole('heading', { name: text('islands:cart.title') })).toBeVisible()
    const edge = await drawer(page).boundingBox()
    expect(edge && (page.viewportSize()?.width ?? 0) - edge.x - edge.width).toBeLessThan(20) // Beside it at most the scrollbar's place.
    await expect(lines.first().locator('[class*="warning"]')).toHaveText(text('islands:cart_notice.price_changed'))
    await expect(lines.first().getByRole('alert')).toHaveText(text('islands:product.adjusted_quantity', { quantity: 3 }))
    for (const [at, status] of (['in_stock', 'few_left', 'incoming', 'out_of_stock'] as const).entries()) {
      await expect(lines.nth(at)).toContainText(text(`islands:stock_status.${status}`))
      await expect(lines.nth(at).getByRole('spinbutton')).toBeEnabled({ enabled: at === 0 })
    }
    await expect(drawer(page).locator('p', { hasText: text('islands:cart.total') }).locator('b')).toHaveText(/\d/)
    await page.unroute('**/api/sync-cart?**')

    await drawer(page).getByRole('button', { name: text('islands:cart.checkout') }).click()
    await expect(page.locator('.checkout')).toBeVisible()
    await page.locator('[data-open-cart]').first().click()
    await expect(lines.first()).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: text('islands:cart.checkout') })).toHaveCount(0)
  })
}
