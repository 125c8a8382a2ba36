import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import { applySupply } from './apply-supply.ts'
import { deleteOffers, offersOf, upsertOffers, type StoredOffer } from './offer-queries.ts'

type Noted = {
  offers: readonly StoredOffer[]
  offersAfter: readonly Pick<StoredOffer, 'product_id' | 'supplier' | 'stock'>[]
}

const keyOf = ({ product_id: id, supplier }: Pick<StoredOffer, 'product_id' | 'supplier'>): string =>
  `${id} ${supplier}`

/**
 * Gives products back what suppliers offered of them before an import. Of a supplier's units the difference is taken
 * back, so that what orders took since stays taken. Prices are not computed: they are restored themselves.
 */
export async function restoreOffers(
  trx: DatabaseTransaction,
  { kind, now }: { kind: DatabaseKind; now: Date },
  { offers, offersAfter }: Noted,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const wanted = new Set(ids)
  const current = new Map((await offersOf(trx, kind, ids)).map((row) => [keyOf(row), row]))
  const after = new Map(offersAfter.map((row) => [keyOf(row), row.stock]))
  const before = offers.filter(({ product_id: id }) => wanted.has(id))
  if (current.size > 0) await deleteOffers(trx, kind, ids)
  const rows = before.map((row) => {
    const taken = (after.get(keyOf(row)) ?? 0) - (current.get(keyOf(row))?.stock ?? 0)
    return { ...row, stock: row.stock === null ? null : Math.max(0, row.stock - Math.max(0, taken)) }
  })
  await upsertOffers(trx, kind, rows)
  await applySupply(trx, { kind, now, isPricing: false }, ids)
}
