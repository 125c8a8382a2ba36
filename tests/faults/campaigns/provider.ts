import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase, readCatalogue } from '../../bench/catalogue.ts'
import { percentile } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { FakeStripe, type Mood } from '../../support/fake-stripe.ts'
import {
  look,
  numbers,
  orBroken,
  place,
  pooled,
  shopperHeaders,
  startCheckout,
  stockedProducts,
  type Checkout,
} from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { postWebhook, startPayment } from './stripe-buyers.ts'

const answerWithinMs = 6_000
const reconciledWithinMs = 60_000
const watchMs = 8_000
const maxTries = 10

/** A payment provider that hangs, succeeds without answering, fails, or reports other amounts. */
export const provider: Campaign = {
  name: 'provider',
  about: 'a payment provider that is slow, of unknown result, or tells of other money',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await providerOn(ground, engine)))
    return findings
  },
}

type Scene = {
  engine: Engine
  data: ShopData
  fake: FakeStripe
  client: Client
  skus: readonly string[]
  paths: readonly string[]
}
type Pending = { checkoutId: string; ms: number; status: number; tries: number }

async function providerOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  await using fake = await FakeStripe.start()
  const data = await ground.newShop(engine)
  const skus = (await stockedProducts(data, 10_000)).map(({ sku }) => sku)
  const { productPaths: paths } = await readCatalogue(data, 'en', 40)
  await using shop = await FaultShop.start(data, fake.env)
  using client = new Client(shop.origin, 200)
  const scene: Scene = { engine, data, fake, client, skus, paths }
  const size = ground.size(40, 4)
  const before = await otherPages(scene, watchMs)
  const invoicedBefore = await ordersByInvoice(scene, 4 * size, size)
  const [meanwhile, hung, invoiced] = await Promise.all([
    otherPages(scene, watchMs),
    ordersIn(scene, 'hang', 0, size),
    ordersByInvoice(scene, 5 * size, size),
  ])
  const lost = await ordersIn(scene, 'lost', size, size)
  const troubled = await ordersIn(scene, 503, 2 * size, size)
  const all = [...hung, ...lost, ...troubled]
  const waiting = (await attemptsOf(scene, all)).filter(({ order }) => order === 'pending_payment').length
  const again = all.reduce((sum, { tries }) => sum + tries - 1, 0)
  const slowest = Math.max(...all.map(({ ms }) => ms))
  return [
    timing('provider: answer to an order, slowest', slowest / 1000, 's', {
      engine,
      bar: { atMost: answerWithinMs / 1000 },
      beside:
        `of ${all.length} that hung, were lost or failed; ${again} forms sent again; as many by invoice, before: ` +
        `${(Math.max(...invoicedBefore) / 1000).toFixed(1)} s`,
    }),
    timing('provider: orders by invoice while it hangs, slowest', Math.max(...invoiced) / 1000, 's', {
      engine,
      beside: `of ${invoiced.length}; p50 ${percentile(invoiced, 0.5).toFixed(0)} ms`,
    }),
    count(
      'provider: answers other than 303',
      all.filter(({ status }) => status !== 303).length,
      { exactly: 0 },
      { engine },
    ),
    count('provider: orders that wait for their payment', waiting, { exactly: all.length }, { engine }),
    timing('provider: other pages while it hangs, p99', percentile(meanwhile, 0.99), 'ms', {
      engine,
      beside:
        `p50 ${percentile(meanwhile, 0.5).toFixed(1)} ms; ` +
        `before p50 ${percentile(before, 0.5).toFixed(1)}, p99 ${percentile(before, 0.99).toFixed(1)} ms`,
    }),
    ...(await reconciled(scene, all)),
    ...(await otherMoney(scene, 3 * size)),
  ]
}

/** Cached pages and priced carts, requested one after the other by four shoppers. */
async function otherPages({ client, skus, paths }: Scene, milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds
  const times: number[] = []
  const work = async (shopper: number): Promise<void> => {
    for (let at = shopper; performance.now() < end; at += 4) {
      const page = await client.ask({ path: paths[at % paths.length] ?? '/en' })
      const cart = await client.postJson('/api/sync-cart?locale=sv', {
        items: [{ sku: skus[at % skus.length], quantity: 1 }],
      })
      if (page.status !== 200 || cart.status !== 200)
        throw new Error(`Another page was answered ${page.status}, a cart ${cart.status}.`)
      times.push(page.ms, cart.ms)
    }
  }
  await Promise.all(numbers(4).map(work))
  return times
}

/** Orders placed at the same time while the provider has this behaviour. */
async function ordersIn({ client, fake, skus }: Scene, mood: Mood, from: number, size: number): Promise<Pending[]> {
  const sku = skus[from % skus.length] ?? ''
  const checkouts = await pooled(numbers(size), 8, (at) =>
    startCheckout(client, [{ sku, quantity: 1 }], { headers: shopperHeaders(from + at) }),
  )
  const seen = checkouts[0] ? await look(client, checkouts[0]) : ''
  fake.mood = mood
  const placed = await Promise.all(
    checkouts.map((checkout, at) => orderUntilAnswered(client, checkout, seen, from + at)),
  )
  fake.mood = 'well'
  return placed
}

