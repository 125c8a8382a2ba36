import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { readCatalogue } from '../catalogue.ts'
import { figure, median, shortNumber, type Figure } from '../figure.ts'
import { askEach } from '../load/ask-each.ts'
import { Client, type Asked } from '../load/client.ts'
import { OrderingShopper } from '../load/ordering-shopper.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { postgresProcessor } from '../postgres-processor.ts'
import { processorTime } from '../process-usage.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'
import { prepareCarts } from './orders.ts'

const connections = 32
const orderSeconds = 5
const rounds = 2
/** In each language. */
const addresses = 300
const leastRatio = 1.7
const languages = ['en', 'sv'] as const
/** Currencies of the demo: each makes other pages of the same addresses. */
const currencies = ['', 'cid=5', 'cid=6']

/**
 * What a second worker adds. The client, with this process, is pinned to the last core and one worker to the first;
 * two workers have both cores, and one of them shares its core with the client. What a machine without the client
 * would answer follows from the processor time of an answer: two cores at the price of two workers against one core
 * at the price of one. That of PostgreSQL, which shares the cores as well, stands beside it.
 */
export const scaling: Part = {
  name: 'scaling',
  about: 'uncached pages and orders with one worker and with two, the client pinned (--engine sqlite|postgres)',
  run: async (bench) => {
    pin(process.pid, String(cpus().length - 1))
    const figures: Figure[] = []
    if (bench.engine !== 'postgres') figures.push(...(await onEngine(bench, 'SQLite', await bench.workspace.newDemo())))
    if (bench.engine !== 'sqlite')
      figures.push(...(await withPostgresDemo(bench, ({ data }) => onEngine(bench, 'PostgreSQL', data))))
    return figures
  },
}

/** `processor` and `database`: milliseconds for each answer, of all workers and of PostgreSQL. */
type Measured = { perSecond: number; processor: number; database: number }
type Both = { pages: Measured; orders: Measured }

async function onEngine(bench: Bench, engine: string, data: ShopData): Promise<Figure[]> {
  const measured: Record<1 | 2, Both[]> = { 1: [], 2: [] }
  // In turns, so that the load of other programs falls on both.
  for (let round = 0; round < rounds; round += 1)
    for (const workers of [1, 2] as const) measured[workers].push(await measure(bench, data, workers))
  return (['pages', 'orders'] as const).flatMap((what) => {
    const middle = (workers: 1 | 2, key: keyof Measured) => median(measured[workers].map((each) => each[what][key]))
    const ratio = (2 * middle(1, 'processor')) / middle(2, 'processor')
    const described = ([1, 2] as const).map(
      (workers) =>
        `${workers}: ${shortNumber(middle(workers, 'perSecond'))}/s, ${middle(workers, 'processor').toFixed(2)} ms, ` +
        `database ${middle(workers, 'database').toFixed(2)} ms`,
    )
    return [
      figure(`${engine}: ${what}, two workers against one by processor time of an answer`, ratio, 'times', {
        bar: { atLeast: leastRatio },
        beside: described.join('; '),
      }),
      figure(
        `${engine}: ${what}, the same by answers, the client on one of the two cores`,
        middle(2, 'perSecond') / middle(1, 'perSecond'),
        'times',
      ),
    ]
  })
}

async function measure({ nodeArgs }: Bench, data: ShopData, workers: 1 | 2): Promise<Both> {
  const carts = await prepareCarts(data)
  const database = data.databaseUrl === undefined ? undefined : await postgresProcessor(data.databaseUrl)
  await using shop = await ShopProcess.start(data, nodeArgs, { WORKERS: String(workers) })
  const pids = [shop.pid, ...childrenOf(shop.pid)]
  for (const pid of pids) pin(pid, workers === 1 ? '0' : `0,${cpus().length - 1}`)
  const used = () => ({
    shop: pids.reduce((sum, pid) => sum + (processorTime(pid)?.allMs ?? Number.NaN), 0),
    database: database?.() ?? 0,
  })
  const perAnswer = async (work: () => Promise<{ perSecond: number; count: number }>): Promise<Measured> => {
    const before = used()
    const { perSecond, count } = await work()
    const after = used()
    return {
      perSecond,
      processor: (after.shop - before.shop) / count,
      database: (after.database - before.database) / count,
    }
  }
  const [warmUp, pages] = await pagesOf(data)
  await askEach(shop.origin, warmUp, connections)
  const ofPages = await perAnswer(() => askEach(shop.origin, pages, connections))
  using client = new Client(shop.origin, connections)
  const shopper = new OrderingShopper(client, carts)
  await shopper.look()
  await shopper.order(connections, 1)
  const ofOrders = await perAnswer(async () => {
    const { placed, elapsed } = await shopper.order(connections, orderSeconds)
    return { perSecond: placed / elapsed, count: placed }
  })
  return { pages: ofPages, orders: ofOrders }
}

/** Pages to warm up with, and pages that nobody has asked for. */
async function pagesOf(data: ShopData): Promise<[Asked[], Asked[]]> {
  const all: Asked[][] = []
  for (const language of languages) {
    const { productPaths } = await readCatalogue(data, language, addresses)
    for (const cookie of currencies)
      all.push(productPaths.map((path) => ({ path, ...(cookie === '' ? {} : { headers: { cookie } }) })))
  }
  const [warmUp = [], ...measured] = all
  return [warmUp, measured.flat()]
}

function pin(pid: number, cores: string): void {
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
