import type { Client } from '../load/client.ts'
import type { CatalogueFacts, PartFacts } from './catalogue-facts.ts'
import type { Judge } from './judgement.ts'
import { ndcg, reciprocalRank, type Grade } from './metric.ts'
import type { KindsOfQueries, Query, Wanted } from './query.ts'
import { askResults, type Results } from './results-page.ts'

/** One query with what it found. */
export type Scored = {
  kind: string
  query: Query
  hits: readonly { part: PartFacts; grade: Grade }[]
  /** nDCG@10; of a query that wants nothing 1 without hits, else 0. */
  score: number
  /** 1 / rank of the first part with the number, for queries for one. */
  reciprocalRank: number | null
  /** Whether the page of the device comes first, for queries that name a device alone. */
  deviceFirst: boolean | null
  /** Whether the page says which words it left out, for queries with words that name nothing. */
  saysUnknown: boolean | null
}

/** Asks and judges every query, one after the other. */
export async function scoreAll(
  client: Client,
  kindsOfQueries: KindsOfQueries,
  catalogue: CatalogueFacts,
  judge: Judge,
): Promise<Scored[]> {
  const all: Scored[] = []
  for (const [kind, queries] of kindsOfQueries)
    for (const query of queries) {
      const results = await askResults(client, query)
      all.push({ kind, query, ...scoreOf(query, kind, results, catalogue, judge) })
    }
  if (all.every(({ hits }) => hits.length === 0)) throw new Error('No product was found in any page of results.')
  return all
}

function scoreOf(
  { text, wanted }: Query,
  kind: string,
  results: Results,
  catalogue: CatalogueFacts,
  judge: Judge,
): Omit<Scored, 'kind' | 'query'> {
  const found = partsOf(results, catalogue)
  if (wanted === 'nothing') {
    const hits = found.map((part) => ({ part, grade: 0 as const }))
    return { hits, score: hits.length === 0 ? 1 : 0, reciprocalRank: null, deviceFirst: null, saysUnknown: null }
  }
  const grades = judge.gradesOf(wanted)
  const all = [...grades.values()]
  if (!all.some((grade) => grade > 0)) throw new Error(`No product of the catalogue is graded for “${text}”.`)
  const seen = new Set<PartFacts>()
  const hits = found.map((part) => {
    const grade = seen.has(part) ? 0 : (grades.get(part) ?? 0)
    seen.add(part)
    return { part, grade }
  })
  const { number, unknown } = wanted
  const deviceFirst = kind === 'device alone' ? offers(results, wanted, judge) : null
  const byHits = ndcg(
    hits.map(({ grade }) => grade),
    all,
  )
  return {
    hits,
    score: results.isDevicePage && deviceFirst && hits.length === 0 ? 1 : byHits,
    reciprocalRank: number ? reciprocalRank(hits.map(({ grade }) => grade > 1)) : null,
    deviceFirst,
    saysUnknown: unknown ? unknown.every((word) => results.struck.includes(word.toLowerCase())) : null,
  }
}

function partsOf({ skus }: Results, { bySku }: CatalogueFacts): PartFacts[] {
  return skus.map((sku) => {
    const part = bySku.get(sku)
    if (!part) throw new Error(`The search shows ${sku}, which is not in the catalogue.`)
    return part
  })
}

function offers({ device }: Results, wanted: Wanted, judge: Judge): boolean {
  if (device === null) return false
  const devices = judge.devicesOf(wanted)
  return 'slug' in device
    ? devices.some(({ slug }) => slug === device.slug)
    : devices.length > 1 && devices.every(({ series }) => series === device.series)
}
