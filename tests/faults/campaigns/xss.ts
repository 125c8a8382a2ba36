import { href } from '../../../src/routes.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { numbers, pooled, shopperHeaders } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { signIn } from './sign-in.ts'
import { XssBrowser } from './xss-browser.ts'
import { xssStrings } from './xss-strings.ts'
import { fillCatalogue, type CataloguePaths } from './xss-catalogue.ts'
import { fill, importStrings } from './xss-texts.ts'

const visits = 40

/**
 * Strings that run unless they are escaped or sanitized, in every user-supplied field, with the Content-Security-Policy
 * off.
 */
export const xss: Campaign = {
  name: 'xss',
  about: '2,000 XSS strings in every slot that admins or shoppers fill, opened in Chromium without CSP',
  run: (ground) => xssOn(ground),
}

type Scene = {
  data: ShopData
  client: RawClient
  browser: XssBrowser
  strings: readonly string[]
  bearer: string
  paths: CataloguePaths
}
type Slot = { name: string; run(scene: Scene): Promise<void> }

async function xssOn(ground: Ground): Promise<Finding[]> {
  const strings = xssStrings(ground.size(2_000, 40))
  const data = await ground.newShop(ground.anyEngine)
  await fill(data, strings)
  await importStrings(data, strings)
  const paths = await fillCatalogue(data, strings)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, 8)
  const { access_token: bearer } = await signIn(client)
  await using browser = await XssBrowser.start(shop.origin)
  const findings = [await control(browser, strings)]
  for (const slot of slots) {
    const [caught, opened] = [browser.caught.length, browser.opened]
    await slot.run({ data, client, browser, strings, bearer, paths })
    const found = browser.caught.slice(caught)
    const examples = [...new Set(found.map(({ where, how }) => `${where}: ${how}`))].slice(0, 3).join('; ')
    findings.push(
      count(
        `xss: executed in ${slot.name}`,
        found.length,
        { exactly: 0 },
        { beside: `${strings.length} strings, ${browser.opened - opened} documents${examples && `; ${examples}`}` },
      ),
    )
  }
  return findings
}

/** The same strings unescaped, to prove that execution would be detected. */
async function control(browser: XssBrowser, strings: readonly string[]): Promise<Finding> {
  await browser.open(
    'control',
    strings.map((text) => `<!doctype html><body><div>${text}</div>`),
  )
  const running = new Set(browser.caught.splice(0).map(({ where }) => where)).size
  return count(
    'xss: strings that run where nothing is escaped',
    running,
    { atLeast: Math.round(strings.length / 3) },
    { beside: `of ${strings.length}` },
  )
}

const slots: readonly Slot[] = [
  {
    name: 'widgets',
    run: async (scene) =>
      scene.browser.open(
        'widget',
        (await getAll(scene, (at) => `/api/widget-by-slug/xss-${at}?locale=en`)).map(
          (text) => `<!doctype html><body><div>${contentOf(text)}</div>`,
        ),
      ),
  },
  {
    name: 'content pages, with title and description',
    run: async (scene) =>
      scene.browser.open('page', await getAll(scene, (at) => href('en', 'page', { slug: `xss-${at}` }))),
  },
  {
    name: 'product pages: imported name, brand and attribute',
    run: async (scene) => scene.browser.open('product', await getAll(scene, await productPaths(scene))),
  },
  {
    name: 'brands, tags, devices and categories',
    run: (scene) => openEvery(scene, 'list', scene.paths.lists),
  },
  { name: 'guides: titles, steps and warnings', run: (scene) => openEvery(scene, 'guide', scene.paths.guides) },
  { name: 'lists of these products, visited', run: visitLists },
  {
    name: 'searches for the string',
    run: async (scene) =>
      scene.browser.open(
        'search',
        await getAll(
          scene,
          (at) => `${href('en', 'search')}?q=${encodeURIComponent(scene.strings[at]?.toWellFormed() ?? '')}`,
        ),
      ),
  },
  { name: 'checkout form shown again', run: async (scene) => scene.browser.open('checkout', await postForms(scene)) },
  { name: 'login form shown again', run: async (scene) => scene.browser.open('login', await postLogins(scene)) },
  { name: 'account: name, addresses and orders', run: requireAccount },
]

async function productPaths({ data }: Scene): Promise<(at: number) => string> {
  const rows = await withDatabase(data, (db) =>
    db
      .selectFrom('products as p')
      .innerJoin('product_texts as t', 't.product_id', 'p.id')
      .select(['p.sku', 't.slug'])
      .where('t.language', '=', 'en')
      .where('p.sku', 'like', 'XSS-%')
      .execute(),
  )
  const paths = new Map(rows.map(({ sku, slug }) => [sku, href('en', 'product', { slug })]))
  return (at) => paths.get(`XSS-${at}`) ?? ''
}

