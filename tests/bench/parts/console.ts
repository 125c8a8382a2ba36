import { sql } from 'kysely'
import { nameWords } from '../../../src/domain/visitors/name-words.ts'
import { issueMissing } from '../../../src/server/ordering/books/issue-missing.ts'
import type { Database, Queryable, Row } from '../../../src/server/platform/db/tables.ts'
import { hashSecret, newSecret } from '../../../src/server/platform/ids.ts'
import { withDatabase } from '../catalogue.ts'
import { figure, percentile, type Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { screensOfGoods, writeGoods } from './console-goods.ts'
import { writePayouts } from './console-payouts.ts'
import { weigh } from './page-weight.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

const counts = { orders: 100_000, customers: 200_000 }
const batch = 250
const requests = 60
const bars = { p50: { atMost: 100 }, p99: { atMost: 300 } }
const mostScript = { atMost: 60 }

/** Lists and records of the console with 100,000 orders, 200,000 customers, and as many products as --products says. */
export const consoleLists: Part = {
  name: 'console',
  about: 'the console with 100,000 orders, 200,000 customers and the products of --products, on both databases',
  run: async (bench) => [
    ...(await measureOn('SQLite', bench, await bench.workspace.newDemo())),
    ...(await withPostgresDemo(bench, ({ data }) => measureOn('PostgreSQL', bench, data))),
  ],
}

async function measureOn(engine: string, { nodeArgs, products }: Bench, data: ShopData): Promise<Figure[]> {
  const secret = newSecret()
  await withDatabase(data, async (db) => {
    await issueInvoice(db)
    // One commit for all of it: a commit for each statement takes minutes on a slow disk.
    await db.transaction().execute(async (trx) => {
      await writeOrders(trx)
      await writeInvoices(trx)
      await writeCustomers(trx)
      await writePayouts(trx)
      await writeOwner(trx, secret)
    })
    await writeGoods(db, products)
    // What the database does by itself within minutes of such a change.
    await sql`analyze`.execute(db)
  })
  await using shop = await ShopProcess.start(data, nodeArgs)
  using client = new Client(shop.origin, 1)
  const headers = { cookie: `staff_session=${secret}` }
  const figures: Figure[] = []
  let heaviest = { kB: 0, path: '' }
  for (const [what, path] of [...screens, ...screensOfGoods(products)]) {
    const times: number[] = []
    for (let at = 0; at < requests; at += 1) {
      const { status, ms } = await client.ask({ path: path(at), headers })
      if (status !== 200) throw new Error(`${path(at)} was answered ${status}.`)
      times.push(ms)
    }
    const p50 = what.startsWith(palette) ? { atMost: 50 } : bars.p50
    figures.push(
      figure(`${engine}: ${what}, p50`, percentile(times, 0.5), 'ms', { bar: p50 }),
      figure(`${engine}: ${what}, p99`, percentile(times, 0.99), 'ms', { bar: bars.p99 }),
    )
    const { all } = await weigh(client, { name: what, path: path(0), headers })
    if (all / 1000 > heaviest.kB) heaviest = { kB: all / 1000, path: path(0) }
  }
  const weight = { bar: mostScript, beside: heaviest.path }
  return [...figures, figure(`${engine}: script of the heaviest screen`, heaviest.kB, 'kB', weight)]
}

const palette = 'the palette'
const day = new Date().toISOString().slice(0, 10)
const invoice = (at: number) => `F${500_000 + at}`
const number = (at: number) => String(200_000 + at * 997)
const screens: readonly (readonly [what: string, path: (at: number) => string])[] = [
  ['today', () => '/console'],
  ['orders', () => '/console/orders'],
  ['orders to pack', () => '/console/orders?status=confirmed'],
  ['orders by total', () => '/console/orders?sort=-total'],
  ['orders deep in the list', (at) => `/console/orders?after=${cursor(50_000 - at * 50)}`],
  ['orders of an address', (at) => `/console/orders?q=buyer${at * 31}%40`],
  ['an order', (at) => `/console/orders/${number(at)}`],
  ['customers', () => '/console/customers'],
  ['customers of a name', (at) => `/console/customers?q=name%20${at}`],
  ['customers of a word', (at) => `/console/customers?q=${at + 1_000}`],
  ['customers of a common word', () => '/console/customers?q=nam'],
  ['find a word', (at) => `/console/find?q=${at + 2_000}`],
  ['quotes', () => '/console/quotes'],
  ['requests for parts', () => '/console/requests'],
  ['organizations', () => '/console/organizations'],
  ['invoices', () => '/console/invoices'],
  ['invoices that are overdue', () => '/console/invoices?state=overdue&sort=due'],
  ['an invoice by its number', (at) => `/console/invoices?q=${invoice(at * 997)}`],
  ['an invoice', (at) => `/console/invoices/${invoice(at * 997)}`],
  [palette, (at) => `/console/find/hits?q=${at + 3_000}`],
  ['a customer', (at) => `/console/customers/bench-${at * 997}`],
  ['an order to change', () => `/console/orders/${number(0)}/edit`],
  ['an order by phone', () => '/console/orders/new'],
  ['packing', () => '/console/packing'],
  ['returns', () => '/console/returns'],
  ['payments', () => '/console/payments'],
  ['payouts', () => '/console/payouts'],
  ['payouts to look at', () => '/console/payouts?state=check&sort=-net'],
  ['a payout', (at) => `/console/payouts/po_${at * 31}`],
  ['the books of a day', () => `/console/books?from=${day}&to=${day}`],
  ['gift cards', () => '/console/gift-cards'],
  ['subscriptions', () => '/console/subscriptions'],
  ['webhooks', () => '/console/integrations/webhooks'],
  ['audit log', () => '/console/audit'],
  ['find an address', (at) => `/console/find?q=buyer${at * 31}%40`],
]

const cursor = (seq: number) => Buffer.from(JSON.stringify([seq, seq])).toString('base64url')

/** Copies of the demo's orders, spread over two years. */
async function writeOrders(db: Queryable): Promise<void> {
  const orders = await db.selectFrom('orders').selectAll().orderBy('seq').execute()
  const lines = await db.selectFrom('order_lines').selectAll().execute()
  const events = await db.selectFrom('order_events').selectAll().execute()
  const start = Date.now() - 730 * 86_400_000
  for (let from = 0; from < counts.orders; from += batch) {
    const made = Array.from({ length: batch }, (_, at) => copied(orders, from + at, start))
    await db.insertInto('orders').values(made).execute()
    await db
      .insertInto('order_lines')
      .values(made.flatMap((order) => linesOf(order, lines, orders)))
      .execute()
    await db
      .insertInto('order_events')
      .values(made.flatMap((order) => eventsOf(order, events, orders)))
      .execute()
  }
}

function copied(orders: readonly Row<'orders'>[], at: number, start: number) {
  const { seq: _seq, ...order } = template(orders, at)
  const placed = new Date(start + (at / counts.orders) * 730 * 86_400_000).toISOString()
  return {
    ...order,
    id: `bench-${at}`,
    number: String(200_000 + at),
    checkout_id: `bench-${at}`,
    email: `buyer${at % 40_000}@example.com`,
    customer_id: null,
    total: order.total + at,
    placed_at: placed,
    updated_at: placed,
    status:
      at % 200 === 0 ? ('confirmed' as const) : order.status === 'confirmed' ? ('delivered' as const) : order.status,
  }
}

function template(orders: readonly Row<'orders'>[], at: number): Row<'orders'> {
  const order = orders[at % orders.length]
  if (!order) throw new Error('The demo has no orders.')
  return order
}

const indexOf = (id: string) => Number(id.replace('bench-', ''))

function linesOf({ id }: { id: string }, lines: readonly Row<'order_lines'>[], orders: readonly Row<'orders'>[]) {
  const own = lines.filter(({ order_id: orderId }) => orderId === template(orders, indexOf(id)).id)
  return own.map((line) => ({ ...line, id: `${id}-${line.position}`, order_id: id }))
}

function eventsOf({ id }: { id: string }, events: readonly Row<'order_events'>[], orders: readonly Row<'orders'>[]) {
  const own = events.filter(({ order_id: orderId }) => orderId === template(orders, indexOf(id)).id)
  return own.map(({ seq: _seq, ...event }, at) => ({ ...event, id: `${id}-${at}`, order_id: id }))
}

/** Issues the invoice that the others are copies of. */
async function issueInvoice(db: Database): Promise<void> {
  const { id: billed } = await db
    .selectFrom('orders')
    .select('id')
    .where('payment_method', '=', 'invoice')
    .where('status', '=', 'shipped')
    .executeTakeFirstOrThrow()
  await issueMissing({ db, now: () => new Date() }, billed)
}

/** An invoice of every order: one in 20 is open. The records that are opened have their documents. */
async function writeInvoices(db: Queryable): Promise<void> {
  const document = await db.selectFrom('documents').selectAll().where('kind', '=', 'invoice').executeTakeFirstOrThrow()
  const documents = Array.from({ length: requests }, (_, at) => ({
    ...document,
    number: invoice(at * 997),
    order_id: `bench-${at * 997}`,
  }))
  await db.insertInto('documents').values(documents).execute()
  const start = Date.now() - 730 * 86_400_000
  for (let from = 0; from < counts.orders; from += batch) {
    const made = Array.from({ length: batch }, (_, each) => {
      const at = from + each
      const issued = start + (at / counts.orders) * 730 * 86_400_000
      return {
        number: invoice(at),
        order_id: `bench-${at}`,
        issued_at: new Date(issued).toISOString(),
        due_at: new Date(issued + 30 * 86_400_000).toISOString(),
        amount: 100_000 + at,
        credited: 0,
        paid: at % 20 === 0 ? 0 : 100_000 + at,
        state: at % 20 === 0 ? ('open' as const) : ('paid' as const),
      }
    })
    await db.insertInto('invoices').values(made).execute()
  }
}

async function writeCustomers(db: Queryable): Promise<void> {
  const known = await db.selectFrom('customers').selectAll().limit(1).executeTakeFirstOrThrow()
  for (let from = 0; from < counts.customers; from += batch) {
    const made = Array.from({ length: batch }, (_, at) => ({
      ...known,
      id: `bench-${from + at}`,
      email: `buyer${from + at}@example.com`,
      name: `Name ${from + at}`,
      created_at: new Date(Date.now() - (from + at) * 60_000).toISOString(),
    }))
    await db.insertInto('customers').values(made).execute()
    const words = made.flatMap(({ id, name }) => nameWords(name).map((word) => ({ word, subject_id: id })))
    await db
      .insertInto('name_words')
      .values(words.map((each) => ({ ...each, kind: 'customer' as const })))
      .execute()
  }
}

async function writeOwner(db: Queryable, secret: string): Promise<void> {
  const at = new Date().toISOString()
  const end = new Date(Date.now() + 3_600_000).toISOString()
  await db
    .insertInto('staff')
    .values({
      id: 'bench',
      email: 'bench@example.com',
      name: 'Bench',
      language: 'sv',
      role: 'owner',
      password_hash: null,
      totp_secret: null,
      totp_step: 0,
      is_active: 1,
      version: 1,
      created_at: at,
    })
    .execute()
  await db
    .insertInto('staff_sessions')
    .values({
      hash: hashSecret(secret),
      id: 'bench',
      staff_id: 'bench',
      stage: 'full',
      factor_at: at,
      address: '127.0.0.1',
      user_agent: 'bench',
      created_at: at,
      last_used_at: at,
      expires_at: end,
    })
    .execute()
}
