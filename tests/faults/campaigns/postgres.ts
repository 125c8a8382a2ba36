import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { DatabaseProxy } from '../../support/database-proxy.ts'
import { freePort } from '../../support/free-port.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { judge, openBooks } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { PostgresNode } from './postgres-node.ts'
import { kindsOf, msUntil, SteadyShoppers, type Told } from './steady-shoppers.ts'
import { TinyBalancer } from './tiny-balancer.ts'

const engine = 'PostgreSQL'
const restarts = 6
const failovers = 3
const kills = 10
const normalWithinMs = 5_000

/** PostgreSQL is restarted, killed and replaced by its standby, and nodes of the shop are killed, all under orders. */
export const postgres: Campaign = {
  name: 'postgres',
  about: 'PostgreSQL restarted, killed and failed over, and one of two nodes killed, under 20 orders/s',
  run: async (ground) =>
    ground.engines.includes(engine)
      ? [...(await restartOn(ground)), ...(await failOver(ground)), ...(await killNodes(ground))]
      : [],
}

async function restartOn(ground: Ground): Promise<Finding[]> {
  await using node = await PostgresNode.create(PostgresNode.newFolder())
  const data = await ground.newShopIn(node.url())
  // Awaited here: the server ends with this function.
  return await underOrders('postgres restarted', data, data, async (shoppers) => {
    const rounds = ground.size(restarts, 2)
    const back: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await node.stop(round % 2 === 0 ? 'SIGINT' : 'SIGKILL')
      await sleep(500)
      await node.start()
      back.push(await untilNormal(shoppers))
    }
    return { back, rounds }
  })
}

/** The standby gets every commit before it is acknowledged; the address of the database then leads to it. */
async function failOver(ground: Ground): Promise<Finding[]> {
  const rounds = ground.size(failovers)
  const findings: Finding[] = []
  for (let round = 0; round < rounds; round += 1) {
    await using primary = await PostgresNode.create(PostgresNode.newFolder(), ['wal_keep_size=256MB'])
    const own = await ground.newShopIn(primary.url())
    await using standby = await primary.newStandby()
    await primary.commitOn('standby')
    const opened = await DatabaseProxy.open(primary.url())
    await using proxy = opened.proxy
    const throughProxy = { ...own, databaseUrl: opened.url }
    const after = { ...own, databaseUrl: standby.url() }
    findings.push(
      ...(await underOrders(`postgres failed over (${round + 1})`, throughProxy, after, async (shoppers) => {
        await primary.stop('SIGKILL')
        await sleep(500)
        await standby.promote()
        proxy.leadTo(standby.url())
        return { back: [await untilNormal(shoppers)], rounds: 1 }
      })),
    )
  }
  return findings
}

type Done = { back: number[]; rounds: number }

/** Runs `work` while shoppers order, and judges by the database that is left. */
async function underOrders(
  name: string,
  data: ShopData,
  left: ShopData,
  work: (shoppers: SteadyShoppers) => Promise<Done>,
): Promise<Finding[]> {
  const market = await openBooks(data)
  await using shop = await FaultShop.start(data)
  using client = new Client(shop.origin, 64)
  const shoppers = new SteadyShoppers(client, market)
  shoppers.start()
  await sleep(2_000)
  const { back, rounds } = await work(shoppers)
  await shoppers.stop()
  const wrong = shoppers.told.filter(({ outcome }) => outcome === 'wrong' || outcome === 'broken')
  return [
    count(
      `${name}: orders neither confirmed nor 503`,
      wrong.length,
      { exactly: 0 },
      { engine, beside: kindsOf(shoppers.told) },
    ),
    count(`${name}: ends of the shop`, Number(!shop.isRunning), { exactly: 0 }, { engine }),
    ...(await judge(name, engine, left, { ...market, kills: rounds })),
    timing(`${name}: orders again after, worst`, Math.max(...back) / 1000, 's', {
      engine,
      bar: { atMost: normalWithinMs / 1000 },
    }),
  ]
}

/** Milliseconds until ten orders in a row are confirmed. */
function untilNormal(shoppers: SteadyShoppers): Promise<number> {
  const from = performance.now()
  return msUntil(() => isNormal(shoppers.since(from)))
}

function isNormal(told: readonly Told[]): boolean {
  const last = told.slice(-10)
  return last.length === 10 && last.every(({ outcome }) => outcome === 'confirmed')
}

/** Two nodes behind a balancer; one of them at a time is killed and started again. */
async function killNodes(ground: Ground): Promise<Finding[]> {
  const rounds = ground.size(kills, 2)
  const data = await ground.newShop(engine)
  const market = await openBooks(data)
  await using balancer = await TinyBalancer.start()
  const variables = { ORIGIN: `http://127.0.0.1:${balancer.port}` }
  const ports = [await freePort(), await freePort()]
  const start = async (port: number): Promise<FaultShop> => {
    const shop = await FaultShop.start(data, variables, port)
    balancer.add(shop.origin)
    await msUntil(() => balancer.isReady(shop.origin))
    return shop
  }
  const nodes = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)]
  using client = new Client(`http://127.0.0.1:${balancer.port}`, 64)
  const shoppers = new SteadyShoppers(client, market)
  shoppers.start()
  for (let round = 0; round < rounds; round += 1) {
    await sleep(300 + Math.random() * 900)
    await nodes[round % 2]?.kill()
    await sleep(500)
    nodes[round % 2] = await start(ports[round % 2] ?? 0)
  }
  await shoppers.stop()
  for (const node of nodes) await node.end('SIGTERM')
  return [
    timing(
      'node killed: forms that had to be sent again',
      shoppers.told.filter(({ outcome }) => outcome !== 'confirmed').length,
      '',
      {
        engine,
        beside: kindsOf(shoppers.told),
      },
    ),
    ...(await judge('node killed', engine, data, { ...market, kills: rounds })),
  ]
}
