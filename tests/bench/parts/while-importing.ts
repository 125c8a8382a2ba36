import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../catalogue.ts'
import { figure, percentile, type Figure } from '../figure.ts'
import { importFiles, type Imported } from '../import-process.ts'
import { Client } from '../load/client.ts'
import { OrderingShopper } from '../load/ordering-shopper.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'
import { writeFeed, writeStockFeed } from '../written-feed.ts'
import { prepareCarts } from './orders.ts'

/** How long shoppers are measured at least: a short import is repeated, since the 99th of 60 pages is the worst one. */
const minMs = 15_000
/** Pauses between two pages and between two orders of the shoppers. */
const [pageEveryMs, orderEveryMs] = [40, 250]

/** Imports of `--products` rows into a shop that is visited: how long they take, and how long shoppers wait. */
export const whileImporting: Part = {
  name: 'importing',
  about: 'imports --products N rows while shoppers visit and order (--engine sqlite|postgres for one database)',
  run: async (bench) => [
    ...(bench.engine === 'postgres' ? [] : await measureOn('SQLite', bench, await bench.workspace.newDemo())),
    ...(bench.engine === 'sqlite'
      ? []
      : await withPostgresDemo(bench, ({ data }) => measureOn('PostgreSQL', bench, data))),
  ],
}

async function measureOn(engine: string, bench: Bench, data: ShopData): Promise<Figure[]> {
  const carts = await prepareCarts(data)
  const { productPaths } = await readCatalogue(data, 'sv', 400)
  const files = writeFeed(data.folder, bench.products)
  const stock = [0, 1].map((round) => writeStockFeed(data.folder, bench.products, round))
  await using shop = await ShopProcess.start(data, bench.nodeArgs)
  using client = new Client(shop.origin, 8)
  const visit = { client, shopper: new OrderingShopper(client, carts), paths: productPaths }
  await visit.shopper.look()
  await visitUntil(sleep(3_000), visit)
  const alone = await visitUntil(sleep(minMs), visit)
  const steps: [what: string, imported: Imported, waits: Waits][] = []
  for (const [what, wanted, repeats] of [
    ['first import', [files], false],
    ['the same again', [files], true],
    ['prices and stock', stock.map((file) => [file]), true],
  ] as const) {
    const [imported, waits] = await visitWhileImporting(data, wanted, visit, repeats ? minMs : 0)
    steps.push([what, imported, waits])
  }
  return [
    figure(`${engine}: pages without an import, p99`, percentile(alone.pages, 0.99), 'ms', {
      beside: `orders p99 ${percentile(alone.orders, 0.99).toFixed(0)} ms`,
    }),
    ...steps.flatMap(([what, imported, waits]) => figuresOf(`${engine}, ${what}`, imported, waits, alone)),
  ]
}

/**
 * Imports the files of each round in turn, as often as this time allows and at least once; @returns what the first
 * import did, and how long shoppers waited during all of them.
 */
async function visitWhileImporting(
  data: ShopData,
  rounds: readonly (readonly string[])[],
  visit: Visit,
  ms: number,
): Promise<[Imported, Waits]> {
  const [waits, until]: [Waits, number] = [{ pages: [], orders: [] }, performance.now() + ms]
  let first: Imported | undefined
  for (let round = 0; ; round += 1) {
    const running = importFiles(data, rounds[round % rounds.length] ?? [])
    const { pages, orders } = await visitUntil(running, visit)
    first ??= await running
    waits.pages.push(...pages)
    waits.orders.push(...orders)
    if (performance.now() >= until) return [first, waits]
  }
}

type Waits = { pages: number[]; orders: number[] }
type Visit = { client: Client; shopper: OrderingShopper; paths: readonly string[] }

/** Visits pages that no cache has and places orders until something ends; returns how long each took, in ms. */
async function visitUntil(end: Promise<unknown>, { client, shopper, paths }: Visit): Promise<Waits> {
  const over = new AbortController()
  void end.finally(() => over.abort())
  const waits: Waits = { pages: [], orders: [] }
  const browse = async (): Promise<void> => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const { status, ms } = await client.ask({ path: `${paths[at % paths.length] ?? '/'}?visit=${at}` })
      if (status >= 400) throw new Error(`${paths[at % paths.length] ?? ''} was answered ${status}.`)
      waits.pages.push(ms)
      await sleep(pageEveryMs)
    }
  }
  const buy = async (): Promise<void> => {
    while (!over.signal.aborted) {
      waits.orders.push(...(await shopper.order(1, 0.001)).times)
      await sleep(orderEveryMs)
    }
  }
  await Promise.all([browse(), buy(), end])
  return waits
}

function figuresOf(what: string, imported: Imported, { pages, orders }: Waits, alone: Waits): Figure[] {
  const { seconds, peakMB, rows, created, changed, unchanged } = imported
  const million = rows / 1_000_000
  const bar = what.endsWith('first import') ? 360 * million : what.endsWith('again') ? 90 * million : 100 * million
  const [p50, p99] = [percentile(pages, 0.5), percentile(pages, 0.99)]
  const counts = `${rows} rows: ${created} created, ${changed} changed, ${unchanged} unchanged`
  return [
    figure(what, seconds, 's', { bar: { atMost: Math.max(10, bar) }, beside: counts }),
    figure(`${what}: peak memory`, peakMB, 'MB', { bar: { atMost: 400 } }),
    figure(`${what}: pages, p99 beside p99 without it`, p99 / percentile(alone.pages, 0.99), 'of the peer', {
      bar: { atMost: 2 },
      beside: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${pages.length}`,
    }),
    figure(`${what}: longest order`, Math.max(...orders), 'ms', {
      bar: { atMost: 1_000 },
      beside: `p50 ${percentile(orders, 0.5).toFixed(0)} ms of ${orders.length}`,
    }),
  ]
}
