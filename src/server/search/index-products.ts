import { textList } from '../platform/db/bulk.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import { documentOwners } from './document-queries.ts'
import { storedSource } from './document-source.ts'
import { engineOf } from './engines/choose-engine.ts'
import { docNumber, levelOfPopularity } from './doc-number.ts'
import { noteChange } from './kept/change-queries.ts'
import { readDocuments, type Documents } from './read-documents.ts'
import { learnWords } from './vocabulary.ts'

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
  made?: Documents,
): Promise<void> {
  await engineOf(kind).lock(trx)
  if (made) return indexBatch(trx, kind, productIds, { made })
  for (let start = 0; start < productIds.length; start += batchSize) {
    await indexBatch(trx, kind, productIds.slice(start, start + batchSize), { numbers })
  }
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
  await noteChange(
    trx,
    known.map((row) => row.seq),
  )
}

/** Optimizes the index after many products were indexed; takes half a second per 100,000 products of the shop. */
export function settleIndex(trx: DatabaseTransaction, kind: DatabaseKind): Promise<void> {
  return settleInSteps((step) => step(trx), kind)
}

/** The same in steps that do not take long, each of which `run` carries out in a transaction. */
export async function settleInSteps(
  run: (step: (trx: DatabaseTransaction) => Promise<boolean>) => Promise<boolean>,
  kind: DatabaseKind,
): Promise<void> {
  let isMore = await run((trx) => engineOf(kind).settle(trx, true))
  while (isMore) isMore = await run((trx) => engineOf(kind).settle(trx, false))
}

async function indexBatch(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
  { numbers, made }: { numbers?: ReadonlyMap<string, number> | undefined; made?: Documents },
): Promise<void> {
  const engine = engineOf(kind)
  // Products whose documents are given are neither choices nor have any.
  const ids = made ? productIds : await documentOwners(trx, kind, productIds)
  const known = await knownDocuments(trx, kind, [...new Set([...ids, ...productIds])])
  if (known.length > 0)
    await engine.remove(
      trx,
      known.map((row) => row.doc),
    )
  const { documents, words } = made ?? (await readDocuments(storedSource(trx, kind), ids))
  const sequence = await sequenceNumbers(trx, new Map(known.map((row) => [row.product_id, row.seq])))
  const rows = documents.map((document) => {
    const seq = numbers?.get(document.productId) ?? sequence(document.productId)
    return { ...document, seq, doc: docNumber(levelOfPopularity(document.popularity), seq) }
  })
  await engine.write(
    trx,
    rows.sort((one, other) => one.doc - other.doc),
  )
  await learnWords(trx, kind, words)
  // In another database nobody has read the index yet.
  if (numbers === undefined)
    await noteChange(trx, [...new Set([...known.map(({ seq }) => seq), ...rows.map(({ seq }) => seq)])])
}

function knownDocuments(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  return trx
    .selectFrom('search_documents')
    .select(['doc', 'seq', 'product_id'])
    .where('product_id', 'in', textList(kind, ids))
    .execute()
}

async function sequenceNumbers(
  trx: DatabaseTransaction,
  known: ReadonlyMap<string, number>,
): Promise<(id: string) => number> {
  const last = await trx
    .selectFrom('search_documents')
    .select((row) => row.fn.max('seq').as('seq'))
    .executeTakeFirst()
  let next = Math.max(last?.seq ?? 0, ...known.values())
  return (id) => known.get(id) ?? (next += 1)
}
