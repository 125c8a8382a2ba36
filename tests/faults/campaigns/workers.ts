import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import { median, percentile } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { freePort } from '../../support/free-port.ts'
import { pooled, stockedProducts } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { buyNext, judge, openBooks, sendAgain } from './crash.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { Load, perSecond as loadPerSecond } from './restart.ts'

const perSecond = 20
const workerCount = 2
/** How long both workers serve before one of them is killed, at random. */
const lifeMs = { least: 50, most: 900 }
const quietMs = 2_000

/** Kills workers under load, one at a time, and replaces all of them under load. */
export const workers: Campaign = {
  name: 'workers',
  about: '40 x kill -9 of one of two workers under 20 orders/s; all replaced at 100 requests/s',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines)
      findings.push(...(await killEach(ground, engine)), ...(await replaceAll(ground, engine)))
    return findings
  },
}

async function start(data: ShopData): Promise<{ shop: FaultShop; serving: () => Promise<number> }> {
  const metricsPort = await freePort()
  const variables = { WORKERS: String(workerCount), METRICS_PORT: String(metricsPort), DRAIN_SECONDS: '0' }
  const shop = await FaultShop.start(data, variables)
  const serving = async (): Promise<number> => {
    const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text())
    return Number(/^shop_workers (\d+)$/m.exec(text)?.[1])
  }
  await until(async () => (await serving()) === workerCount)
  return { shop, serving }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(50)
}

async function killEach(ground: Ground, engine: Engine): Promise<Finding[]> {
  const kills = ground.size(40)
  const data = await ground.newShop(engine)
  const { carts, seen, books, before } = await openBooks(data)
  const { shop, serving } = await start(data)
  await using _ = shop
  using client = new Client(shop.origin, 64)
  const running: Promise<void>[] = []
  const over = new AbortController()
  const shoppers = async (): Promise<void> => {
    for (; !over.signal.aborted; await sleep(1000 / perSecond))
      running.push(buyNext(client, { carts, seen, books }), ...sendAgain(client, books))
  }
  const selling = shoppers()
  const again: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(lifeMs.least + Math.random() * (lifeMs.most - lifeMs.least))
    const [pid] = shop.workers.toSorted(() => Math.random() - 0.5)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    const killedAt = performance.now()
    await until(async () => (await serving()) < workerCount)
    await until(async () => (await serving()) === workerCount)
    again.push(performance.now() - killedAt)
  }
  over.abort()
  await selling
  await Promise.all(running)
  await Promise.all(sendAgain(client, books))
  return [
    ...(await judge('workers', engine, data, { books, kills, before })),
    timing('workers: both serving again, worst', Math.max(...again) / 1000, 's', {
      engine,
      bar: { atMost: 5 },
      beside: `median ${(median(again) / 1000).toFixed(2)} s`,
    }),
  ]
}

/** Both workers have rendered these pages before: what is measured is the replacement, not the start of a shop. */
async function warmUp(client: Client, paths: readonly string[]): Promise<void> {
  for (let time = 0; time < 2 * workerCount; time += 1) await pooled(paths, 8, (path) => client.ask({ path }))
}

async function replaceAll(ground: Ground, engine: Engine): Promise<Finding[]> {
  const rounds = ground.size(3)
  const data = await ground.newShop(engine)
  const [product] = await stockedProducts(data, 1_000_000, 1)
  const { productPaths } = await readCatalogue(data, 'en', 200)
  const { shop, serving } = await start(data)
  await using _ = shop
  using client = new Client(shop.origin, 200)
  const paths = ['/en', '/sv', ...productPaths]
  await warmUp(client, paths)
  const load = new Load(client, paths, product?.sku ?? '')
  const running = load.run()
  await sleep(quietMs)
  for (let round = 0; round < rounds; round += 1) {
    const old = shop.workers
    shop.signal('SIGUSR2')
    await until(async () => shop.workers.every((pid) => !old.includes(pid)) && (await serving()) === workerCount)
  }
  await sleep(quietMs)
  load.isOver = true
  const answers = await running
  const failed = answers.filter(({ isGood }) => !isGood)
  const kinds = [...new Set(failed.map(({ what, status }) => `${what} ${status}`))].join(', ')
  const times = answers.map(({ ms }) => ms)
  const before = times.slice(0, (loadPerSecond * quietMs) / 1000)
  return [
    timing('workers: answer while all were replaced, p99', percentile(times, 0.99), 'ms', {
      engine,
      beside: `p50 ${percentile(times, 0.5).toFixed(1)} ms; before p99 ${percentile(before, 0.99).toFixed(1)} ms`,
    }),
    count(
      'workers: requests that failed while all were replaced',
      failed.length,
      { exactly: 0 },
      { engine, beside: `of ${answers.length} during ${rounds} times${kinds && `: ${kinds}`}` },
    ),
  ]
}
