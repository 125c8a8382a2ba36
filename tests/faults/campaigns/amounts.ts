import path from 'node:path'
import { connect } from '../../../src/server/db/connect.ts'
import { readFacts } from '../amounts-oracle/read-facts.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { checkCheckout } from '../amounts/check-checkout.ts'
import { checkSync } from '../amounts/check-sync.ts'
import { randomCart, type RandomCart } from '../amounts/random-cart.ts'
import { Random } from '../amounts/random.ts'
import { readCheckout } from '../amounts/read-checkout.ts'
import { Browser } from '../amounts/shop-client.ts'
import { spice } from '../amounts/spice.ts'
import { Tally } from '../amounts/tally.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { numbers, pooled } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'

const guestsAtOnce = 8
/** The demo's customers that have discounts of their own, and how many carts of a hundred are theirs. */
const customers = [
  { id: 'demo-private', email: 'karin@example.com', share: 3 },
  { id: 'demo-admin', email: 'admin@verkstad.example', share: 3 },
]

/** Random carts, priced by the shop and by an oracle that was written from the specification alone. */
export const amounts: Campaign = {
  name: 'amounts',
  about: '20,000 random carts, each amount compared with an oracle to the öre (--count, --seed)',
  run: async (ground) => amountsOn(ground, ground.anyEngine),
}

async function amountsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const now = new Date()
  const facts = await spicedFacts(data, ground.seed, now)
  const tally = new Tally()
  const random = new Random(ground.seed)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, guestsAtOnce + customers.length)
  const many = ground.count(20_000)
  const cartsOf = (customer: string | null, share: number): RandomCart[] =>
    numbers(Math.ceil((many * share) / 100)).map(() => randomCart({ random, facts, at: now, customer }))
  const lanes = customers.map(async ({ id, email, share }, lane) => {
    const browser = new Browser(client, 1_000_000 + lane)
    await browser.signIn(email, 'reservdel')
    for (const cart of cartsOf(id, share)) await tryCart({ tally, facts, browser, cart })
  })
  const guests = cartsOf(null, 100 - customers.reduce((all, { share }) => all + share, 0))
  const guestLane = pooled(guests, guestsAtOnce, (cart, at) =>
    tryCart({ tally, facts, browser: new Browser(client, at), cart }),
  )
  await Promise.all([...lanes, guestLane])
  for (const line of tally.lines()) console.log(line)
  return tally
    .rules()
    .map(({ rule, compared, different }) =>
      count(`amounts: ${rule}`, different, { exactly: 0 }, { engine, beside: `of ${compared}` }),
    )
}

async function spicedFacts(data: ShopData, seed: number, now: Date): Promise<ShopFacts> {
  const open = connect(
    data.databaseUrl ? { postgresUrl: data.databaseUrl } : { sqliteFile: path.join(data.folder, 'shop.db') },
  )
  try {
    await spice(open, { seed, now })
    return await readFacts(open.db, now)
  } finally {
    await open.db.destroy()
  }
}

type Try = { tally: Tally; facts: ShopFacts; browser: Browser; cart: RandomCart }

/** One cart through the call of the drawer and the page of the checkout. */
async function tryCart({ tally, facts, browser, cart }: Try): Promise<void> {
  const expected = checkSync(tally, facts, cart, await browser.sync(cart))
  const html = await browser.page(await browser.startCheckout(cart))
  checkCheckout(
    { tally, facts, cart, where: 'checkout', isReversed: false },
    expected,
    readCheckout(html, cart.language),
  )
}
