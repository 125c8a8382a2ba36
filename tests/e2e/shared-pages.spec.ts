import { expect, request as newRequest, test, type APIRequestContext } from '@playwright/test'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { startEditorsShop, type EditorsShop } from '../support/editors-shop.ts'

/** A separate shop, where many logins do not count towards other tests' limits. */
let shop: EditorsShop
test.beforeAll(async () => {
  shop = await startEditorsShop()
})
test.afterAll(() => shop.stop())

const everything = process.env['E2E_ALL'] !== undefined

test('signed-in shoppers get the same bytes as anonymous ones on public pages, with nothing personal', async ({
  request,
}) => {
  test.setTimeout(120_000)
  const paths = await publicPaths(request)
  const logins = ['karin@example.com', 'admin@verkstad.example', 'buyer@verkstad.example']
  const shoppers: APIRequestContext[] = []
  for (let at = 0; at < (everything ? 51 : 6); at += 1) {
    const context = await newRequest.newContext({ baseURL: shop.origin })
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
    // One of each login, beginning with another one on each page.
    const signedIn = await Promise.all(
      logins.map((_, step) => shoppers[(at * 4 + step) % shoppers.length]?.get(path).then((answer) => answer.text())),
    )
    const anonymous = await request.get(shop.origin + path).then((answer) => answer.text())
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
async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const found = new Set([
    '/api/currencies',
    '/api/countries',
    '/api/current-deal',
    '/api/product-categories?main_menu=true',
    '/en/searchresults?q=battery',
  ])
  for (const start of ['/en', '/sv']) {
    const html = await (await request.get(shop.origin + start)).text()
    for (const [, link = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) {
      const address = link.replaceAll('&amp;', '&')
      if (!/login|logga-in|checkout|my-|track-order|withdrawal|angra-kop|atc=|#/.test(address)) found.add(address)
    }
  }
  const step = everything ? 1 : 3
  return [...found].filter((_, at) => at % step === 0).slice(0, 500)
}
