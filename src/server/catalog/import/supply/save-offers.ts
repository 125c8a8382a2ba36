import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { SupplierOffer } from '../../maintenance/product-record.ts'
import { offersOf, upsertOffers, type StoredOffer } from './offer-queries.ts'

type Said = { productId: string; offer: SupplierOffer | undefined }
export type WholeOffer = Omit<StoredOffer, 'product_id' | 'changed_at'>

/** What a supplier offers after its feed has said something; what that does not say stays as it is. */
export function mergedOffer(stored: StoredOffer | undefined, said: SupplierOffer): WholeOffer {
  if (!stored) return { ...nothing, ...said }
  const { product_id: _id, changed_at: _at, ...known } = stored
  return { ...known, ...said }
}

const nothing = {
  number: '',
  cost: null,
  // Says nothing without a cost.
  currency: 'SEK',
  is_priced: 0,
  stock: null,
  delivery_days: null,
} as const

/** Stores what feeds of suppliers say of products; `known` is what they offered before, where that has been read. */
export async function saveOffers(
  trx: DatabaseTransaction,
  { kind, now }: { kind: DatabaseKind; now: Date },
  said: readonly Said[],
  known?: readonly StoredOffer[],
): Promise<void> {
  const wanted = said.filter(({ offer }) => offer !== undefined)
  if (wanted.length === 0) return
  const ids = wanted.map(({ productId }) => productId)
  const before = known ?? (await offersOf(trx, kind, ids))
  const stored = new Map(before.map((row) => [keyOf(row.product_id, row.supplier), row]))
  const rows = wanted.flatMap(({ productId, offer }) => {
    if (!offer) return []
    const merged = mergedOffer(stored.get(keyOf(productId, offer.supplier)), offer)
    return [{ product_id: productId, ...merged, changed_at: now.toISOString() }]
  })
  await upsertOffers(trx, kind, rows)
}

const keyOf = (productId: string, supplier: string): string => `${productId} ${supplier}`
