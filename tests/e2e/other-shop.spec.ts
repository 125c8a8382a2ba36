import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import {
  buyerChoice,
  checkoutField,
  deliveryChoices,
  fillFields,
  orderNumber,
  paymentChoice,
} from '../support/checkout-form.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'
import { mailTexts } from '../support/mailbox.ts'
import { demoTrace } from '../support/other-shop.ts'
import { buyButton, main, miniCart, productCards, productLink, toCheckout } from '../support/page-parts.ts'
import { fillCheckout, person, placeOrder } from '../support/shopper.ts'
import { writeOtherShop } from '../support/small-demo.ts'

/** One shop for all tests, which the last one changes. */
test.describe.configure({ mode: 'serial' })

let shop: EditorsShop

test.beforeAll(async () => {
  shop = await startEditorsShop({ SANDBOX_PAYMENTS: '0', INVOICE_GUEST_LIMIT: '100000' }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'delverk-other-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const sqliteFile = path.join(folder, 'shop.db')
    await writeOtherShop(sqliteFile)
    return sqliteFile
  })
})
test.afterAll(() => shop.stop())

/** Every page that the sitemap names, and those that it does not. */
async function everyPage(request: APIRequestContext): Promise<string[]> {
  const files = (await (await request.get(`${shop.origin}/sitemap.xml`)).text()).match(/http[^<]+/g) ?? []
  const maps = await Promise.all(files.filter((url) => url.startsWith(shop.origin)).map((url) => request.get(url)))
  const named = (await Promise.all(maps.map((map) => map.text()))).flatMap((xml) => xml.match(/<loc>[^<]+/g) ?? [])
  const screens = ['home', 'checkout-id', 'login', 'search', 'track-order', 'withdrawal', 'request', 'page'] as const
  const others = languages.flatMap((language) =>
    screens.map((screen) => shop.origin + href(language, screen, screen === 'page' ? { slug: 'no-such-page' } : {})),
  )
  const besides = ['/robots.txt', '/api/openapi.json'].map((file) => shop.origin + file)
  return [...named.map((loc) => loc.slice('<loc>'.length)), ...others, ...besides]
}

test('no page of a shop with its own company, brand and numbers names the demo @wide', async ({ request }) => {
  const urls = [...new Set(await everyPage(request))]
  expect(urls.length).toBeGreaterThan(40)
  const found: string[] = []
  for (const url of urls) {
    const answer = await request.get(url)
    const body = await answer.text()
    const trace = demoTrace(body) ?? demoTrace(JSON.stringify(answer.headers()))
    if (trace !== undefined) found.push(`${url}: ${trace}`)
    if (body.startsWith('<!') && !body.includes('Kretsen')) found.push(`${url} does not name the shop`)
  }
  expect(found).toEqual([])
})

test('its head, footer, structured data and calls are its own @wide', async ({ page }) => {
  const sent = page.waitForRequest('**/api/sync-cart?**')
  await page.goto(shop.origin + href('sv', 'home'))
  await expect(page).toHaveTitle(/Kretsen$/)
  await expect(page.locator('.site-header .logo')).toHaveText('Kretsen')
  await expect(page.locator('html')).toHaveAttribute('data-store', '31 1 SE')
  const button = page.locator('main .button, main button[type=submit]').first()
  await expect(button).toHaveCSS('background-color', 'rgb(91, 42, 168)')
  await expect(button).toHaveCSS('border-top-left-radius', '8px')
  await expect(page.locator('main h1').first()).toHaveCSS('font-family', /^Charter, .*serif$/)
  await expect(page.locator('.site-footer .logos li')).toHaveCount(1)
  await expect(page.locator('.top-bar .vat-switch')).toBeVisible()
  expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain('"name":"Kretsen"')
  await productLink(productCards(page).first()).click()
  await buyButton(page).first().click()
  expect(new URL((await sent).url()).searchParams.get('sid')).toBe('31')
  await page.goto(shop.origin + href('en', 'home'))
  await expect(page.locator('.vat-switch')).toHaveCount(0)
})

