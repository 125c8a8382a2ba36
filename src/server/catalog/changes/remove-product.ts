import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { removeProducts } from '../../search/index-products.ts'
import { productsInUse, deleteProducts } from '../import/journal/undo-queries.ts'
import { finishCatalog } from '../maintenance/finish-catalog.ts'
import { clearCampaigns } from '../maintenance/save-campaigns.ts'
import { listedIn } from '../maintenance/write-queries.ts'
import { deleteTagsOf, isLinked } from './goods-queries.ts'
import { lockedRecord } from './rewrite-product.ts'

/** Why a product is kept: it is gone already, or something of the shop refers to it. */
export type RefusedRemoval = 'unknown' | 'in_use'

/**
 * Deletes a product for good with its texts, prices and their history, in a transaction of the caller, which must be
 * rolled back where the product is kept: because an order, a list, a set, another product or the like refers to it.
 */
export async function removeProduct(
  trx: DatabaseTransaction,
  { kind, now }: { kind: Shop['kind']; now: Date },
  id: string,
): Promise<RefusedRemoval | undefined> {
  const stored = await lockedRecord(trx, id)
  if (!stored) return 'unknown'
  await deleteTagsOf(trx, id)
  if ((await isLinked(trx, id)) || (await productsInUse(trx, kind, [id])).size > 0) return 'in_use'
  const categoryIds = await listedIn(trx, kind, [id])
  const { parent_id: parent } = stored.record
  await clearCampaigns(trx, { kind, now }, [id])
  await removeProducts(trx, kind, [id])
  await deleteProducts(trx, kind, [id])
  await finishCatalog(trx, { kind, now }, { productIds: parent === null ? [id] : [id, parent], categoryIds })
  return undefined
}
