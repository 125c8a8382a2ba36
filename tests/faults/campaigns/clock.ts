import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { look, startCheckout } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { judge, openBooks, type Market } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { MovedClock } from './moved-time.ts'
import { SmtpSink } from './smtp-sink.ts'
import { kindsOf, msUntil, SteadyShoppers, type Told } from './steady-shoppers.ts'

const hour = 3_600
const betweenMs = 4_000
const mailedWithinMs = 120_000
/** Both changes of the clocks in Sweden, a few seconds before them. */
const changes = ['2027-03-28T00:59:53Z', '2027-10-31T00:59:53Z']

/** The clock of the machine jumps by an hour in both directions, and passes both changes of summer time. */
export const clock: Campaign = {
  name: 'clock',
  about: 'the clock jumps by ±1 h and passes both changes of summer time, under 10 orders/s',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await clockOn(ground, engine)))
    return findings
  },
}

type Selling = { client: Client; market: Market }

async function clockOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const market = await openBooks(data)
  using time = new MovedClock()
  await using sink = await SmtpSink.start()
  await using shop = await FaultShop.start(data, { ...sink.env, ...time.env, TZ: 'Europe/Stockholm' })
  using client = new Client(shop.origin, 64)
  const told = await orderDuring({ client, market }, async () => {
    for (const seconds of [hour, -hour, -hour, hour]) {
      await sleep(betweenMs)
      time.move(seconds)
    }
    await sleep(betweenMs)
  })
  for (const change of changes) {
    time.move((Date.parse(change) - time.now().getTime()) / 1000)
    told.push(...(await orderDuring({ client, market }, () => sleep(2 * betweenMs))))
  }
  const took = await msUntil(async () => sink.mails.length >= market.books.acknowledged.length, mailedWithinMs)
  await sleep(betweenMs)
  const failed = told.filter(({ outcome }) => outcome !== 'confirmed')
  return [
    count('clock: orders that failed', failed.length, { exactly: 0 }, { engine, beside: kindsOf(told) }),
    count(
      'clock: mails, one for each order',
      sink.mails.length,
      { exactly: market.books.acknowledged.length },
      { engine },
    ),
    count('clock: order numbers out of their sequence', await outOfSequence(data), { exactly: 0 }, { engine }),
    timing('clock: all mailed after', took / 1000, 's', { engine, beside: 'the clock not moved' }),
    ...(await judge('clock', engine, data, { ...market, kills: 0 })),
  ]
}

/** Shoppers order, by the prices and days of delivery that they see at the beginning. */
async function orderDuring({ client, market }: Selling, work: () => Promise<void>): Promise<Told[]> {
  const seen: string[] = []
  for (const cart of market.carts) seen.push(await look(client, await startCheckout(client, cart)))
  const shoppers = new SteadyShoppers(client, { ...market, seen }, 10)
  shoppers.start()
  await work()
  await shoppers.stop()
  return shoppers.told
}

/** Numbers that are missing or double between the first and the last one of these orders. */
function outOfSequence(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const rows = await db.selectFrom('orders').select('number').where('email', '=', 'anna.lind@example.com').execute()
    const numbers = rows
      .map(({ number }) => Number(/\d+$/.exec(String(number))?.[0]))
      .toSorted((one, other) => one - other)
    return numbers.filter((number, at) => at > 0 && number !== (numbers[at - 1] ?? 0) + 1).length
  })
}