/** The answers for every string; missing pages are skipped. */
async function getAll(
  { client, strings, bearer }: Scene,
  pathOf: (at: number) => string,
  isSignedIn = false,
): Promise<string[]> {
  const answers = await pooled(numbers(strings.length), 8, async (at) => {
    const own = pathOf(at)
    if (own === '') return undefined
    const { status, text } = await client.ask({
      path: own,
      method: 'GET',
      headers: { ...shopperHeaders(at), ...(isSignedIn ? { authorization: `Bearer ${bearer}` } : {}) },
    })
    if (status >= 500 || status === 0) throw new Error(`${own} was answered ${status}.`)
    return status === 200 ? text : undefined
  })
  return answers.filter((text) => text !== undefined)
}

/** Pages that must be there. */
async function openEvery({ client, browser }: Scene, what: string, paths: readonly string[]): Promise<void> {
  const answers = await pooled(paths, 8, async (own, at) => {
    const { status, text } = await client.ask({ path: own, method: 'GET', headers: shopperHeaders(at) })
    if (status !== 200) throw new Error(`${own} was answered ${status}.`)
    return text
  })
  await browser.open(what, answers)
}

function contentOf(text: string): string {
  const { content }: { content: string } = JSON.parse(text)
  return content
}

async function visitLists({ data, browser }: Scene): Promise<void> {
  const categories = await withDatabase(data, (db) =>
    db.selectFrom('category_texts').select(['path', 'name']).where('language', '=', 'en').execute(),
  )
  const own =
    categories.find(({ name }) => name.includes('onerror')) ?? categories.find(({ name }) => name === 'Strings')
  if (!own) throw new Error('The strings have no category.')
  for (const page of numbers(visits))
    await browser.visit(`${href('en', 'product-category-all', { slug: own.path })}?page=${page + 1}`)
}

/** Every checkout field contains the string, so that it is rejected and shown again, or ordered and confirmed. */
async function postForms({ data, client, strings }: Scene): Promise<string[]> {
  const { sku } = await withDatabase(data, (db) =>
    db.selectFrom('products').select('sku').where('sku', 'like', 'XSS-%').limit(1).executeTakeFirstOrThrow(),
  )
  const form = (fields: Record<string, string>): Buffer => Buffer.from(new URLSearchParams(fields).toString())
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await pooled(strings, 8, async (text, at) => {
    const started = await client.ask({
      path: '/api/checkout?locale=en',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...shopperHeaders(at) },
      body: Buffer.from(JSON.stringify({ items: [{ sku, quantity: 1 }], coupons: [] })),
    })
    const { path: own }: { path: string } = JSON.parse(started.text)
    const fields = [
      'email',
      'phone',
      'organization_name',
      'organization_number',
      'order_reference',
      'cost_centre',
      'peppol_id',
      'invoice_address',
      'message',
      'name',
      'line1',
      'line2',
      'postal_code',
      'city',
      'country',
      'payment_method',
      'seen',
      'coupon',
    ]
    const body = form({
      ...Object.fromEntries(fields.map((name) => [name, text])),
      customer_kind: 'organization',
      terms: 'yes',
      action: 'place',
    })
    return (await client.ask({ path: own, method: 'POST', headers: { ...headers, ...shopperHeaders(at) }, body })).text
  })
  return answers
}

function postLogins({ client, strings }: Scene): Promise<string[]> {
  return pooled(strings, 8, async (text, at) => {
    const body = Buffer.from(new URLSearchParams({ email: text, password: text, to: text, action: 'login' }).toString())
    return (
      await client.ask({
        path: `${href('en', 'login')}?to=${encodeURIComponent(text.toWellFormed())}`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...shopperHeaders(at) },
        body,
      })
    ).text
  })
}

async function requireAccount(scene: Scene): Promise<void> {
  const screens = [
    'my-account',
    'my-account-orders',
    'my-account-returns',
    'my-account-profile-edit',
    'my-account-organization',
  ] as const
  const orders = await withDatabase(scene.data, (db) =>
    db.selectFrom('orders').select('id').where('customer_id', '=', 'demo-private').execute(),
  )
  const paths = [
    ...screens.map((screen) => href('en', screen)),
    ...orders.map(({ id }) => href('en', 'my-account-order', { id })),
  ]
  const answers = await pooled(paths, 4, (own) =>
    scene.client.ask({ path: own, method: 'GET', headers: { authorization: `Bearer ${scene.bearer}` } }),
  )
  await scene.browser.open(
    'account',
    answers.map(({ text }) => text),
  )
}
