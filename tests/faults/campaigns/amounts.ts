import path from 'node:path'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { readCatalogue, withDatabase } from '../../bench/catalogue.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { amountsOf, type Amounts } from '../amounts-oracle/amounts.ts'
import { readFacts } from '../amounts-oracle/read-facts.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { checkCheckout } from '../amounts/check-checkout.ts'
import { checkSync } from '../amounts/check-sync.ts'
import { addOddAmounts } from '../amounts/odd-amounts.ts'
import { isOrderable, orderCart } from '../amounts/order-trip.ts'
import { randomCart, type RandomCart } from '../amounts/random-cart.ts'
import { Random } from '../amounts/random.ts'
import { readCheckout } from '../amounts/read-checkout.ts'
import { Browser } from '../amounts/shop-client.ts'
import { Tally } from '../amounts/tally.ts'
import { trySuggestions, tryLists } from '../amounts/try-catalogue.ts'
import { confirmations, tryOrder } from '../amounts/try-orders.ts'
import { numbers, pooled } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'

const guestsAtOnce = 8
const limitedCodes: ReadonlySet<string> = new Set(['ENDAST1', 'FORSTA100'])
/** The demo's customers with their own discounts, and how many of a hundred carts are theirs. */
const customers = [
  { id: 'demo-private', email: 'karin@example.com', share: 3 },
  { id: 'demo-admin', email: 'admin@verkstad.example', share: 3 },
]

/** Random carts, priced by the shop and by an oracle written only from the specification. */
export const amounts: Campaign = {
  name: 'amounts',
  about: '20,000 random carts, each amount compared with an oracle to the öre (--count, --seed)',
  run: async (ground) => amountsOn(ground, ground.anyEngine),
}

/** Disables all limits, so that only amounts decide whether an order can be placed. */
const withoutLimits = {
  INVOICE_GUEST_LIMIT: '10000000',
  CARTS_PER_NETWORK: '0',
  ORDERS_PER_NETWORK: '0',
  ORDERS_PER_EMAIL: '0',
  OPEN_ORDERS: '0',
  OPEN_ORDERS_SUM: '0',
  UNPAID_STOCK_PERCENT: '100',
}

async function amountsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const now = new Date()
  const facts = await factsWithOddAmounts(data, ground.seed, now)
  const tally = new Tally()
  await using shop = await FaultShop.start(data, withoutLimits)
  using client = new RawClient(shop.origin, guestsAtOnce + customers.length)
  const trying: Trying = { tally, facts, now, browserOf: (at) => new Browser(client, shop.origin, at) }
  const carts = ground.count(20_000)
  await tryCarts(trying, { carts, random: new Random(ground.seed) })
  const orders = Math.min(300, Math.max(10, Math.round(carts * 0.015)))
  await tryOrders(trying, { orders, random: new Random(ground.seed + 1), folder: data.folder })
  const browser = trying.browserOf(3_000_000)
  await trySuggestions({ tally, facts, now, random: new Random(ground.seed + 2), browser }, Math.min(1_000, carts))
  await tryDemoLists(ground, { tally, engine, lists: Math.min(150, Math.ceil(carts / 10)) })
  for (const line of tally.lines()) console.log(line)
  console.log(`${tally.compared} amounts and lists compared, ${tally.different} different`)
  return tally
    .rules()
    .map(({ rule, compared, different }) =>
      count(`amounts: ${rule}`, different, { exactly: 0 }, { engine, beside: `of ${compared}` }),
    )
}

type Trying = { tally: Tally; facts: ShopFacts; now: Date; browserOf: (at: number) => Browser }

async function tryCarts(
  { tally, facts, now, browserOf }: Trying,
  { carts, random }: { carts: number; random: Random },
): Promise<void> {
  const cartsOf = (customer: string | null, share: number): RandomCart[] =>
    numbers(Math.ceil((carts * share) / 100)).map(() => randomCart({ random, facts, at: now, customer }))
  const lanes = customers.map(async ({ id, email, share }, lane) => {
    const own = cartsOf(id, share)
    const browser = browserOf(1_000_000 + lane)
    await browser.signIn(email, 'reservdel')
    for (const cart of own) await tryCart({ tally, facts, browser, cart }, { withPage: true })
  })
  const guests = cartsOf(null, 100 - customers.reduce((all, { share }) => all + share, 0))
  const guestLane = pooled(guests, guestsAtOnce, (cart, at) =>
    tryCart({ tally, facts, browser: browserOf(at), cart }, { withPage: at % 5 < 2 }),
  )
  await Promise.all([...lanes, guestLane])
}

type Sample = { orders: number; random: Random; folder: string }

/** Guest orders from the form to the documents; codes with limited use are left out. */
async function tryOrders({ tally, facts, now, browserOf }: Trying, { orders, random, folder }: Sample): Promise<void> {
  const chosen: { cart: RandomCart; expected: Amounts }[] = []
  while (chosen.length < orders) {
    const drawn = randomCart({ random, facts, at: now, customer: null })
    const cart = { ...drawn, codes: drawn.codes.filter((code) => !limitedCodes.has(code)) }
    const expected = amountsOf(facts, cart)
    if (isOrderable(expected, cart)) chosen.push({ cart, expected })
  }
  const placed = await pooled(chosen, 4, ({ cart, expected }, at) =>
    orderCart({
      tally,
      facts,
      cart,
      expected,
      random,
      browser: browserOf(2_000_000 + at),
      email: `amounts-${at}@example.com`,
      where: 'checkout with an address',
      isReversed: false,
    }),
  )
  const found = placed.filter((order) => order !== undefined)
  tally.check('order: placed', chosen.length, found.length, () => 'the whole sample')
  const mails = await confirmations(folder, found)
  await pooled(found, 4, (order) => tryOrder({ tally, facts, order, mail: mails.get(order.email) }))
}

type DemoLists = { tally: Tally; engine: Engine; lists: number }

/** Lists sorted by price in a freshly seeded demo shop: the modified prices bypass the update of the sort order. */
async function tryDemoLists(ground: Ground, { tally, engine, lists }: DemoLists): Promise<void> {
  const data = await ground.newShop(engine)
  const now = new Date()
  const facts = await withDatabase(data, (db) => readFacts(db, now))
  const { categories } = await readCatalogue(data, 'sv', 0)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, 2)
  const browser = new Browser(client, shop.origin, 3_000_001)
  const paths = categories.map(({ path: each }) => each)
  await tryLists({ tally, facts, now, random: new Random(ground.seed + 3), browser }, paths, lists)
}

async function factsWithOddAmounts(data: ShopData, seed: number, now: Date): Promise<ShopFacts> {
  const open = connect(
    data.databaseUrl ? { postgresUrl: data.databaseUrl } : { sqliteFile: path.join(data.folder, 'shop.db') },
  )
  try {
    await addOddAmounts(open, { seed, now })
    return await readFacts(open.db, now)
  } finally {
    await open.db.destroy()
  }
}

type Try = { tally: Tally; facts: ShopFacts; browser: Browser; cart: RandomCart }

/** One cart through the drawer's call, and for two of five guests through the checkout page. */
async function tryCart({ tally, facts, browser, cart }: Try, { withPage }: { withPage: boolean }): Promise<void> {
  const expected = checkSync(tally, facts, cart, await browser.sync(cart))
  if (!withPage) return
  const html = await browser.page(await browser.startCheckout(cart))
  const screen = { tally, facts, cart, where: 'checkout', isReversed: false }
  checkCheckout(screen, expected, readCheckout(html, cart.language))
}
