import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href, screenNames, type Params, type Query, type Screen } from '../../src/routes.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { DevelopmentShop } from '../support/development-shop.ts'
import { losses } from '../support/whole-screen.ts'

type Where = { params?: Params; query?: Query; status?: number; isFile?: boolean }

/**
 * The paths of each screen as visited by the admin of the demo's company; the expected status is 200 by default. A
 * missing screen fails.
 */
async function wheres(dataFolder: string, language: 'en' | 'sv'): Promise<Record<Screen, Where>> {
  const { db } = connect({ sqliteFile: path.join(dataFolder, 'shop.db') })
  const product = await db
    .selectFrom('product_texts')
    .select('slug')
    .where('language', '=', language)
    .limit(1)
    .executeTakeFirstOrThrow()
  const category = await db
    .selectFrom('category_texts')
    .select('path')
    .where('language', '=', language)
    .limit(1)
    .executeTakeFirstOrThrow()
  const page = await db
    .selectFrom('content_pages')
    .select('slug')
    .where('language', '=', language)
    .limit(1)
    .executeTakeFirstOrThrow()
  const brand = await db.selectFrom('brands').select('slug').limit(1).executeTakeFirstOrThrow()
  const guide = await db
    .selectFrom('guides')
    .select('slug')
    .where('language', '=', language)
    .limit(1)
    .executeTakeFirstOrThrow()
  const device = await db.selectFrom('devices').select('slug').limit(1).executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('customer_id', 'like', 'demo-%')
    .where('customer_kind', '=', 'organization')
    .executeTakeFirstOrThrow()
  await db.destroy()
  const [missing, toLogin, toHome] = [{ params: { id: 'nothing' }, status: 404 }, { status: 303 }, { status: 303 }]
  return {
    home: {},
    'my-account': {},
    'my-account-offers': {},
    'my-account-orders': {},
    'my-account-returns': {},
    'my-account-subscriptions': {},
    'my-account-profile-edit': {},
    'my-account-organization': {},
    'my-account-lists': {},
    'my-account-list-add': { query: { part: 'nothing' }, status: 404 },
    'my-account-list-file': { params: { id: 'nothing', file: 'parts.csv' }, status: 404, isFile: true },
    'my-account-list': missing,
    'my-account-devices': {},
    'my-account-quote': missing,
    'my-account-return': { params: { id: order.number } },
    'my-account-order': { params: { id: order.number } },
    'my-order-return': { params: { id: 'nothing' }, ...toLogin },
    'my-order-document': { params: { id: 'nothing', document: 'invoice' }, status: 404, isFile: true },
    'my-order': toLogin,
    withdrawal: {},
    styleguide: {},
    'page-preview': { query: { token: 'nothing' }, status: 404 },
    search: { query: { q: language === 'sv' ? 'batteri' : 'battery' } },
    'find-parts': {},
    compare: {},
    device: { params: { slug: device.slug } },
    guides: {},
    guide: { params: { slug: guide.slug } },
    login: toHome,
    unsubscribe: { query: { token: 'nothing' }, status: 404 },
    'notify-me': { query: { token: 'nothing' }, status: 404 },
    subscription: missing,
    'excel-order': {},
    'quick-order': {},
    request: {},
    quote: { query: { token: 'nothing' }, status: 404 },
    'checkout-confirmation': missing,
    'checkout-failed': missing,
    'checkout-id': {},
    'sandbox-payment': missing,
    brand: { params: { slug: brand.slug } },
    'product-tag': { params: { slug: 'nothing' }, status: 404 },
    product: { params: { slug: product.slug } },
    'track-order': {},
    'product-category-all': { params: { slug: category.path } },
    page: { params: { slug: page.slug } },
  }
}

/** Also opened in the browser; together they load nearly every script. */
const withScripts: ReadonlySet<Screen> = new Set([
  'home',
  'product',
  'search',
  'checkout-id',
  'my-account-profile-edit',
  'styleguide',
])

/** Errors of the page's own scripts; the status of a missing page is not one. */
function complaints(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40\d/.test(message.text())) found.push(message.text())
  })
  return found
}

test('npm run dev serves each screen in both languages without server or script errors', async ({ page }) => {
  test.setTimeout(240_000)
  await using shop = await DevelopmentShop.start()
  const found = complaints(page)
  const signedIn = await page.request.post(`${shop.origin}/api/auth/login`, {
    data: { email: 'admin@verkstad.example', password: demoPassword, cookie: true },
  })
  expect(signedIn.status()).toBe(200)
  const answers: Record<string, string> = {}
  const wanted: Record<string, string> = {}
  for (const language of languages) {
    const places = await wheres(shop.dataFolder, language)
    for (const screen of screenNames) {
      const { params, query, status = 200, isFile = false } = places[screen]
      const address = shop.origin + href(language, screen, params, query)
      wanted[`${language} ${screen}`] = status === 303 || isFile ? String(status) : `${status} whole`
      const reply = await page.request.get(address, { maxRedirects: 0, headers: { Accept: 'text/html' } })
      const isWhole = (await reply.text()).trimEnd().endsWith('</html>')
      answers[`${language} ${screen}`] =
        reply.status() === 303 || isFile ? String(reply.status()) : `${reply.status()} ${isWhole ? 'whole' : 'cut off'}`
      if (language === 'en' && withScripts.has(screen)) await page.goto(address)
    }
  }
  expect(answers).toEqual(wanted)
  await page.goto(`${shop.origin}/console/styleguide`)
  await expect(page.getByRole('table')).toHaveCount(4)
  expect(await losses(page)).toEqual([])
  expect(shop.errors).toEqual([])
  expect(found).toEqual([])
})
