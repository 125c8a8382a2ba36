import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockStock } from '../import/journal/journal-queries.ts'
import { applySupply } from '../import/supply/apply-supply.ts'
import { finishCatalog } from '../maintenance/finish-catalog.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { saveProducts } from '../maintenance/save-products.ts'
import { storedRecords } from '../maintenance/stored-records.ts'
import { pricedByRules } from './follow-costs.ts'
import { ensureStock, typesOfSkus } from './goods-queries.ts'

type Options = { kind: Shop['kind']; now: Date }

/**
 * Writes some articles anew as `change` makes them of what is stored, as an import does: pages, the search index, the
 * counts of categories and the history of prices follow.
 */
async function changeRecords(
  trx: DatabaseTransaction,
  { kind, now }: Options,
  skus: readonly string[],
  change: (record: ProductRecord) => ProductRecord,
): Promise<void> {
  const ids = await lockGoods(trx, kind, skus)
  const stored = await storedRecords(trx, kind, ids)
  const records = stored.map(({ record }) => change(record))
  const productPath = (language: Language, slug: string) => href(language, 'product', { slug })
  const isTaxedAnew = records.some(({ vat_class: is }, at) => is !== stored[at]?.record.vat_class)
  const followers = isTaxedAnew ? await pricedByRules(trx, { kind, now }, ids) : []
  const { touched } = await saveProducts(trx, records, { kind, now, productPath })
  if (followers.length > 0) await applySupply(trx, { kind, now }, followers)
  await finishCatalog(trx, { kind, now }, touched)
}

/** Locks articles as every change of prices and stock does; returns their ids. */
export async function lockGoods(trx: DatabaseTransaction, kind: Shop['kind'], skus: readonly string[]) {
  const ids = (await typesOfSkus(trx, skus)).map(({ id }) => id)
  await ensureStock(trx, ids)
  await lockStock(trx, kind, ids)
  return ids
}

/** Publishes articles, or hides them from shoppers, in a transaction of the caller. */
export function changeStatusIn(
  trx: DatabaseTransaction,
  options: Options,
  skus: readonly string[],
  status: ProductRecord['status'],
): Promise<void> {
  return changeRecords(trx, options, skus, (record) => ({ ...record, status }))
}

/**
 * Gives articles a VAT class, in a transaction of the caller. Their prices with VAT stay, but those that follow from
 * costs.
 */
export function changeVatClassIn(
  trx: DatabaseTransaction,
  options: Options,
  skus: readonly string[],
  vatClass: string,
): Promise<void> {
  return changeRecords(trx, options, skus, (record) => ({ ...record, vat_class: vatClass }))
}
