import { connect } from '../../../src/server/db/connect.ts'
import path from 'node:path'
import { readFacts } from '../amounts-oracle/read-facts.ts'
import { checkSync, type SyncedLine } from '../amounts/check-sync.ts'
import { currencies, randomCart, type RandomCart } from '../amounts/random-cart.ts'
import { Random } from '../amounts/random.ts'
import { spice } from '../amounts/spice.ts'
import { Tally } from '../amounts/tally.ts'
import { numbers, pooled, shopperHeaders } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'

/** Random carts, priced by the shop and by an oracle that was written from the specification alone. */
export const amounts: Campaign = {
  name: 'amounts',
  about: '20,000 random carts, each amount compared with an oracle to the öre (--count, --seed)',
  run: async (ground) => amountsOn(ground, ground.anyEngine),
}

async function amountsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const now = new Date()
  const open = connect(
    data.databaseUrl ? { postgresUrl: data.databaseUrl } : { sqliteFile: path.join(data.folder, 'shop.db') },
  )
  await spice(open, { seed: ground.seed, now })
  const facts = await readFacts(open.db, now)
  await open.db.destroy()
  const tally = new Tally()
  const random = new Random(ground.seed)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, 8)
  const carts = numbers(ground.count(20_000)).map(() => randomCart({ random, facts, at: now, customers: [null] }))
  await pooled(carts, 8, async (cart, at) => {
    checkSync(tally, facts, cart, await sync(client, cart, at))
  })
  for (const line of tally.lines()) console.log(line)
  return tally
    .rules()
    .map(({ rule, compared, different }) =>
      count(`amounts: ${rule}`, different, { exactly: 0 }, { engine, beside: `of ${compared}` }),
    )
}

function regionQuery({ language, market }: RandomCart): string {
  const query = { locale: language, cc: market.country, cid: String(Reflect.get(currencies, market.currency)) }
  return new URLSearchParams(query).toString()
}

async function sync(client: RawClient, cart: RandomCart, at: number): Promise<SyncedLine[]> {
  const body = Buffer.from(JSON.stringify({ items: cart.items, coupons: cart.codes.map((code) => ({ code })) }))
  const { status, text } = await client.ask({
    path: `/api/sync-cart?${regionQuery(cart)}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...shopperHeaders(at) },
    body,
  })
  if (status !== 200) throw new Error(`sync-cart was answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as SyncedLine[]
}
