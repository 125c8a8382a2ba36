import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../catalogue.ts'
import { figure, median, shortNumber, type Figure } from '../figure.ts'
import { askEach } from '../load/ask-each.ts'
import type { Bench, Part } from '../part.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

const starts = 5
const settlingMs = 2000
/** V8 gives memory back when nothing was asked for about half a minute. */
const quietMs = 45_000

export const startAndMemory: Part = {
  name: 'start',
  about: 'start with an existing database, and memory',
  run: async (bench) => measureStart(bench, await bench.workspace.newDemo()),
}

/** Starts the shop repeatedly; measures the last one when idle and after visiting all pages of the catalogue. */
export async function measureStart({ nodeArgs }: Pick<Bench, 'nodeArgs'>, data: ShopData): Promise<Figure[]> {
  const times: number[] = []
  for (let start = 1; start < starts; start += 1) {
    await using shop = await ShopProcess.start(data)
    times.push(shop.startedInMs)
  }
  await using shop = await ShopProcess.start(data, nodeArgs)
  times.push(shop.startedInMs)
  await sleep(settlingMs)
  const idle = shop.memory
  await sleep(quietMs)
  const quiet = shop.memory
  const pages = await browse(shop.origin, data)
  const { residentMB, peakMB, ownMB } = shop.memory
  await sleep(quietMs)
  const afterwards = shop.memory
  return [
    figure('start to first page', median(times) / 1000, 's', {
      bar: { atMost: 1.5 },
      beside: `median of ${times.map((each) => shortNumber(each)).join(', ')} ms`,
    }),
    figure('memory idle', idle.residentMB, 'MB', {
      bar: { atMost: 150 },
      beside:
        `${shortNumber(idle.ownMB)} MB of it not mapped files; ${inMB(quiet.residentMB)} after ${quietMs / 1000} s; ` +
        `best known shop: 196 MB, without its database`,
    }),
    figure('memory after load', residentMB, 'MB', {
      bar: { atMost: 250 },
      beside:
        `${shortNumber(ownMB)} MB of it not mapped files; ` +
        `after ${pages} pages, peak ${inMB(peakMB)}; ${inMB(afterwards.residentMB)} after ${quietMs / 1000} s; ` +
        `best known shop: 379 MB`,
    }),
  ]
}

const inMB = (megabytes: number): string => `${shortNumber(megabytes)} MB`

async function browse(origin: string, data: ShopData): Promise<number> {
  const paths: string[] = []
  for (const language of ['en', 'sv'] as const) {
    const { productPaths, categories } = await readCatalogue(data, language, 2000)
    paths.push(...productPaths, ...categories.map(({ path }) => path))
  }
  await askEach(
    origin,
    paths.map((path) => ({ path })),
    32,
  )
  await sleep(settlingMs)
  return paths.length
}
