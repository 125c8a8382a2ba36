import { withDatabase } from '../catalogue.ts'
import type { Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { readFacts } from '../relevance/catalogue-facts.ts'
import { Judge } from '../relevance/judgement.ts'
import { kindsOfQueries } from '../relevance/queries.ts'
import type { KindsOfQueries } from '../relevance/query.ts'
import { relevanceFigures, worstQueries } from '../relevance/relevance-figures.ts'
import { scoreAll } from '../relevance/score.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

/**
 * Whether a search finds what shoppers mean: labelled queries over the demo catalogue, asked as the search page asks,
 * 24 hits each. The rules of judgement are in `relevance/judgement.ts`.
 */
export const relevance: Part = {
  name: 'relevance',
  about: 'what the search finds for labelled queries (--worst N lists the worst)',
  run: async (bench) => [
    ...(await relevanceOf('SQLite', bench, await bench.workspace.newDemo(), kindsOfQueries)),
    ...(await withPostgresDemo(bench, ({ data }) => relevanceOf('PostgreSQL', bench, data, kindsOfQueries))),
  ],
}

/** Asks a shop these queries. */
export async function relevanceOf(
  engine: string,
  { nodeArgs, worst }: Bench,
  data: ShopData,
  queries: KindsOfQueries,
): Promise<Figure[]> {
  const catalogue = await withDatabase(data, readFacts)
  await using shop = await ShopProcess.start(data, nodeArgs)
  using client = new Client(shop.origin, 1)
  const scored = await scoreAll(client, queries, catalogue, new Judge(catalogue))
  if (worst > 0) console.log(`The worst queries, ${engine}:\n${worstQueries(scored, worst)}\n`)
  return relevanceFigures(engine, scored)
}
