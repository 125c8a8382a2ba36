import { insertRows } from '../../platform/db/bulk.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { WrittenRows } from '../../search/document-source.ts'
import { indexProducts } from '../../search/index-products.ts'
import { contentHash, withoutStock } from './content-hash.ts'
import type { ProductRecord } from './product-record.ts'
import { clearCampaigns, saveCampaigns } from './save-campaigns.ts'
import type { Saved, SaveOptions } from './save-options.ts'
import { listingRows, readLineage, unlistedRows } from './save-listings.ts'
import { keepPriceHistory, sortPrices } from './save-prices.ts'
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
import { settleSlugs } from './save-slugs.ts'
import {
  deleteDocuments,
  deleteProductParts,
  knownProducts,
  listedIn,
  setContentHashes,
  upsertProducts,
  upsertStock,
  type KnownProduct,
  keepFiles,
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
  if (after) await indexProducts(trx, options.kind, writtenIds, undefined, after)
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
    else if (stored.content_hash === hash) sorted.unchanged += 1
    else if (withoutStock(stored.content_hash ?? '') === withoutStock(hash)) sorted.restocked.push(record)
    else sorted.changed.push(record)
  }
  return sorted
}

type Batch = {
  written: readonly ProductRecord[]
  changedIds: readonly string[]
  known: ReadonlyMap<string, KnownProduct>
  hashes: Hashes
}

/** @returns what search documents tell of the products, and the categories that list them now. */
async function writeRecords(
  trx: DatabaseTransaction,
  options: SaveOptions,
  { written, changedIds, known, hashes }: Batch,
): Promise<WrittenRows> {
  const { kind } = options
  const at = options.now.toISOString()
  const publishedAt = (record: ProductRecord): string => known.get(record.id)?.published_at ?? record.published_at
  await clearCampaigns(trx, options, changedIds)
  const slugs = await settleSlugs(trx, options, written, changedIds)
  const prices = await sortPrices(trx, options, written, changedIds)
  const lineage = await readLineage(trx)
  await keepPriceHistory(trx, options, written, changedIds)
  if (changedIds.length > 0) await deleteProductParts(trx, kind, changedIds)
  const documented = written.filter(({ documents }) => documents !== undefined).map(({ id }) => id)
  if (documented.length > 0 && changedIds.length > 0) await deleteDocuments(trx, kind, documented)
  const products = written.map((record) =>
    productRow(record, {
      sort_price: prices.get(record.id) ?? null,
      content_hash: hashes.get(record.id) ?? null,
      published_at: publishedAt(record),
      at,
    }),
  )
  await upsertProducts(trx, kind, products)
  const texts = written.flatMap((record) => textRows(record, slugs))
  const unlisted = written.flatMap((record) => unlistedRows(record, lineage))
  const listings = written.flatMap((record) => listingRows(record, lineage))
  listings.sort((one, other) => (one.category_id < other.category_id ? -1 : 1))
  const numbers = written.flatMap(partNumberRows)
  const attributes = written.flatMap(attributeRows)
  const devices = written.flatMap(deviceRows)
  // None of them waits for another one: PostgreSQL works at one while the next ones are made.
  await Promise.all([
    insertRows(trx, kind, 'product_texts', texts),
    insertRows(trx, kind, 'product_attributes', attributes),
    insertRows(trx, kind, 'part_numbers', numbers),
    insertRows(trx, kind, 'product_devices', devices),
    ...insertProductParts(trx, kind, written),
    insertRows(trx, kind, 'unlisted_categories', unlisted),
    insertRows(trx, kind, 'category_products', listings),
  ])
  await saveCampaigns(trx, options, written)
  return { products, texts, numbers, listings, attributes, devices }
}

/** Inserts a product's rows in tables that no search document tells of; the upsert of the stock keeps what is reserved. */
function insertProductParts(
  trx: DatabaseTransaction,
  kind: SaveOptions['kind'],
  written: readonly ProductRecord[],
): Promise<void>[] {
  const [pictures, documents] = [written.flatMap(pictureRows), written.flatMap(documentRows)]
  return [
    insertRows(trx, kind, 'product_pictures', pictures),
    insertRows(trx, kind, 'product_documents', documents),
    keepFiles(trx, kind, 'picture', [...new Set(pictures.map((row) => row.picture_id))]),
    keepFiles(trx, kind, 'document', [...new Set(documents.map((row) => row.document_id))]),
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