/** Orders that need no provider, placed at the same time; each takes another product than those that wait for it. */
async function ordersByInvoice({ client, skus }: Scene, from: number, size: number): Promise<number[]> {
  const sku = skus.at(-1 - (from % 7)) ?? ''
  const checkouts = await pooled(numbers(size), 8, (at) =>
    startCheckout(client, [{ sku, quantity: 1 }], { headers: shopperHeaders(from + at) }),
  )
  const seen = checkouts[0] ? await look(client, checkouts[0]) : ''
  const answers = await Promise.all(
    checkouts.map((checkout, at) => place(client, checkout, { seen }, shopperHeaders(from + at))),
  )
  return answers.map(({ status, ms }) => (status === 303 ? ms : Number.POSITIVE_INFINITY))
}

/** Sends the form again, as shoppers do, where the connection broke or a busy shop asked to come later. */
async function orderUntilAnswered(client: Client, checkout: Checkout, seen: string, at: number): Promise<Pending> {
  const began = performance.now()
  for (let tries = 1; ; tries += 1, await sleep(1_000)) {
    const fields = { seen, payment_method: 'stripe' }
    const { status } = await orBroken(place(client, checkout, fields, shopperHeaders(at)))
    if ((status !== 0 && status !== 503) || tries === maxTries)
      return { checkoutId: checkout.id, status, ms: performance.now() - began, tries }
  }
}

/**
 * After the provider recovers, every order gets its page, every payment without a webhook is found, and none is charged
 * twice.
 */
async function reconciled(scene: Scene, orders: readonly Pending[]): Promise<Finding[]> {
  const { engine, fake } = scene
  const opened = await until(async () => (await attemptsOf(scene, orders)).every(({ reference }) => reference !== null))
  const attempts = await attemptsOf(scene, orders)
  for (const { reference } of attempts) if (reference !== null) fake.pay(reference)
  const found = await until(async () => (await attemptsOf(scene, orders)).every(({ order }) => order === 'confirmed'))
  const settled = await attemptsOf(scene, orders)
  const charges = Map.groupBy(
    [...fake.intents.values()].filter(({ captured }) => captured > 0),
    ({ metadata }) => metadata['attempt_id'],
  )
  const pages = Map.groupBy(fake.sessions.values(), ({ metadata }) => metadata['attempt_id'])
  const twice = [...charges.values(), ...pages.values()].filter((each) => each.length > 1).length
  return [
    count(
      'provider: orders paid and confirmed without a webhook',
      settled.filter(({ order }) => order === 'confirmed').length,
      { exactly: orders.length },
      { engine },
    ),
    timing('provider: page found after it is well again', opened / 1000, 's', {
      engine,
      bar: { atMost: reconciledWithinMs / 1000 },
    }),
    timing('provider: payment found without a webhook', found / 1000, 's', {
      engine,
      bar: { atMost: reconciledWithinMs / 1000 },
    }),
    count(
      'provider: charged or opened twice',
      twice,
      { exactly: 0 },
      { engine, beside: `${charges.size} charges, ${attempts.length} attempts` },
    ),
  ]
}

async function attemptsOf(
  { data }: Scene,
  orders: readonly Pending[],
): Promise<{ reference: string | null; order: string }[]> {
  const rows = await withDatabase(data, (db) =>
    db
      .selectFrom('payment_attempts as a')
      .innerJoin('orders as o', 'o.id', 'a.order_id')
      .select(['o.status', 'a.provider_reference'])
      .where(
        'o.checkout_id',
        'in',
        orders.map(({ checkoutId }) => checkoutId),
      )
      .execute(),
  )
  return rows.map(({ status, provider_reference: reference }) => ({ order: status, reference }))
}

/** Milliseconds until it is true; twice the limit when it never is. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < 2 * reconciledWithinMs) {
    if (await holds()) return performance.now() - began
    await sleep(250)
  }
  return performance.now() - began
}

/** Another amount or currency than ordered: the order is held for review. */
async function otherMoney({ engine, data, fake, client, skus }: Scene, from: number): Promise<Finding[]> {
  const kinds = [
    (amount: number) => ({ amount: amount - 100 }),
    (amount: number) => ({ amount: amount + 100 }),
    () => ({ currency: 'eur' }),
    () => ({ amount: 0 }),
  ]
  const payments = await pooled(kinds, 1, async (how, at) => {
    const payment = await startPayment(client, fake, [{ sku: skus[at] ?? '', quantity: 1 }], from + at)
    const paid = fake.pay(payment.session, how(fake.session(payment.session).amount_total))
    await postWebhook(client, fake.event('checkout.session.completed', paid, new Date()))
    return payment
  })
  const rows = await withDatabase(data, (db) =>
    db
      .selectFrom('payment_attempts as a')
      .innerJoin('orders as o', 'o.id', 'a.order_id')
      .select(['o.status as order', 'a.status as attempt'])
      .where(
        'a.id',
        'in',
        payments.map(({ attempt }) => attempt),
      )
      .execute(),
  )
  return [
    count(
      'provider: held for another amount or currency',
      rows.filter(({ attempt }) => attempt === 'held').length,
      { exactly: kinds.length },
      { engine },
    ),
    count(
      'provider: of these confirmed',
      rows.filter(({ order }) => order === 'confirmed').length,
      { exactly: 0 },
      { engine },
    ),
  ]
}
