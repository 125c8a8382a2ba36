import { setImmediate } from 'node:timers/promises'
import { insertRows } from '../../platform/db/bulk.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { writtenSource, type WrittenRows } from '../../search/document-source.ts'
import { indexProducts, openIndex, type MadeDocuments } from '../../search/index-products.ts'
import { readDocuments } from '../../search/read-documents.ts'
import { contentHash, withoutStock } from './content-hash.ts'
import type { ProductRecord } from './product-record.ts'
import { clearCampaigns, saveCampaigns } from './save-campaigns.ts'
import { listingRows, readLineage, unlistedRows } from './save-listings.ts'
import type { Saved, SaveOptions, Slugs } from './save-options.ts'
import { updatePriceHistory, sortPrices } from './save-prices.ts'
import {
  attributeRows,
  deviceRows,
  documentRows,
  intervalRows,
  partNumberRows,
  pictureRows,
  priceRows,
  productRow,
  relationRows,
  setRows,
  stockRows,
  textRows,
} from './save-rows.ts'
import { assignSlugs } from './save-slugs.ts'
import {
  deleteDocuments,
  deleteProductParts,
  knownProducts,
  listedIn,
  setContentHashes,
  unmarkUnused,
  upsertProducts,
  upsertStock,
  type KnownProduct,
} from './write-queries.ts'

type Hashes = ReadonlyMap<string, string>
type Sorted = { created: ProductRecord[]; changed: ProductRecord[]; restocked: ProductRecord[]; unchanged: number }

/**
 * Writes a batch of products (500 to 2,000 are best) with their related rows, and skips those that are unchanged.
 * Categories, brands, attributes, devices and pictures must exist. Ids and SKUs are unique in the batch; `hashes` are
 * their content hashes, where the caller knows them. Call `finishCatalog` in the same transaction after all batches.
 */
export async function saveProducts(
  trx: DatabaseTransaction,
  records: readonly ProductRecord[],
  options: SaveOptions,
  hashes = contentHashes(records),
): Promise<Saved> {
  const known = new Map(
    (
      await knownProducts(
        trx,
        options.kind,
        records.map((record) => record.id),
      )
    ).map((row) => [row.id, row]),
  )
  const { created, changed, restocked, unchanged } = sortRecords(records, known, hashes)
  const changedIds = changed.map((record) => record.id)
  const written = [...created, ...changed]
  const writtenIds = written.map((record) => record.id)
  const before = await listedIn(trx, options.kind, [...changedIds, ...restocked.map((record) => record.id)])
  const after =
    written.length > 0 ? await writeRecords(trx, options, { written, changedIds, known, hashes }) : undefined
  if (after) await indexWritten(trx, options, writtenIds, after)
  if (restocked.length > 0) await writeStock(trx, options, restocked, hashes)
  return {
    created: created.length,
    changed: changed.length + restocked.length,
    unchanged,
    touched: {
      productIds: [...written, ...restocked].flatMap(pagesShowing),
      categoryIds: [...new Set([...before, ...(after?.listings ?? []).map((row) => row.category_id)])],
    },
  }
}

function contentHashes(records: readonly ProductRecord[]): Hashes {
  return new Map(records.map((record) => [record.id, contentHash(record)]))
}

function sortRecords(
  records: readonly ProductRecord[],
  known: ReadonlyMap<string, KnownProduct>,
  hashes: Hashes,
): Sorted {
  const sorted: Sorted = { created: [], changed: [], restocked: [], unchanged: 0 }
  const seen = new Set<string>()
  for (const record of records) {
    if (seen.has(record.id)) throw new Error(`The product ${record.id} is twice in one batch.`)
    seen.add(record.id)
    const stored = known.get(record.id)
    const hash = hashes.get(record.id) ?? ''
    if (!stored) sorted.created.push(record)
    else if (stored.content_hash === hash && record.shelf === undefined) sorted.unchanged += 1
    else if (withoutStock(stored.content_hash ?? '') === withoutStock(hash)) sorted.restocked.push(record)
    else sorted.changed.push(record)
  }
  return sorted
}

