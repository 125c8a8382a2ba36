import type { Minor } from '../../../domain/money/money.ts'
import { runDetached } from '../../platform/db/request-signal.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { OwnPrices } from './own-prices.ts'

/**
 * The agreed prices of one, and the buyer's discount in percent of all products that are in a list, at any quantity: 0
 * where there is none. Without any discount there are no percents.
 */
export type AgreedPercents = { readonly prices: OwnPrices; readonly percents: ReadonlyMap<number, number> }
/** Reads the prices that cards show to the buyer, by the numbers of products. */
export type ReadShown = (seqs: readonly number[]) => Promise<ReadonlyMap<number, Minor>>
type Source = {
  readonly columns: ProductColumns
  readonly agreed: AgreedPercents
  /** The last change of products that `agreed` knows; undefined while it is read again. */
  readonly seen: number | undefined
  /** The price of one for everybody else, before it is rounded; NaN without one. */
  readonly usual: (seq: number) => number
  readonly readShown: ReadShown
}
/** `shown` are the prices that were read, `seen` the last change of products that they know. */
type CachedPrices = { columns: ProductColumns; seen: number; shown: Map<number, Minor>; prices: OwnPrices }
type CacheEntry = { kept: Promise<CachedPrices>; work: Promise<unknown>; readonly size: number }

/** How long a page waits for prices that are read again after the whole catalogue has changed. */
const maxWaitMs = 250
/** Most prices that are kept of all buyers; those that were used last stay. */
const maxCached = 1_000_000

/**
 * The prices of buyers who have a discount in percent besides agreed prices. Which of the two counts depends on
 * campaigns and on prices from more units on, of which lists know nothing: where the agreed price is not the lowest
 * in any case, the price is read as cards show it. What changes is read again.
 */
export class PercentPrices {
  readonly #kept = new Map<string, CacheEntry>()

  /** Returns the prices of listed products; `key` names everything but products that they depend on. */
  async prices(key: string, source: Source): Promise<OwnPrices> {
    const known = this.#kept.get(key)
    if (!known) return (await this.#begin(key, source)).prices
    this.#kept.delete(key)
    this.#kept.set(key, known)
    const work = known.work.then(() => this.#follow(known, source))
    known.work = work.catch(() => {})
    await withinTime(work)
    return (await known.kept).prices
  }

  #begin(key: string, source: Source): Promise<CachedPrices> {
    const kept = runDetached(() => readAll(source))
    this.#kept.set(key, { kept, work: kept.catch(() => {}), size: source.agreed.percents.size })
    kept.catch(() => this.#kept.delete(key))
    this.#forget()
    return kept
  }

  #forget(): void {
    let total = 0
    for (const [at, [key, { size }]] of [...this.#kept].toReversed().entries()) {
      total += size
      if (total > maxCached && at > 0) this.#kept.delete(key)
    }
  }

  async #follow(known: CacheEntry, source: Source): Promise<void> {
    const { columns, agreed, readShown } = source
    const kept = await known.kept
    const changed = kept.columns === columns ? columns.changes.since(kept.seen) : undefined
    if (!changed) {
      if (source.seen === undefined) return
      const next = await runDetached(() => readAll(source))
      known.kept = Promise.resolve(next)
      return
    }
    const seen = columns.changes.newest
    const listed = changed.filter((seq) => agreed.percents.has(seq))
    if (listed.length > 0) {
      const read = await runDetached(() => readShown(listed))
      const news = listed.filter((seq) => read.get(seq) !== kept.shown.get(seq))
      for (const seq of news) kept.shown.set(seq, read.get(seq) ?? Number.NaN)
      if (news.length > 0) kept.prices = mergePrices(agreed, kept.shown)
    }
    kept.seen = seen
  }
}

async function readAll({ columns, agreed, usual, readShown, seen: known }: Source): Promise<CachedPrices> {
  const seen = columns.changes.newest
  // The discount of a product may be another one since the list was read.
  const changed = known === undefined ? [] : (columns.changes.since(known) ?? agreed.percents.keys())
  const isChanged = new Set(changed)
  const isUnclear = ([seq, percent]: readonly [number, number]) =>
    isChanged.has(seq) || (percent > 0 && !isLowest(agreed.prices.lower(seq, Number.NaN), usual(seq), percent))
  const unclear = [...agreed.percents].filter(isUnclear).map(([seq]) => seq)
  const shown = new Map(await readShown(unclear))
  for (const seq of unclear) if (!shown.has(seq)) shown.set(seq, Number.NaN)
  return { columns, seen, shown, prices: mergePrices(agreed, shown) }
}

/**
 * Tells whether an agreed price is lower than any other that the buyer may get, by more than rounding makes of it: in a
 * campaign the usual price counts as it is, and else less the percent.
 */
function isLowest(agreed: number, usual: number, percent: number): boolean {
  return agreed + 1 < (usual * (100 - percent)) / 100 - 1
}

/** The agreed prices, and in place of them those that were read; NaN is left out. */
function mergePrices({ prices }: AgreedPercents, shown: ReadonlyMap<number, Minor>): OwnPrices {
  const all = new Map<number, Minor>()
  for (const seq of prices.seqs) if (!shown.has(seq)) all.set(seq, prices.lower(seq, Number.NaN))
  for (const [seq, price] of shown) if (!Number.isNaN(price)) all.set(seq, price)
  return OwnPrices.of(all)
}

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, maxWaitMs)))
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
