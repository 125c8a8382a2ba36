import { sql } from 'kysely'
import { newSecret } from '../../../src/server/platform/ids.ts'
import { withDatabase } from '../catalogue.ts'
import { figure, percentile, type Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'
import { invoiceNumber, openedOrders, writeBusiness, writeOwner } from './console-data.ts'
import { screensOfGoods, writeGoods } from './console-goods.ts'
import { weigh } from './page-weight.ts'

const requests = openedOrders
const bars = { p50: { atMost: 100 }, p99: { atMost: 300 } }
const maxScript = { atMost: 60 }

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
    await writeBusiness(db)
    await writeOwner(db, secret)
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
  const weight = { bar: maxScript, beside: heaviest.path }
  return [...figures, figure(`${engine}: script of the heaviest screen`, heaviest.kB, 'kB', weight)]
}

export const palette = 'the palette'
const day = new Date().toISOString().slice(0, 10)
const number = (at: number) => String(200_000 + at * 997)
export const screens: readonly (readonly [what: string, path: (at: number) => string])[] = [
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
  ['an invoice by its number', (at) => `/console/invoices?q=${invoiceNumber(at * 997)}`],
  ['an invoice', (at) => `/console/invoices/${invoiceNumber(at * 997)}`],
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
