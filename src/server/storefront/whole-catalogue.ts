import type { HomePage } from '../../contracts/catalog-pages/home-page.ts'
import { dayMs } from '../../domain/durations.ts'
import type { Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import { limits } from '../catalog/columns/reading-limits.ts'
import { refresh, refreshable, type Refreshable } from '../catalog/columns/refreshable.ts'
import { biggestBrands, catalogCounts, newestIds, popularCategoryIds } from '../catalog/products/product-queries.ts'
import { contentTag } from '../content/content-item.ts'
import { runDetached } from '../platform/db/request-signal.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { Shop } from '../platform/shop.ts'
import { highestNumber } from '../search/posting-lists/change-queries.ts'
import { mostBoughtIds } from './bought-queries.ts'

const cacheMs = 600_000
const [shelf, maxRepairs, maxBrands] = [10, 8, 24]
/** Fewer products that were bought make no shelf. */
const minBought = 4
const boughtWithinMs = 90 * dayMs
/** Reading more products takes longer than a page may keep others waiting. */
const maxReadAtOnce = 50_000

/** What the home page tells of all products. */
type WholeCatalogue = {
  /** The products that were bought most, and the newest ones. */
  popular: string[]
  newest: string[]
  /** The main categories whose products the shop ranks highest. */
  repairs: string[]
  brands: Record<Language, HomePage['brands']>
  counts: { products: number; devices: number }
}

type Reading = Pick<Shop, 'db' | 'reportDb' | 'memory' | 'invalidate' | 'log' | 'now'>
type Kept = Refreshable<WholeCatalogue> & { notBefore: number; later: NodeJS.Timeout | undefined }

/**
 * Returns what the home page tells of all products, read after the last change of a product. A large catalogue is read
 * by the process for reports: pages show what was read before until it has been, and are made anew where it differs.
 */
export function wholeCatalogue(shop: Reading, max = maxReadAtOnce): Promise<WholeCatalogue> {
  return shop.memory.remember('home:catalogue', cacheMs, async () =>
    (await highestNumber(shop.db)) > max ? readBefore(shop) : readAll(shop.db, shop.now()),
  )
}

const keptBy = new WeakMap<Shop['memory'], Kept>()

function readBefore(shop: Reading): Promise<WholeCatalogue> {
  const kept = keptBy.get(shop.memory)
  if (kept) {
    kept.isStale = true
    readAgain(shop, kept)
    return kept.value
  }
  const first = { ...refreshable(readBeside(shop)), notBefore: -Infinity, later: undefined }
  keptBy.set(shop.memory, first)
  first.value.catch(() => keptBy.delete(shop.memory))
  return first.value
}

function readBeside({ reportDb, now }: Reading): Promise<WholeCatalogue> {
  return runDetached(() => readAll(reportDb, now()))
}

/** Reads it again after a rest; what changes meanwhile is read once more after that. */
function readAgain(shop: Reading, kept: Kept): void {
  if (kept.next || kept.later) return
  const rest = Math.max(0, kept.notBefore - performance.now())
  kept.later = setTimeout(() => {
    kept.later = undefined
    // Rejects only where the first reading failed, whose error goes to the pages that wait for it.
    replace(shop, kept).catch(() => undefined)
  }, rest).unref()
}

async function replace(shop: Reading, kept: Kept): Promise<void> {
  const before = JSON.stringify(await kept.value)
  refresh(kept, () => readBeside(shop), {
    replaced: (afterMs) => (kept.notBefore = restAfter(afterMs)),
    failed: (err) => shop.log.warn({ err }, 'what the home page tells of all products could not be read again'),
  })
  await kept.next
  if (kept.hasFailed) kept.notBefore = performance.now() + limits.maxRestMs
  if (kept.isStale) readAgain(shop, kept)
  if (JSON.stringify(await kept.value) !== before) shop.invalidate([contentTag({ kind: 'widget', id: 'home' })])
}

function restAfter(ms: number): number {
  return performance.now() + Math.min(limits.maxRestMs, limits.restTimes * ms)
}

async function readAll(db: Queryable, now: Date): Promise<WholeCatalogue> {
  const bought = await mostBoughtIds(db, new Date(now.getTime() - boughtWithinMs), shelf)
  const popular = bought.length < minBought ? [] : bought
  const newest = await newestIds(db, shelf)
  const repairs = await popularCategoryIds(db, maxRepairs)
  const brands = brandLinks(await biggestBrands(db, maxBrands))
  return { popular, newest, repairs, brands, counts: await catalogCounts(db) }
}

/** Brands in the order of each language. */
function brandLinks(rows: Awaited<ReturnType<typeof biggestBrands>>): WholeCatalogue['brands'] {
  const findLinks = (language: Language) =>
    rows
      .map(({ name, slug }) => ({ name, path: href(language, 'brand', { slug }) }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
  return { en: findLinks('en'), sv: findLinks('sv') }
}
