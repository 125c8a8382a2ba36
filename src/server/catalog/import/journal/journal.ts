import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { GrowingStatistics } from '../../../platform/db/growing-statistics.ts'
import { lockImports } from '../../../platform/db/locks/lock-imports.ts'
import { ShortTransactions } from '../../../platform/db/short-transactions.ts'
import type { Database, DatabaseTransaction } from '../../../platform/db/tables.ts'
import { shelfNames } from '../../maintenance/shelf-queries.ts'
import { storedRecords } from '../../maintenance/stored-records.ts'
import { knownProducts } from '../../maintenance/write-queries.ts'
import type { ImportRun } from '../feed-options.ts'
import { offersOf, stockOf, type StoredStock } from '../supply/offer-queries.ts'
import { byProduct, readBefore, type BeforeChanges } from '../updates/write-changes.ts'
import { thisProcess } from './import-owner.ts'
import {
  renewHeartbeat,
  endImport,
  importMark,
  insertImport,
  insertStep,
  lastNumber,
  lockStock,
  openImports,
} from './journal-queries.ts'
import { refusingWaitingRows } from './product-state-queries.ts'
import { emptyStep, stepJson, type ImportStep, type Repriced } from './step-json.ts'
import type { StepTurn } from './steps-ahead.ts'

/**
 * What an import is called, which command it belongs to, the moment that its products get as `updated_at`, and the
 * `importMark` at which it read the catalogue.
 */
export type ImportTitle = { title: string; run: ImportRun; now: Date; mark: string }

/**
 * Writes prices and stock of products in a step; waits for `begin` before it writes. It may tell the stock that it
 * leaves, where no supplier has to do with the products, as soon as that is written.
 */
export type WritePrices<Result> = (
  trx: DatabaseTransaction,
  before: BeforeChanges,
  how: { begin: () => Promise<void>; onStockLeft: (stockByProduct: ReadonlyMap<string, StoredStock>) => void },
) => Promise<Result>
/** `pricedAt`: some of the products get new prices at that moment. `shelved` get a shelf. */
type PriceStep = { turn: StepTurn | undefined; pricedAt: Date | undefined; shelved: readonly string[] }

/**
 * Writes an import in short transactions, each with a note of what it replaced: orders are placed in between, and the
 * import can be undone as a whole, also after its process was killed.
 */
export class Journal {
  readonly #transactions: ShortTransactions
  readonly #statistics: GrowingStatistics
  readonly #db: Database
  readonly #kind: DatabaseKind
  readonly #number: number
  #step = 0

  private constructor(db: Database, kind: DatabaseKind, number: number) {
    this.#db = db
    this.#kind = kind
    this.#number = number
    this.#transactions = new ShortTransactions(db, kind, { isDurableLater: true })
    this.#statistics = new GrowingStatistics(db, kind)
  }

  /** Begins an import; undefined while another one is open, or when one has come since the catalogue was read. */
  static async begin(db: Database, kind: DatabaseKind, title: ImportTitle): Promise<Journal | undefined> {
    const number = await db.transaction().execute((trx) => beginImport(trx, title))
    return number === undefined ? undefined : new Journal(db, kind, number)
  }

  get number(): number {
    return this.#number
  }

  /** How many products the next step should write. */
  get size(): number {
    return this.#transactions.size
  }

