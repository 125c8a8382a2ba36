import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { FakeLedger, type SignedEvent } from '../../support/fake-stripe-ledger.ts'
import { fakeSecret, FakeStripe } from '../../support/fake-stripe.ts'
import { numbers, pooled, shuffled, stockedProducts } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { postWebhook, startPayment, type Payment } from './stripe-buyers.ts'

/** Stripe sends every event a hundred times and in any order, and others send forged events. */
export const webhooks: Campaign = {
  name: 'webhooks',
  about: 'webhooks replayed x100, shuffled, altered, unsigned and stale',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await webhooksOn(ground, engine)))
    return findings
  },
}

const toleranceSeconds = 300

async function webhooksOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const repeats = ground.size(100, 5)
  await using fake = await FakeStripe.start()
  const data = await ground.newShop(engine)
  const products = await stockedProducts(data, 10_000)
  await using shop = await FaultShop.start(data, fake.env)
  using client = new Client(shop.origin, 64)
  const pay = (at: number): Promise<Payment> =>
    startPayment(client, fake, [{ sku: products[at % products.length]?.sku ?? '', quantity: 1 }], at)
  const paid = await pooled(numbers(20), 8, pay)
  const said = paid.flatMap((payment) => whatStripeSays(fake, payment))
  const statuses = await pooled(shuffled(said.flatMap((event) => numbers(repeats).map(() => event))), 64, (event) =>
    postWebhook(client, event),
  )
  const open = await pay(paid.length)
  const forged = await pooled(
    numbers(repeats).flatMap(() => forgeries(fake, open)),
    32,
    (event) => postWebhook(client, event),
  )
  return [
    count(
      'webhooks: replays not taken',
      statuses.filter((status) => status !== 200).length,
      { exactly: 0 },
      { engine, beside: `of ${statuses.length}` },
    ),
    ...(await judge(engine, data, paid, said)),
    count(
      'webhooks: forged or stale, answered other than 400',
      forged.filter((status) => status !== 400).length,
      { exactly: 0 },
      { engine, beside: `of ${forged.length}` },
    ),
    count('webhooks: effects of forgeries', await effectsOn(data, open), { exactly: 0 }, { engine }),
  ]
}

/** A payment event, and a late, out-of-order event that its page had closed. */
function whatStripeSays(fake: FakeStripe, { session }: Payment): SignedEvent[] {
  const before = structuredClone(fake.session(session))
  const closed = fake.event('checkout.session.expired', { ...before, status: 'expired', url: null }, new Date())
  return [fake.event('checkout.session.completed', fake.pay(session), new Date()), closed]
}

/** Forged or recorded events about a payment that was not made. */
function forgeries(fake: FakeStripe, { session }: Payment): Pick<SignedEvent, 'body' | 'headers'>[] {
  const paid = {
    ...structuredClone(fake.session(session)),
    status: 'complete',
    payment_status: 'paid',
    payment_intent: 'pi_forged',
  }
  const genuine = fake.event('checkout.session.completed', paid, new Date())
  const signature = genuine.headers.get('stripe-signature') ?? ''
  const signedBy = (value: string) => ({ body: genuine.body, headers: new Headers({ 'stripe-signature': value }) })
  const at = (seconds: number) => ({
    body: genuine.body,
    headers: fake.sign(genuine.body, new Date(Date.now() + seconds * 1000)),
  })
  return [
    { body: genuine.body.replace('"paid"', '"paid" '), headers: genuine.headers },
    { body: genuine.body.replace(/"amount_total":\d+/, '"amount_total":1'), headers: genuine.headers },
    { body: '', headers: genuine.headers },
    { body: genuine.body, headers: new Headers() },
    { body: genuine.body, headers: new FakeLedger(`${fakeSecret}x`).sign(genuine.body, new Date()) },
    signedBy(''),
    signedBy('t=,v1='),
    signedBy(signature.slice(0, -1)),
    signedBy(signature.replace('v1=', 'v0=')),
    signedBy(signature.replace(/t=\d+/, 't=NaN')),
    at(-toleranceSeconds - 30),
    at(-86_400),
  ]
}

async function judge(
  engine: Engine,
  data: ShopData,
  paid: readonly Payment[],
  said: readonly SignedEvent[],
): Promise<Finding[]> {
  const { confirmed, captured, heard, mails, reserved } = await withDatabase(data, async (db) => {
    const ids = paid.map(({ checkout }) => checkout.id)
    const orders = await db.selectFrom('orders').select(['id', 'status']).where('checkout_id', 'in', ids).execute()
    const attempts = await db
      .selectFrom('payment_attempts')
      .select(['captured', 'amount', 'refunded'])
      .where(
        'id',
        'in',
        paid.map(({ attempt }) => attempt),
      )
      .execute()
    const keys = orders.map(({ id }) => `mail.order_confirmed:${id}`)
    const row = await db
      .selectFrom('stock')
      .select(({ fn }) => fn.sum<number>('reserved').as('units'))
      .executeTakeFirst()
    return {
      confirmed: orders.filter(({ status }) => status === 'confirmed').length,
      captured: attempts.filter((attempt) => attempt.captured === attempt.amount && attempt.refunded === 0).length,
      heard: (
        await db
          .selectFrom('payment_events')
          .select('event_id')
          .where(
            'event_id',
            'in',
            said.map(({ id }) => id),
          )
          .execute()
      ).length,
      mails: (await db.selectFrom('outbox').select('id').where('dedupe_key', 'in', keys).execute()).length,
      reserved: Number(row?.units ?? 0),
    }
  })
  const wanted = { exactly: paid.length }
  return [
    count('webhooks: orders confirmed once', confirmed, wanted, {
      engine,
      beside: `${heard} of ${said.length} different events written down, ${reserved} units reserved`,
    }),
    count('webhooks: captured once', captured, wanted, { engine }),
    count('webhooks: mails', mails, wanted, { engine }),
  ]
}

function effectsOn(data: ShopData, { checkout, attempt }: Payment): Promise<number> {
  return withDatabase(data, async (db) => {
    const order = await db
      .selectFrom('orders')
      .select('status')
      .where('checkout_id', '=', checkout.id)
      .executeTakeFirstOrThrow()
    const events = await db.selectFrom('payment_events').select('event_id').where('attempt_id', '=', attempt).execute()
    return events.length + (order.status === 'pending_payment' ? 0 : 1)
  })
}
