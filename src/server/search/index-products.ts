import { textList } from '../platform/db/bulk.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import { documentOwners } from './document-queries.ts'
import { writtenSource, type DocumentSource, type WrittenRows } from './document-source.ts'
import { engineOf } from './engines/choose-engine.ts'
import { docNumber, levelOfPopularity } from './doc-number.ts'
import { noteChange } from './kept/change-queries.ts'
import { readDocuments } from './read-documents.ts'
import { learnWords } from './vocabulary.ts'

const batchSize = 2_000

/**
 * Rebuilds the search documents of products from the catalogue's tables: adds published products, removes others. A
 * variant's choice updates its parent. Call it in the transaction that wrote the products, with as many ids at once as
 * possible; it works in batches. `numbers` are those that documents had in another database: with them, hits that are
 * equally popular keep their order. `written`: all rows of these products, where the caller has just written them.
 */
export async function indexProducts(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  productIds: readonly string[],
  numbers?: ReadonlyMap<string, number>,
  written?: WrittenRows,
): Promise<void> {
  await engineOf(kind).lock(trx)
  const source = written && productIds.length <= batchSize ? await writtenSource(trx, kind, written) : undefined
  if (source) return indexBatch(trx, kind, productIds, { source })
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
  { numbers, source }: { numbers?: ReadonlyMap<string, number> | undefined; source?: DocumentSource },
): Promise<void> {
  const engine = engineOf(kind)
  // Products whose rows are given are neither choices nor have any.
  const ids = source ? productIds : await documentOwners(trx, kind, productIds)
  const known = await knownDocuments(trx, kind, [...new Set([...ids, ...productIds])])
  if (known.length > 0)
    await engine.remove(
      trx,
      known.map((row) => row.doc),
    )
  const { documents, words } = await readDocuments(trx, kind, ids, source)
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
