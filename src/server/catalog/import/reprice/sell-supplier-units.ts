import type { Shop } from '../../../platform/shop.ts'
import { lockStock } from '../journal/journal-queries.ts'
import { applySupply } from '../supply/apply-supply.ts'
import { soldOutOfOwn } from '../supply/product-queries.ts'
import { finishPrices } from '../updates/write-changes.ts'

const atOnce = 200

/** Sells the units of suppliers of products whose own ones are sold, where only these were sold before. */
export async function sellSupplierUnits({ db, kind, now }: Pick<Shop, 'db' | 'kind' | 'now'>): Promise<void> {
  const ids = await soldOutOfOwn(db, atOnce)
  if (ids.length === 0) return
  const at = now()
  const priced = await db.transaction().execute(async (trx) => {
    await lockStock(trx, kind, ids)
    return applySupply(trx, { kind, now: at }, ids)
  })
  await finishPrices((work) => db.transaction().execute(work), { kind, now: at }, priced)
}
