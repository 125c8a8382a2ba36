import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { readCatalogue } from './catalogue.ts'
import { askEach } from './load/ask-each.ts'
import { Client, type Asked } from './load/client.ts'
import { OrderingShopper, type Cart } from './load/ordering-shopper.ts'
import { prepareCarts } from './parts/orders.ts'
import { postgresProcessor } from './postgres-processor.ts'
import { processorTime } from './process-usage.ts'
import { ShopProcess, type ShopData } from './shop-process.ts'

/** For each process. */
const connections = 8
const orderSeconds = 5
const maxCarts = 50
/** For each process, so that one of two has compiled as much as one alone. */
const pagesToWarmUp = 400
const pagesToMeasure = 800
/** In each language. */
const addresses = 1000
const languages = ['en', 'sv'] as const
/** Currencies of the demo: each makes other pages of the same addresses. */
const currencies = ['', 'cid=5', 'cid=6']
const startMs = 60_000

/** Shops that share nothing, each with this many workers. */
export type Setup = { shops: readonly ShopData[]; workers: 1 | 2 }
/** `processor` and `database`: milliseconds for each answer, of all processes and of PostgreSQL. */
export type Measured = { perSecond: number; processor: number; database: number }
export type PagesAndOrders = { pages: Measured; orders: Measured }

/** Uncached pages and then orders of these shops; several shops are asked at the same time. */
export async function measureShops(setup: Setup, nodeArgs: readonly string[]): Promise<PagesAndOrders> {
  const carts = await Promise.all(setup.shops.map(prepareCarts))
  await using running = new AsyncDisposableStack()
  const shops: ShopProcess[] = []
  for (const data of setup.shops) shops.push(running.use(await startPinned(data, setup, nodeArgs)))
  const perAnswer = await timed(setup.shops, shops)
  const pages = await measurePages(setup, shops, perAnswer)
  return { pages, orders: await measureOrders(setup, shops, carts, perAnswer) }
}

type Answers = { perSecond: number; count: number }
type PerAnswer = (work: () => Promise<Answers>) => Promise<Measured>

async function measurePages({ shops: all, workers }: Setup, shops: readonly ShopProcess[], perAnswer: PerAnswer) {
  const [warmUp, measured] = await pagesFor(all[0], workers)
  const ask = (pages: readonly Asked[]) =>
    together(shops, ({ origin }) => askEach(origin, pages, connections * workers))
  await ask(warmUp)
  return perAnswer(() => ask(measured))
}

async function measureOrders(
  { workers }: Setup,
  shops: readonly ShopProcess[],
  carts: readonly Cart[][],
  perAnswer: PerAnswer,
): Promise<Measured> {
  using clients = new DisposableStack()
  const shoppers = shops.map(
    ({ origin }, at) =>
      new OrderingShopper(clients.use(new Client(origin, connections * workers)), (carts[at] ?? []).slice(0, maxCarts)),
  )
  await Promise.all(shoppers.map((shopper) => shopper.look()))
  const order = (seconds: number) =>
    together(shoppers, async (shopper) => {
      const { placed, elapsed } = await shopper.order(connections * workers, seconds)
      return { perSecond: placed / elapsed, count: placed }
    })
  await order(workers * shops.length)
  return await perAnswer(() => order(orderSeconds))
}

async function together<Each>(all: readonly Each[], work: (each: Each) => Promise<Answers>): Promise<Answers> {
  const done = await Promise.all(all.map(work))
  const sum = (key: keyof Answers) => done.reduce((total, each) => total + each[key], 0)
  return { perSecond: sum('perSecond'), count: sum('count') }
}

/** Returns what measures the processor time for each answer of a piece of work. */
async function timed(all: readonly ShopData[], shops: readonly ShopProcess[]): Promise<PerAnswer> {
  const url = all[0]?.databaseUrl
  const database = url === undefined ? undefined : await postgresProcessor(url)
  const pids = shops.flatMap(({ pid }) => [pid, ...childrenOf(pid)])
  const used = () => ({
    shop: pids.reduce((sum, pid) => sum + (processorTime(pid)?.allMs ?? Number.NaN), 0),
    database: database?.() ?? 0,
  })
  return async (work) => {
    const before = used()
    const { perSecond, count } = await work()
    const after = used()
    return {
      perSecond,
      processor: (after.shop - before.shop) / count,
      database: (after.database - before.database) / count,
    }
  }
}

/** Resolves when all workers serve. One process has the first core, and several have all cores. */
async function startPinned(
  data: ShopData,
  { shops, workers }: Setup,
  nodeArgs: readonly string[],
): Promise<ShopProcess> {
  const metricsPort = await freePort()
  const shop = await ShopProcess.start(data, nodeArgs, { WORKERS: String(workers), METRICS_PORT: String(metricsPort) })
  if (workers > 1) await untilServing(metricsPort, workers)
  for (const pid of [shop.pid, ...childrenOf(shop.pid)])
    pin(pid, shops.length * workers === 1 ? '0' : `0,${cpus().length - 1}`)
  return shop
}

async function untilServing(metricsPort: number, workers: number): Promise<void> {
  const deadline = performance.now() + startMs
  while ((await servingWorkers(metricsPort)) < workers) {
    if (performance.now() > deadline) throw new Error(`The shop had not ${workers} workers in time.`)
    await sleep(50)
  }
}

async function servingWorkers(metricsPort: number): Promise<number> {
  const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
    (response) => response.text(),
    () => '',
  )
  return Number(/^shop_workers (\d+)$/m.exec(figures)?.[1] ?? 0)
}

/** Pages to warm up with, and pages that nobody has asked for; of all languages and currencies in turns. */
async function pagesFor(data: ShopData | undefined, workers: number): Promise<[Asked[], Asked[]]> {
  if (!data) return [[], []]
  const all: Asked[] = []
  for (const language of languages) {
    const { productPaths } = await readCatalogue(data, language, addresses)
    for (const cookie of currencies)
      all.push(...productPaths.map((path) => ({ path, ...(cookie === '' ? {} : { headers: { cookie } }) })))
  }
  const step = 7919 // A prime number: every page comes once.
  const mixed = all.map((_, at) => all[(at * step) % all.length]).filter((page) => page !== undefined)
  const [warmUp, wanted] = [pagesToWarmUp * workers, (pagesToWarmUp + pagesToMeasure) * workers]
  if (mixed.length < wanted) throw new Error(`The catalogue has ${mixed.length} pages of ${wanted}.`)
  return [mixed.slice(0, warmUp), mixed.slice(warmUp, wanted)]
}

export function pin(pid: number, cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`taskset (of util-linux) failed: ${stderr}`)
}

function childrenOf(pid: number): number[] {
  return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)
}