/** Writes search documents, and waits for all that was sent before. */
async function indexWritten(
  trx: DatabaseTransaction,
  { kind, turn }: SaveOptions,
  ids: readonly string[],
  { documents, inserted }: Written,
): Promise<void> {
  const indexed = indexProducts(trx, kind, ids, undefined, documents)
  const all = Promise.all([inserted(), indexed])
  all.catch(() => undefined)
  if (turn) {
    await setImmediate()
    turn.sent()
  }
  await all
}

type Batch = {
  written: readonly ProductRecord[]
  changedIds: readonly string[]
  known: ReadonlyMap<string, KnownProduct>
  hashes: Hashes
}

type Written = {
  listings: readonly NewRow<'category_products'>[]
  documents: MadeDocuments | undefined
  /** Waits for the answers to what was sent. */
  inserted: () => Promise<unknown>
}

/** @returns the rows that list the products now, and their search documents, where the records have all of them. */
async function writeRecords(trx: DatabaseTransaction, options: SaveOptions, batch: Batch): Promise<Written> {
  const { kind, turn } = options
  const { written, changedIds } = batch
  const campaigns = await clearCampaigns(trx, options, changedIds)
  const { rows, slugs, unlisted } = await makeRows(trx, options, batch)
  const source = await writtenSource(trx, kind, rows)
  const ids = rows.products.map((row) => row.id)
  const areNew = changedIds.length === 0
  // Another transaction writes meanwhile; without one, PostgreSQL works at this one while its documents are made.
  const made = turn && source && (await readDocuments(source, ids))
  await turn?.begin(slugs)
  const opened = made && areNew ? openIndex(trx, kind, ids) : undefined
  // The error is thrown where the promise is awaited; until then it must not count as unhandled.
  opened?.catch(() => undefined)
  if (!areNew) await clearParts(trx, options, batch)
  const inserted = await insertAll(trx, { kind, areNew }, rows, () => [
    ...insertProductParts(trx, kind, written),
    insertRows(trx, kind, 'unlisted_categories', unlisted),
    ...(areNew ? [updatePriceHistory(trx, options, written, [])] : []),
  ])
  const documents = made ?? (source && (await readDocuments(source, ids)))
  if (!opened) await inserted()
  await saveCampaigns(trx, options, written, campaigns)
  return { listings: rows.listings, documents: documents && { ...documents, opened: await opened }, inserted }
}

type Made = { rows: Rows; slugs: Slugs; unlisted: NewRow<'unlisted_categories'>[] }

/** Makes the rows of products and of what lists them, from what the database has. */
async function makeRows(
  trx: DatabaseTransaction,
  options: SaveOptions,
  { written, changedIds, known, hashes }: Batch,
): Promise<Made> {
  const slugs = await assignSlugs(trx, options, written, changedIds)
  const prices = await sortPrices(trx, options, written, changedIds)
  const lineage = await readLineage(trx)
  const computed = (record: ProductRecord): Parameters<typeof productRow>[1] => ({
    sort_price: prices.get(record.id) ?? null,
    content_hash: hashes.get(record.id) ?? null,
    published_at: known.get(record.id)?.published_at ?? record.published_at,
    at: options.now.toISOString(),
  })
  const listings = written.flatMap((record) => listingRows(record, lineage))
  listings.sort((one, other) => (one.category_id < other.category_id ? -1 : 1))
  const rows = {
    products: written.map((record) => productRow(record, computed(record))),
    texts: written.flatMap((record) => textRows(record, slugs)),
    numbers: written.flatMap(partNumberRows),
    listings,
    attributes: written.flatMap(attributeRows),
    devices: written.flatMap(deviceRows),
  }
  return { rows, slugs, unlisted: written.flatMap((record) => unlistedRows(record, lineage)) }
}

