import { slices } from '../../../platform/db/bulk.ts'
import type { FeedOptions } from '../feed-options.ts'
import type { SeenProducts } from '../seen-queries.ts'
import {
  hasProducts,
  saveSourceProducts,
  sourcesNow,
  sourcesOfProducts,
  type SourceProduct,
} from './source-product-queries.ts'

/** Reads products of a profile in the order of their ids, beginning after `after`. */
export type FeedReader = (after: string) => Promise<{ id: string; seenAs: string }[]>

type Noting = Pick<FeedOptions, 'db' | 'kind' | 'dryRun' | 'run'> & { source?: string | undefined }
type Looking = Noting & { profile: string; maxPercent: number; created?: number }

/**
 * `ids` are missing, `of` is how many products the feed had, and `held` are products that the file does not have any
 * more, but that of another source. `isFirst` where the source had no product yet.
 */
type Missing = { ids: string[]; of: number; held: string[]; isFirst: boolean }

const batch = 500

/** Finds the products of a feed that its files do not have any more: of a source, or of what was imported by hand. */
export async function missingProducts(read: FeedReader, seen: SeenProducts, looking: Looking): Promise<Missing> {
  const { source, created = 0 } = looking
  const all = await sortProducts(ownedProducts(read, seen, looking))
  const { isFirst, held, left } = all
  if (source === undefined) return { ids: left, of: all.unownedSeen + left.length, held: [], isFirst: false }
  const of = all.seen + all.gone.length
  const isTakingOver = isFirst && (await takesOver(left.length, all.unownedSeen - created, looking))
  return isTakingOver ? { ids: left, of: of + left.length, held, isFirst } : { ids: all.gone, of, held, isFirst }
}

/** `left` are products that no source has and that are not in the file; `unownedSeen` counts those that are in it. */
async function sortProducts(products: AsyncIterable<Owned>) {
  const [gone, held, left] = [[] as string[], [] as string[], [] as string[]]
  const sum = { gone, held, left, seen: 0, unownedSeen: 0, isFirst: true }
  for await (const { id, isSeen, mine, others } of products) {
    const isUnowned = mine === undefined && others.length === 0
    if (mine) sum.isFirst = false
    if (isSeen) {
      sum.seen += 1
      if (isUnowned) sum.unownedSeen += 1
    } else if (isUnowned) left.push(id)
    else if (mine) (others.some(({ is_gone: isGone }) => isGone === 0) ? held : gone).push(id)
  }
  return sum
}

/**
 * Tells whether a source in its first run goes on with what was imported by hand, or before sources had products: when
 * its file has nearly all of it, and no other source of the profile has still to say what is its own.
 */
async function takesOver(left: number, known: number, { db, source, profile, maxPercent }: Looking): Promise<boolean> {
  if (left === 0 || known <= 0 || (100 * left) / (left + known) > maxPercent) return false
  const all = await sourcesNow(db)
  for (const { id, profile: named } of all ?? [])
    if (id !== source && (named === profile || named === '') && !(await hasProducts(db, id))) return false
  return all !== undefined
}

type Owned = { id: string; isSeen: boolean; mine: SourceProduct | undefined; others: SourceProduct[] }

/** The products of a profile with the sources that have them, as far as these are still in the settings. */
async function* ownedProducts(
  read: FeedReader,
  seen: SeenProducts,
  { db, kind, source }: Noting,
): AsyncGenerator<Owned> {
  const all = await sourcesNow(db)
  const isKnown = (name: string): boolean => name === source || !all || all.some(({ id }) => id === name)
  for (let after = ''; ;) {
    const products = await read(after)
    const last = products.at(-1)
    if (last === undefined) return
    const ids = products.map(({ id }) => id)
    const rows = Map.groupBy(await sourcesOfProducts(db, kind, ids), (row) => row.product_id)
    for (const { id, seenAs } of products) {
      const known = (rows.get(id) ?? []).filter((row) => isKnown(row.source))
      const mine = known.find((row) => row.source === source)
      yield { id, isSeen: seen.has(seenAs), mine, others: known.filter((row) => row !== mine) }
    }
    after = last.id
  }
}

/** Notes the products that the file of a source has. */
export async function noteSeen(read: FeedReader, seen: SeenProducts, noting: Noting): Promise<void> {
  if (noting.source === undefined || noting.dryRun) return
  const news: string[] = []
  for await (const { id, isSeen, mine } of ownedProducts(read, seen, noting)) {
    if (isSeen && mine?.is_gone !== 0) news.push(id)
    if (news.length >= batch) await note(news.splice(0), 0, noting)
  }
  await note(news, 0, noting)
}

/** Notes the products that the file of a source does not have any more. */
export async function noteGone(ids: readonly string[], noting: Noting): Promise<void> {
  if (noting.source === undefined || noting.dryRun) return
  for (const some of slices(ids, batch)) await note(some, 1, noting)
}

async function note(ids: readonly string[], isGone: 0 | 1, { db, kind, source = '', run }: Noting): Promise<void> {
  const rows = ids.map((id) => ({ product_id: id, source, run: run?.number ?? null, is_gone: isGone }))
  await saveSourceProducts(db, kind, rows)
}
