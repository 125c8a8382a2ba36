import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { FakeStripe } from '../../support/fake-stripe.ts'
import { stockedProducts } from './buyers.ts'
import { count, type Finding } from './campaign.ts'
import { ConsoleSession, hidden } from './console-session.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { postWebhook, startPayment } from './stripe-buyers.ts'

const withinMs = 90_000

/**
 * Two people refund the same order at once while the provider answers errors: at two nodes, or at one on SQLite, whose
 * file a second process may not open.
 */
export async function refundsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const rounds = ground.size(10, 3)
  await using fake = await FakeStripe.start()
  const data = await ground.newShop(engine)
  const [product] = await stockedProducts(data, 10_000, 1)
  await using one = await FaultShop.start(data, fake.env)
  await using two = engine === 'PostgreSQL' ? await FaultShop.start(data, fake.env) : undefined
  const other = (two ?? one).origin
  const sessions = [
    { origin: one.origin, session: await ConsoleSession.open(data, one.origin) },
    { origin: other, session: await ConsoleSession.open(data, other) },
  ]
  const orders: string[] = []
  for (let at = 0; at < rounds; at += 1) orders.push(await paidOrder(data, one, fake, product?.sku ?? '', at))
  fake.mood = 503
  const answers: string[] = []
  for (const number of orders) answers.push(await refundAtOnce(sessions, number))
  const shown = await until(async () => {
    const { text } = (await sessions[0]?.session.get(one.origin, '/console/payments')) ?? { text: '' }
    return orders.every((number) => waitingPart(text).includes(number))
  })
  const before = fake.refunds.length
  fake.mood = 'well'
  const isPaidBack = await until(async () => fake.refunds.length >= rounds && (await waiting(data)) === 0)
  const written = await withDatabase(data, (db) => db.selectFrom('refunds').select(['order_id', 'amount']).execute())
  const owed = written.reduce((sum, { amount }) => sum + amount, 0)
  const paid = fake.refunds.reduce((sum, { amount }) => sum + amount, 0)
  const beside = `of ${rounds}, by two people at ${two ? 'two nodes' : 'one node'}`
  return [
    count(
      'console: refunds of which one was accepted and one refused',
      answers.filter((each) => each === '303 422').length,
      { exactly: rounds },
      { engine, beside: [...new Set(answers)].join('; ') },
    ),
    count('console: refunds written', written.length, { exactly: rounds }, { engine, beside }),
    count('console: refunds shown as waiting while the provider is down', Number(shown), { exactly: 1 }, { engine }),
    count('console: paid back while the provider is down', before, { exactly: 0 }, { engine }),
    count('console: paid back once it is well', Number(isPaidBack), { exactly: 1 }, { engine }),
    count('console: refunds at the provider', fake.refunds.length, { exactly: rounds }, { engine }),
    count('console: öre paid back more or less than written', Math.abs(owed - paid), { exactly: 0 }, { engine }),
  ]
}

/** An order that was paid by card and is confirmed; returns its number. */
async function paidOrder(data: ShopData, shop: FaultShop, fake: FakeStripe, sku: string, at: number): Promise<string> {
  using client = new Client(shop.origin, 2)
  const { checkout, session } = await startPayment(client, fake, [{ sku, quantity: 2 }], at)
  const paid = fake.pay(session)
  await postWebhook(client, fake.event('checkout.session.completed', paid, new Date()))
  return withDatabase(data, async (db) => {
    const order = await db
      .selectFrom('orders')
      .select(['number', 'status'])
      .where('checkout_id', '=', checkout.id)
      .executeTakeFirst()
    if (order?.status !== 'confirmed') throw new Error(`A paid order is ${order?.status}.`)
    return order.number
  })
}

async function refundAtOnce(
  sessions: readonly { origin: string; session: ConsoleSession }[],
  number: string,
): Promise<string> {
  const path = `/console/orders/${number}`
  const pages = await Promise.all(sessions.map(({ origin, session }) => session.get(origin, path)))
  const replies = await Promise.all(
    sessions.map(({ origin, session }, at) => {
      const page = pages[at] ?? { status: 0, location: '', text: '' }
      const kept = (['version', 'key'] as const).map((name) => [name, hidden(page, 'refund', name)] as const)
      return session.sendSurely(origin, path, [['action', 'refund'], ...kept, ['units:1', '1'], ['reason', '']])
    }),
  )
  return replies
    .map(({ status }) => status)
    .sort()
    .join(' ')
}

/** The part of the payments' page that says what providers have not done yet. */
function waitingPart(html: string): string {
  return html.split('<section class="panel"').find((part) => part.includes('503') || part.includes('Tries')) ?? ''
}

function waiting(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const rows = await db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('kind', '=', 'payment.refund')
      .execute()
    return rows.length
  })
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > withinMs) return false
    await sleep(250)
  }
  return true
}
