import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import { productType } from '../../../../domain/products/products.ts'
import { chosenSupply } from '../../../../domain/products/supply.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { pricesOf, type StoredPrice } from '../../maintenance/price-queries.ts'
import { offersOf, stockOf, suppliedStockOf, type StoredStock, type StoredOffer } from './offer-queries.ts'
import type { SuppliedStock } from './offer-queries.ts'
import { suppliedProducts, type SuppliedProduct } from './product-queries.ts'
import type { SupplyRules } from './supply-rules.ts'

/** A price that follows from a cost, with VAT and without, in the base currency (minor units). */
type CostPrice = { currency: CurrencyCode; amount: number; net: number; rule: string; cost: number }

/** What is sold of a product, and what should be. */
export type Settlement = SuppliedProduct & {
  stockRow: StoredStock & { isStored: boolean }
  before: SuppliedStock | undefined
  after: SuppliedStock | undefined
  /** Its prices; empty where they do not follow from a cost. */
  prices: readonly StoredPrice[]
  /** The supplier whose cost counts, and the price; undefined where it does not follow from a cost. */
  supplier: string
  price: CostPrice | undefined
  /** Whether its price follows from a cost for which there is no rule. */
  isUnruled: boolean
}

/** Compares what is sold of products with what suppliers offer; products that no supplier offers are left out. */
export async function settlementsOf(
  db: Database,
  { kind, rules }: { kind: DatabaseKind; rules: () => Promise<SupplyRules> },
  ids: readonly string[],
): Promise<Settlement[]> {
  const offers = Map.groupBy(await offersOf(db, kind, ids), (row) => row.product_id)
  const before = new Map((await suppliedStockOf(db, kind, ids)).map((row) => [row.product_id, row]))
  const concerned = [...new Set([...offers.keys(), ...before.keys()])]
  if (concerned.length === 0) return []
  const known = await rules()
  const stockByProduct = new Map((await stockOf(db, kind, concerned)).map((row) => [row.product_id, row]))
  const isPriced = [...offers.values()].some((rows) => rows.some((row) => row.is_priced === 1))
  const prices = Map.groupBy(isPriced ? await pricesOf(db, kind, concerned) : [], (row) => row.product_id)
  return (await suppliedProducts(db, kind, concerned)).map((product) => {
    const { id } = product
    const found = stockByProduct.get(id)
    const stockRow = { ...noStock, product_id: id, ...found, isStored: found !== undefined }
    const own = offers.get(id) ?? []
    const offer = offerFor(own, stockRow, known)
    const after = supplyOf(product, stockRow, offer, own.length > 0)
    const stored = offer?.is_priced === 1 ? (prices.get(id) ?? []) : []
    const priced = priceFor(product, offer, known)
    return {
      ...product,
      stockRow,
      before: before.get(id),
      after,
      prices: stored,
      supplier: offer?.supplier ?? '',
      price: priced === 'no rule' ? undefined : priced,
      isUnruled: priced === 'no rule',
    }
  })
}

const noStock = { on_hand: 0, reserved: 0, incoming_at: null, units: 0 }

function offerFor(offers: readonly StoredOffer[], stockRow: StoredStock, rules: SupplyRules): StoredOffer | undefined {
  const known = offers.map((row) => ({
    row,
    supplier: row.supplier,
    cost: rules.inBase(row.cost, row.currency),
    stock: row.stock ?? 0,
  }))
  return chosenSupply(known, stockRow.on_hand - stockRow.units - stockRow.reserved, rules.choice)?.row
}

/** The units of the chosen supplier; those that orders have reserved stay. */
function supplyOf(
  { id, type }: SuppliedProduct,
  { on_hand, units, reserved }: StoredStock,
  offer: StoredOffer | undefined,
  hasOffers: boolean,
): SuppliedStock | undefined {
  const offered = type === productType.standard ? (offer?.stock ?? 0) : 0
  const kept = Math.max(offered, reserved - (on_hand - units))
  if (!hasOffers && kept <= 0) return undefined
  return { product_id: id, supplier: offer?.supplier ?? '', units: kept, days: offer?.delivery_days ?? 0 }
}

function priceFor(
  { free, type, ...product }: SuppliedProduct,
  offer: StoredOffer | undefined,
  rules: SupplyRules,
): CostPrice | 'no rule' | undefined {
  if (offer?.is_priced !== 1 || free === 1 || type !== productType.standard) return undefined
  const cost = rules.inBase(offer.cost, offer.currency)
  if (cost === null) return undefined
  const priced = rules.priceOf(product, cost)
  return priced ? { ...priced, cost, currency: rules.base } : 'no rule'
}

/** Tells whether a product has another price than the one that follows from its cost, or more than that one. */
export function isPriceChanged({ price, prices }: Settlement): boolean {
  if (!price) return false
  const [only] = prices
  const isSingle = prices.length === 1 && only?.currency === price.currency && only.min_quantity === 1
  return !isSingle || only.amount !== price.amount
}

/** Tells whether another supplier, another number of its units or another time of delivery is to be sold. */
export function isSupplyChanged({ before, after }: Settlement): boolean {
  return before?.supplier !== after?.supplier || before?.units !== after?.units || before?.days !== after?.days
}