/** Removes what is written anew of changed products. */
async function clearParts(
  trx: DatabaseTransaction,
  options: SaveOptions,
  { written, changedIds }: Batch,
): Promise<void> {
  const { kind } = options
  await updatePriceHistory(trx, options, written, changedIds)
  await deleteProductParts(trx, kind, changedIds)
  const documented = written.filter(({ documents }) => documents !== undefined).map(({ id }) => id)
  if (documented.length > 0) await deleteDocuments(trx, kind, documented)
}

/** The rows whose texts search documents contain. */
type Rows = WrittenRows & {
  products: readonly NewRow<'products'>[]
  texts: readonly NewRow<'product_texts'>[]
  numbers: readonly NewRow<'part_numbers'>[]
  listings: readonly NewRow<'category_products'>[]
  attributes: readonly NewRow<'product_attributes'>[]
  devices: readonly NewRow<'product_devices'>[]
}

/**
 * Writes the rows of products, and `others` of theirs. None of the statements waits for another one: PostgreSQL works
 * at one while the next ones are made. What it returns waits for their answers.
 */
async function insertAll(
  trx: DatabaseTransaction,
  { kind, areNew }: { kind: SaveOptions['kind']; areNew: boolean },
  rows: Rows,
  others: () => Promise<unknown>[],
): Promise<() => Promise<unknown>> {
  const upserted = await pipelined(kind, upsertProducts(trx, kind, rows.products, { areNew }))
  const parts = Promise.all([
    insertRows(trx, kind, 'product_texts', rows.texts),
    insertRows(trx, kind, 'product_attributes', rows.attributes),
    insertRows(trx, kind, 'part_numbers', rows.numbers),
    insertRows(trx, kind, 'product_devices', rows.devices),
    ...others(),
    insertRows(trx, kind, 'category_products', rows.listings),
  ])
  const inserted = await pipelined(kind, parts)
  return async () => {
    await upserted()
    await inserted()
  }
}

/**
 * Sends statements to PostgreSQL, which works at them while this process goes on; what it returns waits for them.
 * SQLite has carried them out.
 */
async function pipelined(kind: SaveOptions['kind'], asked: Promise<unknown>): Promise<() => Promise<unknown>> {
  // The error is thrown where the answers are awaited; until then it must not count as unhandled.
  asked.catch(() => undefined)
  await (kind === 'sqlite' ? asked : setImmediate())
  return () => asked
}

/** Inserts a product's rows that are in no search document; the upsert of the stock keeps what is reserved. */
function insertProductParts(
  trx: DatabaseTransaction,
  kind: SaveOptions['kind'],
  written: readonly ProductRecord[],
): Promise<unknown>[] {
  const [pictures, documents] = [written.flatMap(pictureRows), written.flatMap(documentRows)]
  return [
    insertRows(trx, kind, 'product_pictures', pictures),
    insertRows(trx, kind, 'product_documents', documents),
    unmarkUnused(trx, kind, 'picture', [...new Set(pictures.map((row) => row.picture_id))]),
    unmarkUnused(trx, kind, 'document', [...new Set(documents.map((row) => row.document_id))]),
    insertRows(trx, kind, 'prices', written.flatMap(priceRows)),
    insertRows(trx, kind, 'set_items', written.flatMap(setRows)),
    insertRows(trx, kind, 'product_relations', written.flatMap(relationRows)),
    insertRows(trx, kind, 'subscription_intervals', written.flatMap(intervalRows)),
    upsertStock(trx, kind, written.flatMap(stockRows)),
  ]
}

async function writeStock(
  trx: DatabaseTransaction,
  { kind, now }: SaveOptions,
  records: readonly ProductRecord[],
  hashes: Hashes,
): Promise<void> {
  await upsertStock(trx, kind, records.flatMap(stockRows))
  const rows = records.map(({ id }) => ({ id, content_hash: hashes.get(id) ?? '' }))
  await setContentHashes(trx, kind, rows, now.toISOString())
}

/** Returns the products whose pages show this one: itself and, for a variant's choice, its parent. */
function pagesShowing({ id, parent_id }: ProductRecord): string[] {
  return parent_id === null ? [id] : [id, parent_id]
}
