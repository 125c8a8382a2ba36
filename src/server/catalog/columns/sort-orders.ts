import type { Language } from '../../../domain/places/locales.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { runDetached } from '../../platform/db/request-signal.ts'
import type { Log } from '../../platform/log.ts'
import type { AttributeRanks } from './attribute-ranks.ts'
import { comparison, sortListed, type ColumnSort, type Sortable } from './compare-products.ts'
import type { ProductColumns } from './product-columns.ts'
import {
  ranksInColumns,
  readNames,
  readNamesAgain,
  readRanks,
  readRanksAgain,
  type RankedValues,
} from './read-orders.ts'
import { limits } from './reading-limits.ts'
import { refreshable, refresh, waitFor, type Refreshable } from './refreshable.ts'
import { sortAgain } from './sort-again.ts'
import { orderOf, type Order } from './sorted/page-of-hits.ts'

/** The columns that a value belongs to, with their last change before it was read. */
type State = { columns: ProductColumns; seen: number }
/** The names of all listed products by `seq`, in which those of products that changed later may be old. */
export type Names = { texts: readonly string[]; state: State }
type Entry = Refreshable<unknown> & { state: State; names: Names | undefined }

type Options = { maxFollowed?: number | undefined; log?: Pick<Log, 'error'> | undefined }

/** How a value is made from all products, and how it follows those that changed. */
type Making<Value> = {
  columns: ProductColumns
  names?: Names | undefined
  all: (state: State) => Promise<Value>
  again: (before: Value, changed: readonly number[], state: State) => Promise<Value>
}

/**
 * Orders of all listed products, with the names and values they are sorted by. After a change only the products that
 * changed are read and sorted, and pages wait for that; where all are, pages are made from the order before.
 */
export class SortOrders {
  readonly #listDb: ShopDatabase['listDb']
  readonly #purge: () => void
  readonly #maxFollowed: number
  readonly #log: Pick<Log, 'error'> | undefined
  readonly #entries = new Map<string, Entry>()
  /** The last sorting of each kind, of which names take much longer. */
  readonly #sorting = new Map<string, Promise<unknown>>()

  /** `purge` drops the catalogue's cached pages in this process; `maxFollowed` replaces the limit. */
  constructor(listDb: ShopDatabase['listDb'], purge: () => void, options: Options = {}) {
    const { maxFollowed = limits.maxFollowed, log } = options
    this.#listDb = listDb
    this.#purge = purge
    this.#maxFollowed = maxFollowed
    this.#log = log
  }

  /** Notes that the place of a product may have changed. */
  markStale(): void {
    for (const each of this.#entries.values()) each.isStale = true
  }

  /**
   * Returns all listed products in an order; `key` names everything that it depends on. `names` are those that `by`
   * has.
   */
  order(key: string, columns: ProductColumns, sort: ColumnSort, by: Sortable, names?: Names): Promise<Order> {
    return this.#keep<Order>(`order ${key}`, {
      columns,
      names,
      all: () => this.#oneByOne(names ? 'names' : 'numbers', () => sortAll(columns, sort, by)),
      again: (before, changed) => sortAgain(before, columns, changed, comparison(columns, sort, by)),
    })
  }

  /** Sorts after what was asked for before: each takes a part of every turn, and together they would take as many. */
  #oneByOne(kind: 'names' | 'numbers', sort: () => Promise<Order>): Promise<Order> {
    const next = (this.#sorting.get(kind) ?? Promise.resolve()).then(sort)
    this.#sorting.set(
      kind,
      next.catch(() => {}),
    )
    return next
  }

  names(language: Language, columns: ProductColumns): Promise<Names> {
    const listDb = this.#listDb
    return this.#keep<Names>(`names ${language}`, {
      columns,
      all: async (state) => ({ texts: await readNames(listDb, language), state }),
      again: async ({ texts }, changed, state) => ({
        texts: await readNamesAgain(listDb, language, texts, changed),
        state,
      }),
    })
  }

  /** Returns the places of all listed products in the order of an attribute's values; none has one if it is unknown. */
  async ranks(attribute: string, language: Language, columns: ProductColumns): Promise<AttributeRanks> {
    const isInColumns = columns.terms.ofFacet(attribute).size > 0
    const rank = () => ranksInColumns(this.#listDb, attribute, language, columns)
    if (isInColumns)
      return this.#keep<AttributeRanks>(`ranks of facet ${language} ${attribute}`, { columns, all: rank, again: rank })
    const { ranks } = await this.#keep<RankedValues>(`ranks ${language} ${attribute}`, {
      columns,
      all: () => readRanks(this.#listDb, attribute, language),
      again: (before, changed) => readRanksAgain(this.#listDb, attribute, language, before, changed),
    })
    return ranks
  }

  #keep<Value>(key: string, making: Making<Value>): Promise<Value> {
    const known = this.#known(key, making)
    if (known.isStale || known.names !== making.names) this.#follow(key, known, making)
    return waitFor(limits.maxWaitMs, known)
  }

  /** Returns what is kept under a key, or begins to make it; what was not used for longest goes. */
  #known<Value>(key: string, { all, columns, names }: Making<Value>): Entry & Refreshable<Value> {
    const state = stateOf(columns, names)
    const known = (this.#entries.get(key) as (Entry & Refreshable<Value>) | undefined) ?? {
      ...refreshable(runDetached(() => all(state))),
      state,
      names,
    }
    this.#entries.delete(key)
    if (this.#entries.size >= limits.maxKept) this.#entries.delete(this.#entries.keys().next().value ?? '')
    this.#entries.set(key, known)
    known.value.catch(() => this.#entries.delete(key))
    return known
  }

  #follow<Value>(key: string, known: Entry & Refreshable<Value>, { columns, names, all, again }: Making<Value>): void {
    const read = async () => {
      const state = stateOf(columns, names)
      const changed = known.state.columns === columns ? columns.changes.since(known.state.seen) : undefined
      const isFew = changed !== undefined && changed.length <= this.#maxFollowed
      const value = isFew ? await again(await known.value, changed, state) : await all(state)
      known.state = state
      known.names = names
      return value
    }
    refresh(known, () => runDetached(read), {
      replaced: (afterMs) => {
        if (afterMs > limits.maxWaitMs) this.#purge()
      },
      failed: (err) => this.#log?.error({ err, of: key }, 'an order of lists could not be read again'),
    })
  }
}

async function sortAll(columns: ProductColumns, sort: ColumnSort, by: Sortable): Promise<Order> {
  return orderOf(await sortListed(columns, sort, by), columns.size)
}

/** What a value will have seen: an order by names no more than these have. */
function stateOf(columns: ProductColumns, names: Names | undefined): State {
  const now = { columns, seen: columns.changes.newest }
  const isBehind = names && (names.state.columns !== columns || names.state.seen < now.seen)
  return isBehind ? names.state : now
}
