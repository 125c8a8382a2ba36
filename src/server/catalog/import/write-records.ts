import { refreshCurrencySortPrices } from '../listing/sort-price-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { finishInTurns, type LaterWork } from '../maintenance/finish-catalog.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import type { Saved, SaveOptions } from '../maintenance/save-options.ts'
import { saveProducts } from '../maintenance/save-products.ts'
import type { FeedOptions } from './feed-options.ts'
import type { FeedReport } from './feed-report.ts'
import { definitionsNow } from './journal/definitions-now.ts'
import { writeInSteps } from './journal/steps-ahead.ts'
import { withJournal } from './journal/with-journal.ts'
import type { CategoryDefinition } from './rows/categories.ts'
import { saveOffers } from './supply/save-offers.ts'
import { settleSupply } from './supply/settle-supply.ts'
import { readSupplyRules } from './supply/supply-rules.ts'
import type { Spool } from './spool-queries.ts'
import { writeCategories, writeDefinitions, type DefinitionChanges } from './write-definitions.ts'

type Writing = FeedOptions & {
  productPath: SaveOptions['productPath']
  report: FeedReport
  /** The state of the catalogue that the records were compared with. */
  mark: string
  later?: LaterWork
}

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
      })
    }
    const rules = await readSupplyRules(db, now)
    const counts = { created: 0, changed: 0 }
    const touched = { productIds: new Set<string>(), categoryIds: new Set<string>() }
    const batches = spool.records(() => journal.size)
    await writeInSteps(batches, ({ records }) => kind === 'postgres' && records.every(isIndependent), {
      write: ({ records, hashes }, beside) => {
        const ids = records.map(({ id }) => id)
        const turn = 'turn' in beside ? beside.turn : undefined
        const write = async (trx: DatabaseTransaction): Promise<Saved> => {
          const each = await saveProducts(trx, records, { ...writing, turn }, hashes)
          await saveOffers(
            trx,
            { kind, now },
            records.map(({ id, offer }) => ({ productId: id, offer })),
          )
          await settleSupply(trx, { kind, now, rules }, ids)
          await refreshCurrencySortPrices(trx, ids, now.toISOString())
          return each
        }
        return journal.products(ids, write, 'turn' in beside ? { after: beside.turn.after } : beside)
      },
      ended: (saved) => {
        counts.created += saved.created
        counts.changed += saved.changed
        if (touched.productIds.size < manyProducts)
          for (const id of saved.touched.productIds) touched.productIds.add(id)
        for (const id of saved.touched.categoryIds) touched.categoryIds.add(id)
        onProgress({ phase: 'writing', done: counts.created + counts.changed, of, rows: report.rows })
      },
    })
    const isOtherwiseFaceted = definitions?.changes.attributes.some((attribute) => !attribute.isNew) ?? false
    const some = { productIds: [...touched.productIds], categoryIds: [...touched.categoryIds] }
    const finishing = { kind, now, isSorted: true }
    await finishInTurns((work) => journal.followUp(work), finishing, isOtherwiseFaceted ? undefined : some, later)
    return counts
  })
}

/** Tells whether nothing of a new product follows from another product, nor of another one from it. */
function isIndependent({ parent_id: parent, set_items: pieces, relations }: ProductRecord): boolean {
  return parent === null && pieces.length === 0 && relations.length === 0
}
