import { cpSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { freePort } from '../../support/free-port.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { judge, openBooks, type Market } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { PostgresNode } from './postgres-node.ts'
import { SmallDisk } from './small-disk.ts'
import { kindsOf, msUntil, PageReader, SteadyShoppers, type Told } from './steady-shoppers.ts'

const megabytes: Readonly<Record<Engine, number>> = { SQLite: 48, PostgreSQL: 192 }
const fullForSeconds = 20
const noticedWithinMs = 60_000
const normalWithinMs = 5_000

/** The disk of the database becomes full, and read-only, while shoppers order and read pages. */
export const disk: Campaign = {
  name: 'disk',
  about: 'a full disk and a read-only disk in the middle of orders (as root on Linux)',
  run: async (ground) => {
    const { obstacle } = SmallDisk
    if (obstacle !== undefined) console.log(`The campaign "disk" is skipped: ${obstacle}.`)
    const findings: Finding[] = []
    for (const engine of obstacle === undefined ? ground.engines : []) {
      findings.push(...(await fullOn(ground, engine)))
      findings.push(...(await readOnlyOn(ground, engine)))
    }
    return findings
  },
}

type Place = { data: ShopData; node: PostgresNode | undefined }

/** A shop whose database is on this disk. */
async function placeOn(ground: Ground, engine: Engine, small: SmallDisk): Promise<Place> {
  if (engine === 'SQLite') {
    const made = await ground.newShop(engine)
    const folder = small.newFolder('shop')
    cpSync(made.folder, folder, { recursive: true })
    return { data: { ...made, folder }, node: undefined }
  }
  const node = await PostgresNode.create(small.newFolder('postgres', PostgresNode.user))
  return { data: await ground.newShopIn(node.url()), node }
}

type Scene = {
  engine: Engine
  small: SmallDisk
  place: Place
  market: Market
  shop: FaultShop
  shoppers: SteadyShoppers
  pages: PageReader
  health: Health
}

class Health {
  readonly #shop: string
  readonly #metrics: string

  constructor(origin: string, metricsPort: number) {
    this.#shop = `${origin}/readyz`
    this.#metrics = `http://127.0.0.1:${metricsPort}/metrics`
  }

  async says(): Promise<string> {
    return (await (await fetch(this.#shop)).text()).trim()
  }

  /** The faults for which Prometheus would raise the alert "ShopFault". */
  async alerts(): Promise<string[]> {
    const text = await (await fetch(this.#metrics)).text()
    return [...text.matchAll(/^shop_fault\{fault="([^"]+)"\} 1$/gm)].map(([, fault]) => fault ?? '')
  }
}

/** Runs `work` while shoppers order and read pages. */
async function withShoppers(
  { engine, small, place, market }: Pick<Scene, 'engine' | 'small' | 'place' | 'market'>,
  work: (scene: Scene) => Promise<Finding[]>,
): Promise<Finding[]> {
  const metricsPort = await freePort()
  await using shop = await FaultShop.start(place.data, { METRICS_PORT: String(metricsPort) })
  using client = new Client(shop.origin, 100)
  const pages = await PageReader.over(client, place.data)
  const shoppers = new SteadyShoppers(client, market)
  shoppers.start()
  pages.start()
  const health = new Health(shop.origin, metricsPort)
  try {
    await sleep(2_000)
    return await work({ engine, small, place, market, shop, shoppers, pages, health })
  } finally {
    await Promise.all([shoppers.stop(), pages.stop()])
  }
}

async function fullOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  using small = SmallDisk.make(megabytes[engine])
  const place = await placeOn(ground, engine, small)
  await using _ = place.node
  const seconds = ground.size(fullForSeconds, 5)
  const market = await openBooks(place.data)
  const findings = await withShoppers({ engine, small, place, market }, (scene) => fillAndFree(scene, seconds))
  return [...findings, ...(await judge('disk full', engine, place.data, { ...market, kills: 0 }))]
}

async function fillAndFree(scene: Scene, seconds: number): Promise<Finding[]> {
  const { engine, small, place, shop, shoppers, pages, health } = scene
  const fullAt = performance.now()
  small.fill()
  const noticed = await msUntil(() => shoppers.since(fullAt).some(isRefused), noticedWithinMs)
  const refusedAt = performance.now()
  await sleep(seconds * 1000)
  const healthy = await judgeHealth('disk full', engine, health, 'disk full')
  const freedAt = performance.now()
  small.makeRoom()
  const hasEnded = place.node?.isRunning === false
  if (hasEnded) await place.node?.start()
  const back = await msUntil(() => isNormal(shoppers.since(freedAt)))
  const ready = await msUntil(async () => (await health.says()) === 'ready')
  const during = shoppers.since(fullAt, freedAt)
  const wrong = shoppers.told.filter(({ outcome }) => outcome === 'wrong' || outcome === 'broken')
  return [
    ...judgeAnswers('disk full', engine, {
      hasDatabase: !hasEnded,
      during,
      wrong,
      pages,
      from: refusedAt,
      until: freedAt,
    }),
    healthy,
    count('disk full: restarts of the shop', Number(!shop.isRunning), { exactly: 0 }, { engine }),
    timing('disk full: first order refused after', noticed / 1000, 's', { engine }),
    timing('disk full: orders again after there is room', back / 1000, 's', {
      engine,
      bar: { atMost: normalWithinMs / 1000 },
      beside: `ready again after ${(ready / 1000).toFixed(1)} s; then ${kindsOf(shoppers.since(freedAt))}`,
    }),
  ]
}

type Judged = { hasDatabase?: boolean; during: Told[]; wrong: Told[]; pages: PageReader; from: number; until: number }

function judgeAnswers(name: string, engine: Engine, judged: Judged): Finding[] {
  const { hasDatabase = true, during, wrong, pages, from, until } = judged
  const failed = (what: string, told: Told[]): Finding => {
    const all = told.filter(({ at }) => at >= from && at < until)
    const bad = all.filter(({ outcome }) => outcome !== 'confirmed')
    const beside = `of ${all.length}${bad.length > 0 ? `: ${kindsOf(bad)}` : ''}`
    return count(`${name}: ${what} that failed`, bad.length, { exactly: 0 }, { engine, beside })
  }
  const beside = `meanwhile ${kindsOf(during)}`
  return [
    count(`${name}: orders neither confirmed nor 503`, wrong.length, { exactly: 0 }, { engine, beside }),
    count(`${name}: orders answered 503`, during.filter(isRefused).length, { atLeast: 1 }, { engine }),
    failed('cached pages', pages.cached),
    ...(hasDatabase ? [failed('pages read for the first time', pages.fresh)] : []),
  ]
}

/** What `/readyz` says, and that Prometheus sees the same. */
async function judgeHealth(name: string, engine: Engine, health: Health, expected: string): Promise<Finding> {
  const [said, alerts] = [await health.says(), await health.alerts()]
  const agreeing = Number(said === expected) + Number(alerts.includes(expected))
  const beside = `"${said}", alert for ${alerts.join(', ') || 'nothing'}`
  return count(`${name}: /readyz and the alert say it`, agreeing, { exactly: 2 }, { engine, beside })
}

const isRefused = ({ outcome }: Told): boolean => outcome === 'later'

/** Twenty orders in a row were confirmed. */
function isNormal(told: readonly Told[]): boolean {
  const last = told.slice(-20)
  return last.length === 20 && last.every(({ outcome }) => outcome === 'confirmed')
}

async function readOnlyOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  using small = SmallDisk.make(megabytes[engine], 'ext4')
  const place = await placeOn(ground, engine, small)
  await using _ = place.node
  const market = await openBooks(place.data)
  const seconds = ground.size(fullForSeconds, 5)
  const findings = await withShoppers({ engine, small, place, market }, (scene) => stopWrites(scene, seconds))
  return [...findings, ...(await judge('disk read-only', engine, place.data, { ...market, kills: 0 }))]
}

/** The disk is repaired while nothing has it open, so that the shop or PostgreSQL starts again. */
async function stopWrites(scene: Scene, seconds: number): Promise<Finding[]> {
  const { engine, small, place, shop, shoppers, pages, health } = scene
  const from = performance.now()
  small.failWrites()
  await msUntil(() => shoppers.since(from).some(isRefused), noticedWithinMs)
  const refusedAt = performance.now()
  await sleep(seconds * 1000)
  // PostgreSQL ends by itself when it cannot write its log.
  const hasDatabase = place.node?.isRunning !== false
  const expected = hasDatabase ? 'database read-only' : 'no database'
  const healthy = await judgeHealth('disk read-only', engine, health, expected)
  const until = performance.now()
  const during = shoppers.since(from, until)
  const wrong = during.filter(({ outcome }) => outcome === 'wrong' || outcome === 'broken')
  if (place.node) {
    await place.node.stop('SIGQUIT')
    small.repair()
    await place.node.start()
  } else {
    await shop.end('SIGTERM')
    small.repair()
  }
  return [
    ...judgeAnswers('disk read-only', engine, { hasDatabase, during, wrong, pages, from: refusedAt, until }),
    healthy,
  ]
}
