import type { Figure } from '../figure.ts'
import { importFiles } from '../import-process.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgres } from '../postgres-demo.ts'
import { realPartQueries } from '../relevance/real-parts.ts'
import type { ShopData } from '../shop-process.ts'
import { feedFiles } from './feed.ts'
import { relevanceOf } from './relevance.ts'

/**
 * The same as the part relevance over real parts: a folder with the 18 files of the public data set of PC parts that
 * the built-in import profiles read.
 */
export const realParts: Part = {
  name: 'real-parts',
  about: 'what the search finds among the PC parts of --feed FOLDER (--worst N lists the worst)',
  run: async (bench) => [
    ...(bench.engine === 'postgres' ? [] : await ofRealParts('SQLite', bench, bench.workspace.newShop('real-parts'))),
    ...(bench.engine === 'sqlite' ? [] : await onPostgres(bench)),
  ],
}

function onPostgres(bench: Bench): Promise<Figure[]> {
  return withPostgres(async ({ newDatabase }) => {
    const data = { ...bench.workspace.newShop('real-parts'), databaseUrl: await newDatabase() }
    return ofRealParts('PostgreSQL', bench, data)
  })
}

async function ofRealParts(engine: string, bench: Bench, data: ShopData): Promise<Figure[]> {
  const { refused, created, seconds } = await importFiles(data, feedFiles(bench, 'real-parts'))
  if (refused.length > 0) throw new Error(`Files were refused: ${refused.join('; ')}`)
  console.log(`Imported ${created} products in ${seconds.toFixed(0)} s, ${engine}.`)
  return relevanceOf(engine, bench, data, realPartQueries)
}
