import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type ShopDatabase } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { optimizeIndex } from '../../src/server/search/index-products.ts'
import { searchProducts } from '../../src/server/search/search-products.ts'
import { figure, percentile, shortNumber, type Figure } from './figure.ts'
import { measureLists } from './list-million.ts'
import { describeSetting } from './machine.ts'
import { draws, writeProducts } from './million-products.ts'
import { writeSurroundings } from './million-surroundings.ts'
import { printResult, printSetting } from './report.ts'
import { searchClasses, twoOrThreeWords, type SearchClass } from './search-classes.ts'

const queriesPerClass = 300
async function measure(open: ShopDatabase, { name, bars, query }: SearchClass, products: number): Promise<Figure[]> {
  const draw = draws(42)
  const queries = Array.from({ length: queriesPerClass }, () => query(draw, products))
  const times: number[] = []
  let busy = 0
  let slowest = { time: 0, query: '' }
  let found = 0
  for (const text of queries) {
    const [begun, used] = [performance.now(), process.threadCpuUsage()]
    const { total } = await searchProducts(open, { query: text, language: 'en', limit: 24, offset: 0 })
    const time = performance.now() - begun
    times.push(time)
    const { user, system } = process.threadCpuUsage(used)
    busy += (user + system) / 1_000
    if (time > slowest.time) slowest = { time, query: text }
    if (total > 0) found += 1
  }
  const processor = `processor ${shortNumber(busy / queries.length)} ms each`
  const shown =
    `${processor}; slowest ${slowest.time.toFixed(1)} ms: ` +
    `"${slowest.query}"; ${Math.round((100 * found) / queries.length)} % found something`
  return [
    figure(`${name}, p50`, percentile(times, 0.5), 'ms', { bar: bars.p50 }),
    figure(`${name}, p99`, percentile(times, 0.99), 'ms', { bar: bars.p99, beside: shown }),
  ]
}

async function stage(open: ShopDatabase, from: number, to: number): Promise<Figure[]> {
  const begun = performance.now()
  const { seconds, processor } = await writeProducts(open, from, to)
  // As an import ends.
  await open.db.transaction().execute((trx) => optimizeIndex(trx, open.kind))
  const share = 100_000 / (to - from)
  const figures = [
    figure(
      `products ${from.toLocaleString('en')} to ${to.toLocaleString('en')} written and indexed`,
      (performance.now() - begun) / 1_000,
      's',
    ),
    figure('of that the index, per 100,000', seconds * share, 's', {
      bar: { atMost: 8 },
      beside: `processor ${shortNumber(processor * share)} s`,
    }),
  ]
  for (const each of searchClasses) figures.push(...(await measure(open, each, to)))
  figures.push(...(await measureLists(open, to)))
  printResult({
    part: `search and lists in ${to.toLocaleString('en')} products`,
    seconds: (performance.now() - begun) / 1_000,
    figures,
    failure: null,
  })
  return figures
}

/**
 * Generates the products into a new database, on PostgreSQL if BENCH_POSTGRES_URL names an empty one, and searches
 * them.
 */
async function main(sizes: readonly number[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-search-'))
  const postgresUrl = process.env['BENCH_POSTGRES_URL']
  const open = connect(postgresUrl ? { postgresUrl } : { sqliteFile: path.join(folder, 'search.db') })
  try {
    const setting = describeSetting()
    printSetting(setting, `this process, ${open.kind}`)
    await migrate(open)
    await writeSurroundings(open)
    const stages: { products: number; figures: Figure[] }[] = []
    for (const [at, size] of sizes.entries())
      stages.push({ products: size, figures: await stage(open, sizes[at - 1] ?? 0, size) })
    const p50 = stages.map(
      ({ figures }) => figures.find(({ what }) => what === `${twoOrThreeWords}, p50`)?.value ?? Number.NaN,
    )
    console.log(
      `Growth of the median from the smallest to the largest: ` +
        `${((p50.at(-1) ?? 0) / (p50[0] ?? 1)).toFixed(2)}x (bar below 4)`,
    )
    console.log(JSON.stringify({ setting, stages }))
  } finally {
    await open.db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0)
await main(sizes.length > 0 ? sizes : [100_000, 1_000_000])
