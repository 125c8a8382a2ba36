import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockStock } from '../import/journal/journal-queries.ts'
import { applySupply } from '../import/supply/apply-supply.ts'
import { contentHash } from '../maintenance/content-hash.ts'
import { finishCatalog } from '../maintenance/finish-catalog.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { saveProducts } from '../maintenance/save-products.ts'
import { storedRecords, type StoredRecord } from '../maintenance/stored-records.ts'
import { pricedByRules } from './follow-costs.ts'
import { lockProduct } from './goods-queries.ts'

type Options = { kind: Shop['kind']; now: Date }

/** Reads a product after locking it, so that of two changes at once both last; undefined where there is none. */
export async function lockedRecord(trx: DatabaseTransaction, id: string): Promise<StoredRecord | undefined> {
  const kind = kindOf(trx)
  await lockStock(trx, kind, [id])
  await lockProduct(trx, kind, id)
  const [stored] = await storedRecords(trx, kind, [id])
  return stored
}

/**
 * Writes a product as `change` makes it of what is stored, the way an import does: an address keeps working, search,
 * lists, pages and the history of prices follow. Its stock is not written. The product is locked before it is read.
 *
 * @returns whether there was such a product.
 */
export async function rewriteProduct(
  trx: DatabaseTransaction,
  { kind, now }: Options,
  id: string,
  change: (record: ProductRecord) => ProductRecord,
): Promise<boolean> {
  const stored = await lockedRecord(trx, id)
  if (!stored) return false
  const changed = change(stored.record)
  const hash = contentHash(changed)
  if (hash === contentHash(stored.record)) return true
  // Without stock in the record, the units that orders take at the same time are left alone.
  const isTaxedAnew = changed.vat_class !== stored.record.vat_class
  const followers = isTaxedAnew ? await pricedByRules(trx, { kind, now }, [id]) : []
  await writeRecord(trx, { kind, now }, { ...changed, stock: null }, { hash, followers })
  return true
}

/** Writes a record, and what follows from it; `followers` are the articles whose prices follow from their costs. */
export async function writeRecord(
  trx: DatabaseTransaction,
  { kind, now }: Options,
  record: ProductRecord,
  { hash = contentHash(record), followers = [] }: { hash?: string; followers?: readonly string[] } = {},
): Promise<void> {
  const options = { kind, now, productPath: pathOf }
  const { touched } = await saveProducts(trx, [record], options, new Map([[record.id, hash]]))
  if (followers.length > 0) await applySupply(trx, { kind, now }, followers)
  await finishCatalog(trx, options, touched)
}

const pathOf = (language: Language, slug: string): string => href(language, 'product', { slug })
