import { spawnSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../bench/load/client.ts'
import { numbers } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { judge, openBooks } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { kindsOf, msUntil, PageReader, SteadyShoppers, type Told } from './steady-shoppers.ts'

const spareHandles = 30
const idleConnections = 300
const fullForSeconds = 20
const normalWithinMs = 5_000
/** Opened before the handles are gone, and kept by the traffic. */
const keptConnections = 24

/** All file handles of the shop are taken by connections that send nothing. */
export const handles: Campaign = {
  name: 'handles',
  about: 'no file handle left (ulimit -n), while shoppers order and read pages (on Linux with prlimit)',
  run: async (ground) => {
    const findings: Finding[] = []
    const isPossible = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0
    if (!isPossible)
      console.log('The campaign "handles" is skipped: it lowers a limit with prlimit, which is not here.')
    for (const engine of isPossible ? ground.engines : []) findings.push(...(await handlesOn(ground, engine)))
    return findings
  },
}

async function handlesOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const market = await openBooks(data)
  await using shop = await FaultShop.start(data)
  using client = new Client(shop.origin, keptConnections)
  const pages = await PageReader.over(client, data)
  await Promise.all(numbers(keptConnections).map(() => client.ask({ path: '/en' })))
  const shoppers = new SteadyShoppers(client, market)
  shoppers.start()
  pages.start()
  await sleep(3_000)
  shop.limitHandles(shop.handles + spareHandles)
  const from = performance.now()
  const idle = await openIdle(Number(new URL(shop.origin).port))
  await sleep(ground.size(fullForSeconds, 5) * 1000)
  const until = performance.now()
  for (const socket of idle) socket.destroy()
  const back = await msUntil(() => isNormal(shoppers.since(until)))
  const fresh = await msUntil(() => isServed(shop.origin))
  await Promise.all([shoppers.stop(), pages.stop()])
  const during = shoppers.since(from, until)
  const cached = pages.cached.filter(({ at }) => at >= from && at < until)
  const failed = cached.filter(({ outcome }) => outcome !== 'confirmed')
  const wrong = shoppers.told.filter(({ outcome }) => outcome === 'wrong')
  return [
    count(
      'handles: orders neither confirmed nor 503',
      wrong.length,
      { exactly: 0 },
      {
        engine,
        beside: `meanwhile ${kindsOf(during)}${wrong.length > 0 ? `; wrong: ${kindsOf(wrong)}` : ''}`,
      },
    ),
    count(
      'handles: cached pages that failed',
      failed.length,
      { exactly: 0 },
      {
        engine,
        beside: `of ${cached.length} over kept connections`,
      },
    ),
    count('handles: ends of the shop', Number(!shop.isRunning), { exactly: 0 }, { engine }),
    timing('handles: orders again when some are free', back / 1000, 's', {
      engine,
      bar: { atMost: normalWithinMs / 1000 },
      beside: `a new connection is served after ${(fresh / 1000).toFixed(1)} s`,
    }),
    ...(await judge('handles', engine, data, { ...market, kills: 0 })),
  ]
}

/** Connections that take a handle each, until there is none; the system accepts the others without the shop. */
function openIdle(port: number): Promise<Socket[]> {
  return Promise.all(
    numbers(idleConnections).map(() => {
      const { promise, resolve } = Promise.withResolvers<Socket>()
      const socket = connect(port, '127.0.0.1', () => resolve(socket))
      socket.on('error', () => resolve(socket))
      return promise
    }),
  )
}

/** Ten orders in a row were confirmed. */
function isNormal(told: readonly Told[]): boolean {
  const last = told.slice(-10)
  return last.length === 10 && last.every(({ outcome }) => outcome === 'confirmed')
}

function isServed(origin: string): Promise<boolean> {
  return fetch(`${origin}/en`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.status === 200,
    () => false,
  )
}
