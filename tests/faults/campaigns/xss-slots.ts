import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { shopperHeaders } from './buyers.ts'
import type { RawAnswered, RawAsked, RawClient } from './raw-client.ts'
import type { CataloguePaths } from './xss-catalogue.ts'

export type Scene = {
  readonly data: ShopData
  readonly client: RawClient
  readonly strings: readonly string[]
  readonly bearer: string
  readonly paths: CataloguePaths
}
/** The answers of the shop that show strings; undefined where there is no page for a string. */
type Answers = { readonly length: number; get(at: number): Promise<string | undefined> }
/** Where strings are shown. A slot that drops what it cannot show says what would run in it. */
export type Slot = {
  readonly name: string
  answers(scene: Scene): Answers | Promise<Answers>
  plant?(scene: Scene): string[]
}

export const slots: readonly Slot[] = [
  {
    name: 'widgets',
    answers: (scene) => {
      const { length, get } = getEach(scene, (at) => `/api/widget-by-slug/xss-${at}?locale=en`)
      return { length, get: async (at) => bodyOf(contentOf(await get(at))) }
    },
    plant: ({ strings }) => strings.slice(0, 100).map(bodyOf),
  },
  {
    name: 'content pages, with title and description',
    answers: (scene) => getEach(scene, (at) => href('en', 'page', { slug: `xss-${at}` })),
  },
  {
    name: 'product pages: imported name, brand and attribute',
    answers: async (scene) => getEach(scene, await productPaths(scene)),
  },
  { name: 'brands, tags, devices and categories', answers: (scene) => getAll(scene, scene.paths.lists) },
  { name: 'guides: titles, steps and warnings', answers: (scene) => getAll(scene, scene.paths.guides) },
  {
    name: 'searches for the string',
    answers: (scene) =>
      getEach(
        scene,
        (at) => `${href('en', 'search')}?q=${encodeURIComponent(scene.strings[at]?.toWellFormed() ?? '')}`,
      ),
  },
  { name: 'checkout form shown again', answers: postForms },
  { name: 'login form shown again', answers: postLogins },
  { name: 'account: name, addresses and orders', answers: accountPages },
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

/** Asks again while the shop has too much to do, which a busy machine is, and not what this campaign looks for. */
async function patiently(client: RawClient, asked: RawAsked): Promise<RawAnswered> {
  let answer = await client.ask(asked)
  for (let times = 0; times < 100 && (answer.status === 503 || answer.status === 0); times += 1) {
    await sleep(500)
    answer = await client.ask(asked)
  }
  return answer
}

/** The answers for every string; missing pages are skipped. */
function getEach({ client, strings }: Scene, pathOf: (at: number) => string): Answers {
  return {
    length: strings.length,
    get: async (at) => {
      const own = pathOf(at)
      if (own === '') return undefined
      const { status, text } = await patiently(client, { path: own, method: 'GET', headers: shopperHeaders(at) })
      if (status >= 500 || status === 0) throw new Error(`${own} was answered ${status}.`)
      return status === 200 ? text : undefined
    },
  }
}

/** Pages that must be there. */
function getAll({ client }: Scene, paths: readonly string[]): Answers {
  return {
    length: paths.length,
    get: async (at) => {
      const own = paths[at] ?? ''
      const { status, text } = await patiently(client, { path: own, method: 'GET', headers: shopperHeaders(at) })
      if (status !== 200) throw new Error(`${own} was answered ${status}.`)
      return text
    },
  }
}

function bodyOf(text: string): string {
  return `<!doctype html><body><div>${text}</div>`
}

function contentOf(text: string | undefined): string {
  if (text === undefined) throw new Error('A widget is missing.')
  const { content }: { content: string } = JSON.parse(text)
  return content
}

const checkoutFields = [
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

/** Every checkout field contains the string, so that it is rejected and shown again, or ordered and confirmed. */
async function postForms({ data, client, strings }: Scene): Promise<Answers> {
  const { sku } = await withDatabase(data, (db) =>
    db.selectFrom('products').select('sku').where('sku', 'like', 'XSS-%').limit(1).executeTakeFirstOrThrow(),
  )
  const get = async (at: number): Promise<string> => {
    const started = await patiently(client, {
      path: '/api/checkout?locale=en',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...shopperHeaders(at) },
      body: Buffer.from(JSON.stringify({ items: [{ sku, quantity: 1 }], coupons: [] })),
    })
    const { path: own }: { path: string } = JSON.parse(started.text)
    const texts = Object.fromEntries(checkoutFields.map((name) => [name, strings[at] ?? '']))
    const rest = { customer_kind: 'organization', terms: 'yes', action: 'place' }
    return post(client, at, own, { ...texts, ...rest })
  }
  return { length: strings.length, get }
}

function postLogins({ client, strings }: Scene): Answers {
  const get = (at: number): Promise<string> => {
    const text = strings[at] ?? ''
    const own = `${href('en', 'login')}?to=${encodeURIComponent(text.toWellFormed())}`
    return post(client, at, own, { email: text, password: text, to: text, action: 'login' })
  }
  return { length: strings.length, get }
}

async function post(client: RawClient, at: number, path: string, fields: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...shopperHeaders(at) }
  const body = Buffer.from(new URLSearchParams(fields).toString())
  const { status, text } = await patiently(client, { path, method: 'POST', headers, body })
  if (status >= 500 || status === 0) throw new Error(`${path} was answered ${status}.`)
  return text
}

async function accountPages(scene: Scene): Promise<Answers> {
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
  return pagesOf(scene, paths)
}

/** The pages of the signed-in customer, whatever they are answered. */
function pagesOf({ client, bearer }: Scene, paths: readonly string[]): Answers {
  const headers = { authorization: `Bearer ${bearer}` }
  const get = async (at: number) => (await patiently(client, { path: paths[at] ?? '', method: 'GET', headers })).text
  return { length: paths.length, get }
}
