import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import { percentile } from '../../bench/figure.ts'
import { Client, type Answered } from '../../bench/load/client.ts'
import { DatabaseProxy } from '../../support/database-proxy.ts'
import {
  isConfirmation,
  look,
  numbers,
  orBroken,
  place,
  pooled,
  startCheckout,
  stockedProducts,
  type Checkout,
} from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'

const engine = 'PostgreSQL'
const goneSeconds = 30
const answerWithinMs = 1_000
const normalWithinMs = 5_000
/** A freshly started shop drops its pages once, for campaigns that started or ended while it was down. */
const settlingMs = 8_000

/** PostgreSQL is stopped, and then hangs, while shoppers browse and order. */
export const databaseGone: Campaign = {
  name: 'database-gone',
  about: 'PostgreSQL stopped for 30 s, and hanging for 30 s',
  run: async (ground) =>
    ground.engines.includes(engine) ? [...(await goneOn(ground, 'stopped')), ...(await goneOn(ground, 'hanging'))] : [],
}

type How = 'stopped' | 'hanging'
type Scene = {
  how: How
  proxy: DatabaseProxy
  client: Client
  paths: readonly string[]
  checkouts: Checkout[]
  seen: string
  sku: string
}

async function goneOn(ground: Ground, how: How): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const [product] = await stockedProducts(data, 10_000, 1)
  const { productPaths } = await readCatalogue(data, 'en', 20)
  const opened = await DatabaseProxy.open(data.postgresUrl ?? '')
  await using proxy = opened.proxy
  await using shop = await FaultShop.start({ ...data, databaseUrl: opened.url })
  using client = new Client(shop.origin, 100)
  const paths = ['/en', '/sv', ...productPaths]
  const sku = product?.sku ?? ''
  const seconds = ground.size(goneSeconds, 5)
  const checkouts = await pooled(numbers(seconds * 2 + 200), 8, () => startCheckout(client, [{ sku, quantity: 1 }]))
  const seen = checkouts[0] ? await look(client, checkouts[0]) : ''
  await sleep(settlingMs)
  for (const path of paths) await client.ask({ path })
  const findings = await watch({ how, proxy, client, paths, checkouts, seen, sku }, seconds)
  if (!shop.isRunning) throw new Error(`The shop ended: ${shop.log.slice(-2000)}`)
  return findings
}

async function watch(scene: Scene, seconds: number): Promise<Finding[]> {
  const { how, proxy } = scene
  await (how === 'stopped' ? proxy.shut() : proxy.freeze())
  const end = performance.now() + seconds * 1000
  const [pages, orders] = await Promise.all([readPages(scene, end), orderUntil(scene, end)])
  await proxy.open()
  const back = await untilNormal(scene)
  const wrong = orders.filter(({ status, headers }) => status !== 503 || headers['retry-after'] === undefined)
  const times = orders.map(({ ms }) => ms)
  const failed = pages.filter(({ status }) => status !== 200)
  return [
    count(
      `database ${how}: cached pages that failed`,
      failed.length,
      { exactly: 0 },
      { engine, beside: `of ${pages.length} in ${seconds} s${kindsOf(failed)}` },
    ),
    count(
      `database ${how}: orders not answered 503 with Retry-After`,
      wrong.length,
      { exactly: 0 },
      { engine, beside: `of ${orders.length}${kindsOf(wrong)}` },
    ),
    timing(`database ${how}: 503 after, worst`, Math.max(...times), 'ms', {
      engine,
      bar: { atMost: answerWithinMs },
      beside: `p50 ${percentile(times, 0.5).toFixed(0)} ms`,
    }),
    timing(`database ${how}: normal again after`, back / 1000, 's', { engine, bar: { atMost: normalWithinMs / 1000 } }),
  ]
}

function kindsOf(answers: readonly Answered[]): string {
  return [...new Set(answers.map(({ status }) => `; ${status}`))].join('')
}

async function readPages({ client, paths }: Scene, end: number): Promise<Answered[]> {
  const answers: Promise<Answered>[] = []
  for (let at = 0; performance.now() < end; at += 1) {
    answers.push(orBroken(client.ask({ path: paths[at % paths.length] ?? '' })))
    await sleep(20)
  }
  return Promise.all(answers)
}

/** Two forms a second: one for a known checkout, one for a new one. */
async function orderUntil({ client, checkouts, seen, sku }: Scene, end: number): Promise<Answered[]> {
  const answers: Promise<Answered>[] = []
  while (performance.now() < end) {
    const checkout = checkouts.pop()
    if (checkout) answers.push(orBroken(place(client, checkout, { seen })))
    answers.push(orBroken(client.postJson('/api/checkout?locale=sv', { items: [{ sku, quantity: 1 }] })))
    await sleep(1_000)
  }
  return Promise.all(answers)
}

/** Milliseconds until five orders in a row are confirmed. */
async function untilNormal({ client, checkouts, seen }: Scene): Promise<number> {
  const began = performance.now()
  let inARow = 0
  let normalSince = began
  while (inARow < 5 && performance.now() - began < 60_000) {
    const checkout = checkouts.pop()
    if (!checkout) break
    const answer = await orBroken(place(client, checkout, { seen }))
    inARow = isConfirmation(answer, checkout) ? inARow + 1 : 0
    if (inARow === 1) normalSince = performance.now()
    if (inARow === 0) await sleep(50)
  }
  return inARow === 5 ? normalSince - began : Number.POSITIVE_INFINITY
}
