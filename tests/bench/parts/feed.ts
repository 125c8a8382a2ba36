import { readdirSync } from 'node:fs'
import path from 'node:path'
import { figure, type Figure } from '../figure.ts'
import { importFiles } from '../import-process.ts'
import type { Bench, Part } from '../part.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'
import { writeFeed } from '../written-feed.ts'
import { suggestions } from './search-and-cart.ts'
import { measureStart } from './start-and-memory.ts'
import { pagesOneByOne } from './uncached-pages.ts'

const endings = new Set(['.csv', '.xlsx', '.json'])
const maxSeconds = 30
const forProducts = 100_000

/** Every feed file of the folder that --feed names. */
export const feedFolder: Part = {
  name: 'feed',
  about: 'imports the files of --feed FOLDER, serves them and searches in them',
  run: async (bench) => importAndServe(bench, bench.workspace.newShop('feed'), feedFiles(bench)),
}

/** The files of the folder that --feed names; @throws without it. */
export function feedFiles({ feed }: Bench, part = ''): string[] {
  if (feed === undefined) throw new Error(`name the folder: npm run bench -- ${part} --feed FOLDER`)
  const folder = path.resolve(feed)
  return readdirSync(folder)
    .filter((name) => endings.has(path.extname(name)))
    .toSorted()
    .map((name) => path.join(folder, name))
}

/** A feed of `--products` rows (default 100,000), written by the bench. */
export const writtenFeed: Part = {
  name: 'products',
  about: 'the same with a feed of --products N rows (100,000)',
  run: async (bench) => {
    const data = bench.workspace.newShop('products')
    return importAndServe(bench, data, writeFeed(data.folder, bench.products))
  },
}

async function importAndServe(bench: Bench, data: ShopData, files: readonly string[]): Promise<Figure[]> {
  const first = await importFiles(data, files)
  const again = await importFiles(data, files)
  if (first.refused.length > 0) console.log(`Refused files:\n  ${first.refused.join('\n  ')}`)
  // The target is for 100,000 products; the fixed costs of a run are fully included.
  const bar = { atMost: Math.max(5, maxSeconds * (first.rows / forProducts)) }
  const figures = [
    figure(`import of ${files.length} files`, first.seconds, 's', {
      bar,
      beside:
        `${first.rows} rows: ${first.created} created, ` +
        `${first.rejected} rejected, ${first.refused.length} files refused`,
    }),
    figure('import speed', first.rows / first.seconds, 'rows/s'),
    figure('import peak memory', first.peakMB, 'MB', { bar: { atMost: 300 } }),
    figure('import of the same again', again.seconds, 's', {
      beside: `${again.unchanged} unchanged, ${again.created} created, ${again.changed} changed`,
    }),
  ]
  await using shop = await ShopProcess.start(data, bench.nodeArgs)
  figures.push(...(await pagesOneByOne(shop.origin, data)), ...(await suggestions(shop.origin, data)))
  await shop[Symbol.asyncDispose]()
  return [...figures, ...(await measureStart({ nodeArgs: [] }, data))]
}