test('a guest buys there, and neither the confirmation nor the mail names the demo @wide', async ({ page }) => {
  await page.goto(shop.origin + href('sv', 'product', { slug: 'fan-del' }))
  await buyButton(page).click()
  await expect(miniCart(page)).toBeVisible()
  await toCheckout(page).click()
  await expect(deliveryChoices(page)).toContainText(/Med skoter\s+71,50\skr/)
  await expect(deliveryChoices(page)).toContainText('före kl. 11.45')
  await expect(deliveryChoices(page).getByRole('radio')).toHaveCount(1)
  await fillCheckout(page, 'invoice')
  await expect(main(page)).toContainText('Betala inom 14 dagar')
  expect(demoTrace(await page.content())).toBeUndefined()
  await placeOrder(page)
  await expect(orderNumber(page)).toHaveCount(0)
  await fillFields(page, { phone: '070-123 45 67' })
  await placeOrder(page)
  await expect(orderNumber(page)).toBeVisible()
  expect(demoTrace(await page.content())).toBeUndefined()
  await expect.poll(() => mailTexts(shop.dataFolder, person.email).length).toBeGreaterThan(0)
  for (const mail of mailTexts(shop.dataFolder, person.email)) {
    expect(demoTrace(mail)).toBeUndefined()
    expect(mail).toContain('Kretsen i Boden AB, 556016-0680')
  }
})

test('pages follow what an operator sets, and what is wrong is refused @wide', async ({ request }) => {
  const title = async () =>
    /<title>([^<]*)/.exec(await (await request.get(shop.origin + href('sv', 'home'))).text())?.[1]
  expect(await title()).toContain('Kretsen')
  await expect(shop.settings('set', 'brand.name.sv', 'Kretsen <b>')).rejects.toThrow('brand.name.sv must be one line')
  await shop.settings('set', 'brand.name.sv', 'Nordkretsen')
  await expect.poll(title).toContain('Nordkretsen')
})

test('a kind of customer has its own payment methods at once, and what is written stays @wide', async ({ page }) => {
  await shop.settings('set', 'payment.methods.invoice.customers', '["organization"]')
  await page.goto(shop.origin + href('sv', 'product', { slug: 'fan-del' }))
  await buyButton(page).click()
  await toCheckout(page).click()
  await expect(deliveryChoices(page)).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(deliveryChoices(page)).toBeVisible()
    await expect(paymentChoice(page, 'invoice')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await fillFields(page, { phone: '070-123 45 67' })
  await buyerChoice(page, 'organization').check({ force: true })
  await expect(paymentChoice(page, 'invoice')).toHaveCount(1)
  await expect(checkoutField(page, 'phone')).toHaveValue('070-123 45 67')
  await buyerChoice(page, 'private').check({ force: true })
  await expect(paymentChoice(page, 'invoice')).toHaveCount(0)
})

test('other prices and payment methods count without a restart, and a country left out is refused @wide', async ({
  page,
}) => {
  const payments = page.locator('.site-footer .logos li')
  await page.goto(shop.origin + href('sv', 'product', { slug: 'fan-del' }))
  const terms = page.locator('.buying-terms')
  await expect(terms).toContainText('faktura')
  await expect(payments).not.toHaveCount(0)
  await shop.settings('set', 'delivery.methods.skoter.bands.0.price', '0', 'delivery.cutOff', '10:00')
  await shop.settings('set', 'payment.methods.invoice.countries', '["NO"]')
  await expect(async () => {
    await page.reload()
    await expect(terms).toContainText(/fri frakt|fraktfritt|gratis frakt/i, { timeout: 500 })
    await expect(terms).not.toContainText('faktura', { timeout: 500 })
    await expect(payments).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(shop.settings('set', 'delivery.zones.rest.countries', '[]')).rejects.toThrow('must have one for')
})
