import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { newSecret } from '../../../src/server/platform/ids.ts'
import { withDatabase } from '../catalogue.ts'
import { figure, median, shortNumber, type Figure } from '../figure.ts'
import { wholeCatalogue } from '../list-classes.ts'
import { keptShop } from '../million/kept-shop.ts'
import { firstList, lineFigures, measureLines, type Measured } from '../million/measure-lines.ts'
import { madeProducts, makeProducts, type Made } from '../million/million-data.ts'
import { millionLines } from '../million/million-lines.ts'
import type { Bench, Part } from '../part.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'
import { writeOwner } from './console-data.ts'

const smallShop = 100_000
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const maxSecondsToMake = 600
const mostIndexSeconds = 8
const maxGrowth = 2
/** Searches are measured as they are once their lists have been made. */
const maxListsMs = 600_000

/** Shop and console with 1,000,000 products, and how much slower they are than with 100,000. */
export const million: Part = {
  name: 'million',
  about: 'shop and console with 1,000,000 products (--products N, --engine sqlite|postgres, --keep) and 100,000 orders',
  run: async (bench) => {
    const figures: Figure[] = []
    for (const engine of ['sqlite', 'postgres'] as const)
      if (bench.engine === undefined || bench.engine === engine)
        figures.push(...(await keptShop(bench, engine, (data) => measureEngine(bench, engines[engine], data))))
    return figures
  },
}

async function measureEngine(bench: Bench, engine: string, data: ShopData): Promise<Figure[]> {
  const products = bench.isGiven ? bench.products : 1_000_000
  const figures: Figure[] = []
  let smaller: Measured[] = []
  let seconds = 0
  for (const size of products > smallShop ? [smallShop, products] : [products]) {
    const there = await withDatabase(data, madeProducts)
    // A shop that was kept has no smaller one inside it any more.
    if (there > size) continue
    const made = there < size ? await makeProducts(data, there, size) : undefined
    seconds += made?.seconds ?? 0
    if (made) figures.push(...makingFigures(engine, made))
    const { first, searchable, measured } = await measureShop(bench, data, size)
    figures.push(
      figure(`${sized(engine, size)}: the first list after the start`, first, 's'),
      figure(`${sized(engine, size)}: the lists of searches made after it`, searchable, 's'),
      ...measured.flatMap((each, at) => lineFigures(sized(engine, size), each, smaller[at])),
    )
    if (smaller.length > 0) figures.push(growth(engine, smaller, measured))
    smaller = measured
  }
  if (seconds > 0) figures.push(figure(`${engine}: all made`, seconds, 's', { bar: { atMost: maxSecondsToMake } }))
  return figures
}

const sized = (engine: string, size: number) => `${engine}, ${size.toLocaleString('en')}`

function makingFigures(engine: string, { from, to, seconds, indexSeconds }: Made): Figure[] {
  const what = `${engine}: products ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`
  return [
    figure(`${what} made`, seconds, 's', from === 0 ? { beside: 'with orders, invoices, customers and payouts' } : {}),
    figure(`${what}, processor time of the search index per 100,000`, indexSeconds, 's', {
      bar: { atMost: mostIndexSeconds },
    }),
  ]
}

async function measureShop({ nodeArgs }: Bench, data: ShopData, products: number) {
  const secret = newSecret()
  await withDatabase(data, (db) => writeOwner(db, secret))
  const listFile = path.join(data.folder, '.search-lists')
  rmSync(listFile, { force: true })
  await using shop = await ShopProcess.start(data, nodeArgs)
  const first = await firstList(shop, href('en', 'product-category-all', { slug: wholeCatalogue }))
  const searchable = await secondsUntil(() => existsSync(listFile))
  const lines = millionLines(products, { cookie: `staff_session=${secret}` })
  return { first, searchable, measured: await measureLines(shop, data, lines) }
}

async function secondsUntil(isDone: () => boolean): Promise<number> {
  const begun = performance.now()
  while (!isDone()) {
    if (performance.now() - begun > maxListsMs) throw new Error('The lists of searches were not made.')
    await sleep(200)
  }
  return (performance.now() - begun) / 1_000
}

/** How the processor time of all lines grew, in the middle; the line that grew most beside it. */
function growth(engine: string, smaller: readonly Measured[], larger: readonly Measured[]): Figure {
  const grown = larger.map(({ line, processor }, at) => ({
    name: line.name,
    times: processor / (smaller[at]?.processor ?? Number.NaN),
  }))
  const above = grown.filter(({ times }) => times > maxGrowth).toSorted((one, other) => other.times - one.times)
  const text = above.map(({ name, times }) => `${name} ${shortNumber(times)}x`).join(', ')
  const value = median(grown.map(({ times }) => times))
  return figure(`${engine}: growth of processor time, median of the lines`, value, 'of the peer', {
    bar: { atMost: maxGrowth },
    beside: text === '' ? 'no line above the bar' : `above the bar: ${text}`,
  })
}
