import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../../bench/catalogue.ts'
import { median } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { isConfirmation, look, place, startCheckout, stockedProducts, type Cart, type Checkout } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'

const perSecond = 20
/** The shop's lifetime after its first page, at random. */
const lifeMs = { least: 50, most: 900 }
const unitsInStock = 1_000_000

/** Kills the shop at random moments while orders arrive; shoppers without an answer resend their form. */
export const crash: Campaign = {
  name: 'crash',
  about: '200 x kill -9 at random moments under 20 orders/s',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await crashOn(ground, engine)))
    return findings
  },
}

type Unanswered = { checkout: Checkout; seen: string }
export type Books = { acknowledged: string[]; unanswered: Unanswered[]; sent: number; refused: string[] }

async function crashOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const kills = ground.size(200)
  const data = await ground.newShop(engine)
  const { carts, seen, books, before } = await openBooks(data)
  const starts: number[] = []
  for (let kill = 0; kill <= kills; kill += 1) {
    await using shop = await FaultShop.start(data)
    if (kill > 0) starts.push(shop.startedInMs)
    await live(shop, { carts, seen, books, isLast: kill === kills })
  }
  return [
    ...(await judge('crash', engine, data, { books, kills, before })),
    timing('crash: serving again, worst', Math.max(...starts) / 1000, 's', {
      engine,
      bar: { atMost: 5 },
      beside: `median ${(median(starts) / 1000).toFixed(2)} s`,
    }),
  ]
}

export type Market = { carts: readonly Cart[]; seen: readonly string[]; books: Books; before: number }

/** Goods in stock, the carts of the shoppers, and empty books. */
export async function openBooks(data: ShopData): Promise<Market> {
  const products = await stockedProducts(data, unitsInStock, 20)
  const carts = products.map(({ sku }, at): Cart => [
    { sku, quantity: 1 },
    { sku: products[(at + 7) % products.length]?.sku ?? sku, quantity: 2 },
  ])
  const before = await unitsOnHand(data)
  const seen = await whatTheySee(data, carts)
  return { carts, seen, books: { acknowledged: [], unanswered: [], sent: 0, refused: [] }, before }
}

/** The form's `seen` of every cart; it stays the same as long as prices do. */
async function whatTheySee(data: ShopData, carts: readonly Cart[]): Promise<string[]> {
  await using shop = await FaultShop.start(data)
  using client = new Client(shop.origin, 4)
  const seen: string[] = []
  for (const cart of carts) seen.push(await look(client, await startCheckout(client, cart)))
  return seen
}

type Life = Omit<Market, 'before'> & { isLast: boolean }

/** One lifetime of the shop: interrupted forms are resent, new orders arrive evenly, and then it is killed. */
async function live(shop: FaultShop, { carts, seen, books, isLast }: Life): Promise<void> {
  using client = new Client(shop.origin, 64)
  const again = sendAgain(client, books)
  const end = isLast ? 0 : performance.now() + lifeMs.least + Math.random() * (lifeMs.most - lifeMs.least)
  const running: Promise<void>[] = []
  while (performance.now() < end) {
    running.push(buyNext(client, { carts, seen, books }))
    await sleep(1000 / perSecond)
  }
  if (!isLast) await shop.kill()
  await Promise.all([...running, ...again])
}

/** Sends the forms again that got no answer, as shoppers do. */
export function sendAgain(client: Client, books: Books): Promise<void>[] {
  return books.unanswered.splice(0).map((each) => order(client, each, books))
}

/** The next shopper fills a cart and orders it. */
export function buyNext(client: Client, { carts, seen, books }: Omit<Market, 'before'>): Promise<void> {
  const at = books.sent % carts.length
  books.sent += 1
  return buy(client, carts[at] ?? [], seen[at] ?? '', books)
}

async function buy(client: Client, cart: Cart, seen: string, books: Books): Promise<void> {
  const checkout = await startCheckout(client, cart).catch(() => undefined)
  if (checkout) await order(client, { checkout, seen }, books)
}

async function order(client: Client, sent: Unanswered, books: Books): Promise<void> {
  const answer = await place(client, sent.checkout, { seen: sent.seen }).catch(() => undefined)
  if (answer === undefined) books.unanswered.push(sent)
  else if (isConfirmation(answer, sent.checkout)) books.acknowledged.push(sent.checkout.id)
  else books.refused.push(`${answer.status} ${answer.headers.location ?? ''}`)
}

function unitsOnHand(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const row = await db
      .selectFrom('stock')
      .select(({ fn }) => fn.sum<number>('on_hand').as('units'))
      .executeTakeFirst()
    return Number(row?.units ?? 0)
  })
}

type End = { books: Books; kills: number; before: number }

/** What the database holds of what shoppers were told. */
export async function judge(name: string, engine: Engine, data: ShopData, end: End): Promise<Finding[]> {
  const { books, kills, before } = end
  const { orders, broken, stock } = await withDatabase(data, async (db) => {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'checkout_id', 'status', 'number'])
      .where('email', '=', 'anna.lind@example.com')
      .execute()
    const lines = Map.groupBy(
      await db.selectFrom('order_lines').select(['order_id', 'quantity']).execute(),
      (row) => row.order_id,
    )
    const held = Map.groupBy(
      await db.selectFrom('stock_reservations').select(['order_id', 'quantity']).where('status', '=', 'held').execute(),
      (row) => row.order_id,
    )
    const attempts = Map.groupBy(
      await db.selectFrom('payment_attempts').select('order_id').execute(),
      (row) => row.order_id,
    )
    const mails = new Set(
      (await db.selectFrom('outbox').select('dedupe_key').where('kind', '=', 'mail.order_confirmed').execute()).map(
        (row) => row.dedupe_key,
      ),
    )
    const isWhole = (id: string): boolean =>
      sum(lines.get(id)) === 3 &&
      sum(held.get(id)) === 3 &&
      attempts.get(id)?.length === 1 &&
      mails.has(`mail.order_confirmed:${id}`)
    const reserved = await db
      .selectFrom('stock')
      .select(({ fn }) => fn.sum<number>('reserved').as('units'))
      .executeTakeFirst()
    return {
      orders: rows,
      broken: rows.filter(({ id }) => !isWhole(id)).length,
      stock: Number(reserved?.units ?? 0) - sum([...held.values()].flat()),
    }
  })
  const found = Map.groupBy(orders, (row) => row.checkout_id)
  const lost = books.acknowledged.filter((id) => !found.get(id)?.some(({ status }) => status === 'confirmed')).length
  const doubled = orders.length - found.size + orders.length - new Set(orders.map(({ number }) => number)).size
  const onHand = (await unitsOnHand(data)) - before
  return [
    count(
      `${name}: acknowledged orders lost`,
      lost,
      { exactly: 0 },
      { engine, beside: `of ${books.acknowledged.length}, ${kills} times killed` },
    ),
    count(`${name}: orders doubled`, doubled, { exactly: 0 }, { engine, beside: `of ${orders.length}` }),
    count(
      `${name}: orders without all of their parts`,
      broken,
      { exactly: 0 },
      { engine, beside: 'lines, reservations, attempt and mail' },
    ),
    count(`${name}: units of stock that do not add up`, Math.abs(onHand) + Math.abs(stock), { exactly: 0 }, { engine }),
    count(
      `${name}: forms refused`,
      books.refused.length,
      { exactly: 0 },
      { engine, beside: [...new Set(books.refused)].slice(0, 3).join('; ') },
    ),
  ]
}

function sum(rows: readonly { quantity: number }[] = []): number {
  return rows.reduce((total, { quantity }) => total + quantity, 0)
}
