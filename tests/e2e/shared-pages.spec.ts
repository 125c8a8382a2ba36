import { expect, request, test, type APIRequestContext, type Page } from '@playwright/test'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'

/** A separate shop, where 50 logins do not count towards other tests' limits. */
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

test('50 signed-in shoppers get the same bytes as anonymous ones on public pages, with nothing personal', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const paths = await publicPaths(page)
  const logins = ['karin@example.com', 'admin@verkstad.example', 'buyer@verkstad.example']
  const shoppers: APIRequestContext[] = []
  for (let at = 0; at < 50; at += 1) {
    const context = await request.newContext({ baseURL: shop.origin })
    const answer = await context.post('/api/auth/login', {
      data: { email: logins[at % logins.length], password: demoPassword, cookie: true },
    })
    expect(answer.status()).toBe(200)
    shoppers.push(context)
  }
  const secrets = [
    /demo-(?:private|admin|buyer)/,
    /karin@|verkstad\.example/i,
    /Karin Ekström|Jonas Hedlund|Aoife Brennan/,
    /data-user/,
    /access_token=|refresh_token=/,
  ]
  let checked = 0
  for (const [at, path] of paths.entries()) {
    const signedIn = await Promise.all(
      [0, 1, 2, 3].map((step) =>
        shoppers[(at * 4 + step) % shoppers.length]?.get(path).then((answer) => answer.text()),
      ),
    )
    const anonymous = await page.request.get(shop.origin + path).then((answer) => answer.text())
    for (const body of signedIn) {
      checked += 1
      expect(body === anonymous, path).toBe(true)
      for (const secret of secrets) expect(body?.match(secret), path).toBeNull()
    }
  }
  await Promise.all(shoppers.map((context) => context.dispose()))
  console.log(`${checked} answers to signed-in shoppers on ${paths.length} public pages: 0 personal`)
})

/** Cacheable public pages and calls, found by following links: every third, or with E2E_ALL=1 all of the demo. */
async function publicPaths(page: Page): Promise<string[]> {
  const found = new Set([
    '/api/currencies',
    '/api/countries',
    '/api/current-deal',
    '/api/product-categories?main_menu=true',
    '/en/searchresults?q=battery',
  ])
  for (const start of ['/en', '/sv']) {
    await page.goto(shop.origin + start)
    for (const link of await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))) {
      if (!/login|logga-in|checkout|my-|track-order|withdrawal|angra-kop|atc=|#/.test(link)) found.add(link)
    }
  }
  const step = process.env['E2E_ALL'] === undefined ? 3 : 1
  return [...found].filter((_, at) => at % step === 0).slice(0, 500)
}
