import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { FakeStripe } from '../../support/fake-stripe.ts'
import { numbers, pooled, shuffled, stockedProducts } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { SmtpSink } from './smtp-sink.ts'
import { comeBack, postWebhook, startPayment, type Payment } from './stripe-buyers.ts'

const connections = 200
const repeats = 5
const mailPatienceMs = 120_000

/** All reports of a payment at once: returns, webhooks, the shop's own polling and a waiting page. */
export const storm: Campaign = {
  name: 'storm',
  about: '500 checkouts, each with 5 returns, 5 webhooks and a poll at once',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await stormOn(ground, engine)))
    return findings
  },
}

async function stormOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const checkouts = ground.size(500)
  await using fake = await FakeStripe.start()
  await using sink = await SmtpSink.start()
  const data = await ground.newShop(engine)
  const products = await stockedProducts(data, 100_000)
  await using shop = await FaultShop.start(data, { ...fake.env, ...sink.env })
  using client = new Client(shop.origin, connections)
  const payments = await pooled(numbers(checkouts), 16, (at) =>
    startPayment(client, fake, [{ sku: products[at % products.length]?.sku ?? '', quantity: 1 }], at),
  )
  await letTheShopAskAboutThem(data)
  const started = performance.now()
  const answers = await Promise.all(
    shuffled(payments.flatMap((payment) => allAtOnce(client, fake, payment))).map((one) => one()),
  )
  const seconds = (performance.now() - started) / 1000
  await untilMailed(sink, checkouts)
  return [
    ...(await judge(engine, data, { checkouts, fake, mails: sink.mails.length })),
    count(
      'storm: answers other than 2xx and 303',
      answers.filter((status) => status !== 200 && status !== 303).length,
      { exactly: 0 },
      { engine, beside: `of ${answers.length}` },
    ),
    timing('storm: all of it answered', seconds, 's', {
      engine,
      beside: `${answers.length} requests over ${connections} connections`,
    }),
  ]
}

/** The shop polls payments that are ten seconds old, every five seconds. */
async function letTheShopAskAboutThem(data: ShopData): Promise<void> {
  await withDatabase(data, (db) =>
    db
      .updateTable('payment_attempts')
      .set({ created_at: new Date(Date.now() - 60_000).toISOString() })
      .where('status', '=', 'started')
      .execute(),
  )
}

function allAtOnce(
  client: Client,
  fake: FakeStripe,
  { attempt, session, checkout }: Payment,
): (() => Promise<number>)[] {
  const event = fake.event('checkout.session.completed', fake.pay(session), new Date())
  const waiting = href('sv', 'checkout-confirmation', { id: checkout.id })
  return [
    ...numbers(repeats).flatMap(() => [() => comeBack(client, attempt), () => postWebhook(client, event)]),
    async () => (await client.ask({ path: waiting })).status,
  ]
}

async function untilMailed(sink: SmtpSink, wanted: number): Promise<void> {
  const deadline = Date.now() + mailPatienceMs
  while (sink.mails.length < wanted && Date.now() < deadline) await sleep(200)
  // A duplicate mail would be sent by the next runs of the outbox.
  await sleep(3_000)
}

async function judge(
  engine: Engine,
  data: ShopData,
  { checkouts, fake, mails }: { checkouts: number; fake: FakeStripe; mails: number },
): Promise<Finding[]> {
  const { orders, captured, reserved } = await withDatabase(data, async (db) => {
    const orderRows = await db
      .selectFrom('orders')
      .select(['id', 'checkout_id'])
      .where('status', '=', 'confirmed')
      .where('payment_method', '=', 'stripe')
      .execute()
    const attempts = await db
      .selectFrom('payment_attempts')
      .select(['order_id', 'amount', 'captured', 'refunded', 'status'])
      .where('provider', '=', 'stripe')
      .execute()
    const units = await db
      .selectFrom('stock')
      .select(({ fn }) => fn.sum<number>('reserved').as('units'))
      .executeTakeFirst()
    return {
      orders: new Set(orderRows.map((row) => row.checkout_id)).size === orderRows.length ? orderRows.length : -1,
      captured: attempts.filter(
        (row) => row.status === 'succeeded' && row.captured === row.amount && row.refunded === 0,
      ).length,
      reserved: Number(units?.units ?? 0),
    }
  })
  const charges = [...fake.intents.values()].filter((intent) => intent.captured > 0).length
  return [
    count(
      'storm: confirmed orders, one per checkout',
      orders,
      { exactly: checkouts },
      { engine, beside: `${reserved} units reserved` },
    ),
    count(
      'storm: captures written down',
      captured,
      { exactly: checkouts },
      { engine, beside: `${charges} charges at the provider, ${fake.refunds.length} refunds` },
    ),
    count('storm: mails taken by the mail server', mails, { exactly: checkouts }, { engine }),
  ]
}
