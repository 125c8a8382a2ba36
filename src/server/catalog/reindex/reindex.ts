import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../../platform/shop.ts'
import { indexProducts } from '../../search/index-products.ts'
import { productsToRead, type ReindexTask } from './reindex-queries.ts'

/** How many products one transaction reads: more would keep the shop's other writers waiting for too long. */
const atOnce = 500
/** One effect reads for so long, and leaves the rest to another, so that mails are not delayed. */
const maxMs = 2_000
/** With more values than this, all products of an attribute are read: a statement takes so many values only. */
const maxValues = 1_000

/** What has another name now. `values`: of an attribute those that have other words, null for all of them. */
export type Renamed = Pick<ReindexTask, 'of' | 'id' | 'values'>

/**
 * Makes search documents of products anew in the transaction that renamed what they are found by: of the first 500 at
 * once, of the others by effects, some seconds later.
 */
export async function reindex(trx: DatabaseTransaction, now: Date, renamed: Renamed): Promise<void> {
  const rest = await reindexSome(trx, newReindexTask(renamed))
  if (rest) await reindexLater(trx, now, rest)
}

/**
 * The same by effects alone, for attributes that an import or its undo has changed: all products of those with another
 * name or unit, and of others those whose values have other words.
 */
export async function reindexRelabelled(
  trx: DatabaseTransaction,
  now: Date,
  { renamed, labels }: { renamed: readonly string[]; labels: readonly { attribute_id: string; value: string }[] },
): Promise<void> {
  const whole = new Set(renamed)
  const valuesOf = Map.groupBy(labels, (row) => row.attribute_id)
  for (const id of new Set([...whole, ...valuesOf.keys()])) {
    const values = whole.has(id) ? null : [...new Set(valuesOf.get(id)?.map(({ value }) => value))]
    await reindexLater(trx, now, newReindexTask({ of: 'attribute', id, values }))
  }
}

function newReindexTask({ values, ...renamed }: Renamed): ReindexTask {
  const few = values !== null && values.length <= maxValues ? values : null
  return { ...renamed, values: few, after: { value: '', product: '' } }
}

/** Outbox `search.read_again`: reads products for some seconds, and leaves the others to one more effect. */
export async function continueReindex(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  read: ReindexTask,
  effectId: string,
): Promise<void> {
  const end = performance.now() + maxMs
  for (let next: ReindexTask | undefined = read; next;) {
    const some: ReindexTask = next
    next = await db.transaction().execute(async (trx) => {
      const rest = await reindexSome(trx, some)
      if (!rest || performance.now() < end) return rest
      await reindexLater(trx, now(), rest, effectId)
      return undefined
    })
  }
}

/** @returns what is left, if anything is. */
async function reindexSome(trx: DatabaseTransaction, read: ReindexTask): Promise<ReindexTask | undefined> {
  const found = await productsToRead(trx, read, atOnce)
  await indexProducts(trx, kindOf(trx), [...new Set(found.map(({ product }) => product))])
  const last = found.at(-1)
  return last && found.length === atOnce ? { ...read, after: last } : undefined
}

/** An effect leaves at most one other, also where it is carried out twice. */
function reindexLater(
  trx: DatabaseTransaction,
  now: Date,
  read: ReindexTask,
  by = newId(now.getTime()),
): Promise<void> {
  return addToOutbox(trx, { kind: 'search.read_again', dedupeKey: `search.read_again:${by}`, payload: read }, now)
}
