import { textList } from '../platform/db/bulk.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import { docNumber, levelOfPopularity } from './doc-number.ts'
import { documentOwners } from './document-queries.ts'
import { storedSource } from './document-source.ts'
import { engineOf } from './engines/choose-engine.ts'
import { highestNumber, recordSearchChange } from './posting-lists/change-queries.ts'
import { readDocuments, type Documents } from './read-documents.ts'
import { addToVocabulary } from './terms/vocabulary.ts'

const batchSize = 2_000

/**
 * Rebuilds the search documents of products from the catalogue's tables: adds published products, removes others. A
 * variant's choice updates its parent. Call it in the transaction that wrote the products, with as many ids at once as
 * possible; it works in batches. `numbers` are those that documents had in another database: with them, hits that are
 * equally popular keep their order. `made`: the documents of these products, where the caller has made them.
 */
export async function indexProducts(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
  numbers?: ReadonlyMap<string, number>,
  made?: MadeDocuments,
): Promise<void> {
  if (made) {
    const opened = made.opened ?? (await openIndex(trx, kind, productIds))
    return indexBatch(trx, kind, productIds, { made, opened })
  }
  await engineOf(kind).lock(trx)
  for (let start = 0; start < productIds.length; start += batchSize) {
    await indexBatch(trx, kind, productIds.slice(start, start + batchSize), { numbers })
  }
}

/** What the index has of products, and its highest `seq`. */
export type OpenIndex = { known: Known; last: number }
/** `opened`: what `openIndex` has returned, where the caller has called it. */
export type MadeDocuments = Documents & { opened?: OpenIndex | undefined }

/** Keeps others from writing the index until the transaction ends, and reads what writing it has to know. */
export async function openIndex(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
): Promise<OpenIndex> {
  const [, known, last] = await Promise.all([
    engineOf(kind).lock(trx),
    knownDocuments(trx, kind, productIds),
    highestNumber(trx),
  ])
  return { known, last }
}

/** Removes products from the index, whether they still exist or not. */
export async function removeProducts(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
): Promise<void> {
  await engineOf(kind).lock(trx)
  const known = await knownDocuments(trx, kind, productIds)
  await engineOf(kind).remove(
    trx,
    known.map((row) => row.doc),
  )
  await recordSearchChange(
    trx,
    known.map((row) => row.seq),
  )
}

/** Optimizes the index after many products were indexed; takes half a second per 100,000 products of the shop. */
export function optimizeIndex(trx: DatabaseTransaction, kind: DatabaseKind): Promise<void> {
  return optimizeInSteps((step) => step(trx), kind)
}

/** Like `optimizeIndex`, in steps that do not take long, each of which `run` carries out in a transaction. */
export async function optimizeInSteps(
  run: (step: (trx: DatabaseTransaction) => Promise<boolean>) => Promise<boolean>,
  kind: DatabaseKind,
): Promise<void> {
  let isMore = await run((trx) => engineOf(kind).optimize(trx, { isFirst: true }))
  while (isMore) isMore = await run((trx) => engineOf(kind).optimize(trx, { isFirst: false }))
}

async function indexBatch(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
  {
    numbers,
    made,
    opened,
  }: { numbers?: ReadonlyMap<string, number> | undefined; made?: Documents; opened?: OpenIndex },
): Promise<void> {
  const engine = engineOf(kind)
  // Products whose documents are given are neither choices nor have any.
  const ids = made ? productIds : await documentOwners(trx, kind, productIds)
  const known = opened?.known ?? (await knownDocuments(trx, kind, [...new Set([...ids, ...productIds])]))
  if (known.length > 0)
    await engine.remove(
      trx,
      known.map((row) => row.doc),
    )
  const { documents, words } = made ?? (await readDocuments(storedSource(trx, kind), ids))
  const last = opened?.last ?? (await highestNumber(trx))
  const sequence = sequenceNumbers(last, new Map(known.map((row) => [row.product_id, row.seq])))
  const rows = documents.map((document) => {
    const seq = numbers?.get(document.productId) ?? sequence(document.productId)
    return { ...document, seq, doc: docNumber(levelOfPopularity(document.popularity), seq) }
  })
  await engine.write(
    trx,
    rows.sort((one, other) => one.doc - other.doc),
  )
  await addToVocabulary(trx, kind, words)
  // In another database nobody has read the index yet.
  if (numbers === undefined)
    await recordSearchChange(trx, [...new Set([...known.map(({ seq }) => seq), ...rows.map(({ seq }) => seq)])])
}

type Known = Awaited<ReturnType<typeof knownDocuments>>

function knownDocuments(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  return trx
    .selectFrom('search_documents')
    .select(['doc', 'seq', 'product_id'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

/** Keeps the numbers that are known, and counts on after the highest one for others. */
function sequenceNumbers(last: number, known: ReadonlyMap<string, number>): (id: string) => number {
  let next = Math.max(last, ...known.values())
  return (id) => known.get(id) ?? (next += 1)
}