  /**
   * Writes products that are new or different, and notes what they were; does `meanwhile` while the disk writes. With
   * `after`, another such step, `write` waits itself for the end of that one before it writes. `shelved` get a shelf.
   */
  async products<Result>(
    ids: readonly string[],
    write: (trx: DatabaseTransaction) => Promise<Result>,
    beside: { meanwhile?: () => void; after?: Promise<unknown> | undefined; shelved?: readonly string[] } = {},
  ): Promise<Result> {
    let created = 0
    const step = async (trx: DatabaseTransaction): Promise<Result> => {
      await lockStock(trx, this.#kind, ids)
      const found = await knownProducts(trx, this.#kind, ids)
      const knownIds = found.map(({ id }) => id)
      // What is replaced may follow from products of the other step.
      if (knownIds.length > 0) await beside.after
      const before = await storedRecords(trx, this.#kind, knownIds)
      created = ids.length - found.length
      const offers = await offersBefore(trx, this.#kind, knownIds)
      const shelves = await shelvesBefore(trx, beside.shelved ?? [])
      const result = await refusingWaitingRows(trx, this.#kind, knownIds, () => write(trx))
      const known = new Set(before.map(({ record }) => record.id))
      const after = await unitsOf(trx, this.#kind, [...known])
      await this.#note(trx, {
        created: ids.filter((id) => !known.has(id)),
        replaced: before.map(({ record, contentHash, updatedAt }) => ({
          record,
          contentHash,
          updatedAt,
          onHand: after.get(record.id)?.on_hand ?? null,
        })),
        shelves,
        ...(await offers.andAfter()),
      })
      return result
    }
    const result = await this.#transactions.run(ids.length, step, beside.meanwhile, beside.after)
    await this.#statistics.grow(created)
    return result
  }

  /**
   * Writes prices and stock of products, and notes what they were. With a `turn`, what they were is read while another
   * such step writes, and the note is sent with what `write` sends last.
   */
  prices<Result>(ids: readonly string[], write: WritePrices<Result>, step?: PriceStep): Promise<Result> {
    const kind = this.#kind
    const turn = step?.turn
    const work = async (trx: DatabaseTransaction): Promise<Result> => {
      const before = await readBefore(trx, kind, ids, step?.pricedAt)
      const shelves = await shelvesBefore(trx, step?.shelved ?? [])
      const begin = async (): Promise<void> => {
        await turn?.begin()
        turn?.sent()
      }
      let noted: Promise<void> | undefined
      const note = (left: ReadonlyMap<string, StoredStock>, offersAfter: ImportStep['offersAfter']): Promise<void> =>
        this.#note(trx, { repriced: repricedOf(before, left), shelves, offers: [...before.offers], offersAfter })
      const onStockLeft = (stockByProduct: ReadonlyMap<string, StoredStock>): void => {
        noted = note(stockByProduct, [])
        // Its error is that of the step, which waits for it.
        noted.catch(() => undefined)
      }
      const result = await write(trx, before, { begin, onStockLeft })
      await (noted ?? note(byProduct(await stockOf(trx, kind, ids)), await stockOfOffers(trx, kind, ids)))
      return result
    }
    return this.#transactions.run(ids.length, work, undefined, turn?.after)
  }

  /** Writes what products refer to, such as categories. */
  definitions(replaced: Partial<ImportStep>, write: (trx: DatabaseTransaction) => Promise<void>): Promise<void> {
    return this.#transactions.run(0, async (trx) => {
      await write(trx)
      await this.#note(trx, replaced)
    })
  }

  /** Writes what follows from the products, and from which nothing has to be restored. */
  followUp(write: (trx: DatabaseTransaction) => Promise<void>): Promise<void> {
    return this.#transactions.run(0, async (trx) => {
      await write(trx)
      await renewHeartbeat(trx, this.#number, thisProcess())
    })
  }

  async end(counts: { created: number; changed: number }): Promise<void> {
    await this.#db
      .transaction()
      .execute((trx) => endImport(trx, this.#number, thisProcess(), { ...counts, state: 'done' }))
  }

  async #note(trx: DatabaseTransaction, replaced: Partial<ImportStep>): Promise<void> {
    this.#step += 1
    const before = stepJson.write({ ...emptyStep, ...replaced })
    await Promise.all([
      insertStep(trx, { import: this.#number, step: this.#step, before }),
      renewHeartbeat(trx, this.#number, thisProcess()),
    ])
  }
}

/** The shop's own units. */
async function unitsOf(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await stockOf(trx, kind, ids)
  return new Map(rows.map((row) => [row.product_id, ownStock(row)]))
}

const ownStock = ({ on_hand, units, incoming_at }: StoredStock) => ({ on_hand: on_hand - units, incoming_at })

/** What products were before a step; where `left` does not have the stock of one, the step left it as it was. */
function repricedOf(
  { products, prices, stockByProduct }: BeforeChanges,
  left: ReadonlyMap<string, StoredStock>,
): Repriced[] {
  return products.map(({ id, content_hash: contentHash, updated_at: updatedAt }) => {
    const [before, after] = [stockByProduct.get(id), left.get(id) ?? stockByProduct.get(id)]
    return {
      id,
      contentHash,
      updatedAt,
      prices: (prices.get(id) ?? []).map(({ currency, min_quantity, amount }) => ({ currency, min_quantity, amount })),
      stock: before ? ownStock(before) : null,
      onHand: after ? ownStock(after).on_hand : null,
    }
  })
}

async function shelvesBefore(trx: DatabaseTransaction, ids: readonly string[]): Promise<ImportStep['shelves']> {
  const names = await shelfNames(trx, ids)
  return ids.map((id) => ({ id, shelf: names.get(id) ?? '' }))
}

/** What suppliers offer of products before a step, and how many units they have after it. */
async function offersBefore(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  const offers = ids.length === 0 ? [] : await offersOf(trx, kind, ids)
  return { andAfter: async () => ({ offers, offersAfter: await stockOfOffers(trx, kind, ids) }) }
}

async function stockOfOffers(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  const offers = ids.length === 0 ? [] : await offersOf(trx, kind, ids)
  return offers.map(({ product_id, supplier, stock }) => ({ product_id, supplier, stock }))
}

async function beginImport(
  trx: DatabaseTransaction,
  { title, run, now, mark }: ImportTitle,
): Promise<number | undefined> {
  await lockImports(trx)
  if ((await openImports(trx)).length > 0 || (await importMark(trx)) !== mark) return undefined
  const number = (await lastNumber(trx)) + 1
  const at = new Date().toISOString()
  const isFirst = await insertImport(trx, {
    number,
    run: run.number ?? number,
    title,
    state: 'writing',
    owner: thisProcess(),
    changed_at: now.toISOString(),
    started_at: at,
    beat_at: at,
    ended_at: null,
    created: 0,
    changed: 0,
    kept: 0,
  })
  if (!isFirst) return undefined
  if (run.number === undefined) await run.began?.(trx, number)
  run.number ??= number
  return number
}
