import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { refreshCurrencySortPrices } from '../listing/sort-price-queries.ts'
import { finishInTurns, type LaterWork } from '../maintenance/finish-catalog.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import type { ChangedIds, Saved, SaveOptions } from '../maintenance/save-options.ts'
import { saveProducts } from '../maintenance/save-products.ts'
import { writeShelves } from '../maintenance/shelf-queries.ts'
import { reindexRelabelled } from '../reindex/reindex.ts'
import type { FeedOptions } from './feed-options.ts'
import type { FeedReport } from './feed-report.ts'
import { definitionsNow } from './journal/definitions-now.ts'
import type { Journal } from './journal/journal.ts'
import { writeInSteps, type StepBeside } from './journal/steps-ahead.ts'
import { withJournal } from './journal/with-journal.ts'
import type { CategoryDefinition } from './rows/categories.ts'
import type { Spool, SpooledBatch } from './spool-queries.ts'
import { applySupply } from './supply/apply-supply.ts'
import { saveOffers } from './supply/save-offers.ts'
import { readSupplyRules, type SupplyRules } from './supply/supply-rules.ts'
import { writeCategories, writeDefinitions, type DefinitionChanges } from './write-definitions.ts'

type Writing = FeedOptions & {
  productPath: SaveOptions['productPath']
  report: FeedReport
  /** The state of the catalogue that the records were compared with. */
  mark: string
  later?: LaterWork
}

type Batch = SpooledBatch<ProductRecord>

/** What products refer to and the shop does not have yet, or has otherwise. */
type NewDefinitions = { changes: DefinitionChanges; created: readonly CategoryDefinition[] }

/** Above this number, products need not be known by their ids: the pages of all products are purged. */
const manyProducts = 10_000

/** Writes the records of a spool, and before them what they refer to, in short transactions that can be undone. */
export function writeRecords(
  spool: Spool,
  writing: Writing,
  definitions?: NewDefinitions,
): Promise<{ created: number; changed: number }> {
  const { db, kind, now, onProgress, report, mark, later } = writing
  const of = spool.size
  return withJournal(writing, { title: report.file, mark }, async (journal) => {
    if (definitions) {
      const { changes, created } = definitions
      await journal.definitions(await definitionsNow(db, kind, changes, created), async (trx) => {
        await writeCategories(trx, kind, created)
        await writeDefinitions(trx, kind, changes)
        await reindexRelabelled(trx, now, changesOfStored(changes))
      })
    }
    const tally = new Tally((done) => onProgress({ phase: 'writing', done, of, rows: report.rows }))
    const isAhead = ({ records }: Batch) => kind === 'postgres' && records.every(isIndependent)
    const write = stepWriter(journal, writing, await readSupplyRules(db, now))
    const steps = { write, ended: (saved: Saved) => tally.add(saved) }
    await writeInSteps(
      spool.records(() => journal.size),
      isAhead,
      steps,
    )
    const isOtherwiseFaceted = definitions?.changes.attributes.some((attribute) => !attribute.isNew) ?? false
    const finishing = { kind, now, isSorted: true }
    await finishInTurns(
      (work) => journal.followUp(work),
      finishing,
      isOtherwiseFaceted ? undefined : tally.touched,
      later,
    )
    return tally.counts
  })
}

/** The attributes that products may have by now: those with the new ones are written after this. */
function changesOfStored({ attributes, labels }: DefinitionChanges) {
  const added = new Set(attributes.filter(({ isNew }) => isNew).map(({ id }) => id))
  return {
    renamed: attributes.filter(({ isNew }) => !isNew).map(({ id }) => id),
    labels: labels.filter((row) => !added.has(row.attribute_id)),
  }
}

/** Adds up what steps have saved. */
class Tally {
  readonly counts = { created: 0, changed: 0 }
  readonly #products = new Set<string>()
  readonly #categories = new Set<string>()
  readonly #onProgress: (done: number) => void

  constructor(onProgress: (done: number) => void) {
    this.#onProgress = onProgress
  }

  add({ created, changed, touched }: Saved): void {
    this.counts.created += created
    this.counts.changed += changed
    if (this.#products.size < manyProducts) for (const id of touched.productIds) this.#products.add(id)
    for (const id of touched.categoryIds) this.#categories.add(id)
    this.#onProgress(this.counts.created + this.counts.changed)
  }

  get touched(): ChangedIds {
    return { productIds: [...this.#products], categoryIds: [...this.#categories] }
  }
}

/** Makes the function that writes a batch in a step of its own. */
function stepWriter(journal: Journal, writing: Writing, rules: SupplyRules) {
  const { kind, now } = writing
  return ({ records, hashes }: Batch, beside: StepBeside): Promise<Saved> => {
    const ids = records.map(({ id }) => id)
    const turn = 'turn' in beside ? beside.turn : undefined
    const write = async (trx: DatabaseTransaction): Promise<Saved> => {
      const each = await saveProducts(trx, records, { ...writing, turn }, hashes)
      await writeShelves(trx, records)
      const offers = records.map(({ id, offer }) => ({ productId: id, offer }))
      await saveOffers(trx, { kind, now }, offers)
      await applySupply(trx, { kind, now, rules }, ids)
      await refreshCurrencySortPrices(trx, ids, now.toISOString())
      return each
    }
    const shelved = records.flatMap(({ id, shelf }) => (shelf === undefined ? [] : [id]))
    const order = 'turn' in beside ? { after: beside.turn.after } : beside
    return journal.products(ids, write, { ...order, shelved })
  }
}

/** Tells whether nothing of a new product follows from another product, nor of another one from it. */
function isIndependent({ parent_id: parent, set_items: pieces, relations }: ProductRecord): boolean {
  return parent === null && pieces.length === 0 && relations.length === 0
}
