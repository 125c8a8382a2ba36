import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { endWithBench } from '../../bench/own-processes.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { stockedProducts, typed } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import type { AttackOrder, AttackResult } from './overload-attacker.ts'
import { probe } from './overload-probes.ts'
import { RawClient } from './raw-client.ts'

/**
 * The most expensive requests of one client, while others view cached pages, log in, and a balancer checks readiness.
 */
export const overload: Campaign = {
  name: 'overload',
  about:
    "one client's worst requests, 40 at once: huge carts, stored patterns, " +
    '/_image, /captuerr, slow readers, uncached pages',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await overloadOn(ground, engine)))
    return findings
  },
}

/** The values of .env.example, instead of the bench's wider limits. */
const asShipped = {
  REQUESTS_AT_ONCE: '32',
  REQUESTS_PER_NETWORK: '8',
  CONNECTIONS: '5000',
  CONNECTIONS_PER_NETWORK: '1000',
}
const attacker = { 'x-forwarded-for': '203.0.113.7' }
const json = { ...attacker, 'content-type': 'application/json' }
const slowestCachedMs = 200
const niceness = 10
/** Longer than the shop waits for a reader. */
const silentSeconds = 26

type Attack = Omit<AttackOrder, 'origin' | 'seconds' | 'isSilent' | 'connections'> & {
  what: string
  connections?: number
  isSilent?: boolean
}

async function overloadOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  await using shop = await FaultShop.start(data, asShipped)
  const attacks = await prepare(data, shop.origin)
  const findings: Finding[] = []
  for (const attack of attacks) {
    findings.push(
      ...(await under(shop, attack, { engine, seconds: attack.isSilent ? silentSeconds : ground.size(8, 3) })),
    )
    if (!shop.isRunning) throw new Error(`${attack.what} ended the shop: ${shop.log.slice(-2000)}`)
  }
  return findings
}

async function under(
  shop: FaultShop,
  { what, ...attack }: Attack,
  { engine, seconds }: { engine: Engine; seconds: number },
): Promise<Finding[]> {
  const before = shop.memory.residentMB
  let isOver = false
  const attacking = runAttacker({ connections: 40, isSilent: false, ...attack, origin: shop.origin, seconds })
  await sleep(500)
  const probing = probe(shop.origin, attacker, () => isOver)
  const { answers, closed } = await attacking
  isOver = true
  const { home, login, ready, attackersLogin } = await probing
  const told =
    Object.entries(answers)
      .map(([status, times]) => `${times} x ${status}`)
      .join(', ') || `${closed} of ${attack.connections ?? 0} cut`
  const name = (rest: string) => `overload: ${what}: ${rest}`
  const grown = shop.memory.residentMB - before
  return [
    count(
      name('cached home, p99'),
      Math.round(home.p99),
      { atMost: slowestCachedMs },
      { engine, unit: 'ms', beside: `p50 ${home.p50.toFixed(0)} ms, ${home.asked} asked; ${told}` },
    ),
    count(
      name('home, login or /readyz refused'),
      home.failed + login.failed + ready.failed,
      { exactly: 0 },
      { engine },
    ),
    count(
      name("the attacker's own login refused"),
      attackersLogin.failed,
      { exactly: 0 },
      { engine, beside: `p99 ${attackersLogin.p99.toFixed(0)} ms` },
    ),
    timing(name('login page, p99'), login.p99, 'ms', { engine }),
    timing(name('/readyz, p99'), ready.p99, 'ms', {
      engine,
      beside: `memory ${grown >= 0 ? '+' : ''}${grown.toFixed(0)} MB`,
    }),
  ]
}

/**
 * A low-priority process: the attacker's own work must not take processor time from the probes, as it would not over a
 * network.
 */
async function runAttacker(order: AttackOrder): Promise<AttackResult> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'overload-attacker.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  endWithBench(child, 'SIGKILL')
  if (child.pid !== undefined) setPriority(child.pid, niceness)
  child.stdin.end(JSON.stringify(order))
  let text = ''
  for await (const part of child.stdout.setEncoding('utf8')) text += part
  return JSON.parse(text) as AttackResult
}

/** Carts of every kind that can be stored, and the requests that once stopped the shop. */
async function prepare(data: ShopData, origin: string): Promise<Attack[]> {
  const products = await stockedProducts(data, 100_000, 1_000)
  using client = new RawClient(origin, 4)
  const checkout = await startCheckout(client, products.slice(0, 200))
  const longest = await startCheckout(client, products.slice(0, 200))
  await lengthen(data, longest, products)
  const stored = await startCheckout(client, products.slice(0, 1))
  const pattern = new URLSearchParams({
    ...typed,
    action: 'update',
    name: '<style a'.repeat(7_800),
    line1: '<script '.repeat(400),
  }).toString()
  await client.ask({
    path: pathOf(stored),
    method: 'POST',
    headers: { ...attacker, 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(pattern),
  })
  const get = (what: string, asked: string): Attack => ({
    what,
    path: asked,
    method: 'GET',
    headers: attacker,
    body: '',
  })
  const post = (what: string, asked: string, body: unknown): Attack => ({
    what,
    path: asked,
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ sku: products[at % products.length]?.sku ?? '', quantity: 1 }))
  const category = href('en', 'product-category-all', { slug: 'laptop-parts' })
  return [
    { ...get('no attack', '/robots.txt'), connections: 0 },
    get("a guest's longest cart", pathOf(checkout)),
    get("a customer's longest cart", pathOf(longest)),
    get('a stored pattern', pathOf(stored)),
    get('/_image', '/_image?href=/social.png&f=avif&w={n}'),
    post('/captuerr', '/captuerr', {
      error: 'a-'.repeat(1_000),
      stack: 'aA1-'.repeat(2_000),
      url: `https://x/${'http://'.repeat(280)}`,
    }),
    post('sync-carts of 5,000 lines', '/api/sync-cart?locale=en', { items: items(5_000) }),
    post('sync-carts of 200 lines', '/api/sync-cart?locale=en', { items: items(200), coupons: [] }),
    get('uncached lists', `${category}?stock=in&price={n}..99999`),
    get('uncached searches', `${href('en', 'search')}?q=cable%20{n}%20keyboard%20battery`),
    get('missing pages', '/en/none/{n}'),
    { ...get('slow readers', href('en', 'home')), connections: 900, isSilent: true },
  ]
}

function pathOf(id: string): string {
  return href('en', 'checkout-id', { id })
}

async function startCheckout(client: RawClient, products: readonly { sku: string }[]): Promise<string> {
  const body = Buffer.from(JSON.stringify({ items: products.map(({ sku }) => ({ sku, quantity: 1 })) }))
  const { status, text } = await client.ask({ path: '/api/checkout?locale=en', method: 'POST', headers: json, body })
  if (status !== 200) throw new Error(`POST /api/checkout was answered ${status}: ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { checkout_id: string }).checkout_id
}

/** The maximum length for a signed-in customer, since anyone can create an account. */
async function lengthen(data: ShopData, checkoutId: string, products: readonly { sku: string }[]): Promise<void> {
  const lines = Array.from({ length: 1_000 }, (_, at) => ({
    sku: products[at % products.length]?.sku ?? '',
    quantity: 1,
  }))
  await withDatabase(data, async (db) => {
    const customer = await db.selectFrom('customers').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .updateTable('carts')
      .set({ lines: JSON.stringify(lines), customer_id: customer.id })
      .where('checkout_id', '=', checkoutId)
      .execute()
  })
}
