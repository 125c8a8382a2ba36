import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { productType, type ProductType } from '../../../domain/products/products.ts'
import { amountCell } from '../../../i18n/money.ts'
import { namesOf } from '../../catalog/changes/goods-queries.ts'
import { pricedByCost, stockOf } from '../../catalog/import/supply/offer-queries.ts'
import { pricesOf } from '../../catalog/maintenance/price-queries.ts'
import { shelfNames } from '../../catalog/maintenance/shelf-queries.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'

type Services = { db: Database; kind: DatabaseKind }
type Product = { id: string; type: ProductType; status: 'published' | 'draft' }

/** What the list of products shows of one, and lets people change. */
export type ProductValues = {
  readonly names: Readonly<Record<string, string>>
  /** The price of one unit as it is typed; '' without one, and `isFixed` where it follows from a cost. */
  readonly price: string
  readonly isFixed: boolean
  /** The shop's own units; null of a product that has none, such as a set. */
  readonly own: number | null
  readonly available: number
  /** Where in the stockroom it is; '' where nobody has said. */
  readonly shelf: string
  readonly status: Product['status']
}

const withoutStock: ReadonlySet<ProductType> = new Set([productType.variant, productType.set, productType.giftCard])
const noStock = { on_hand: 0, reserved: 0, units: 0 }

/** Reads the names, prices and stock of some products, by id. */
export async function productValues(
  { db, kind }: Services,
  products: readonly Product[],
  currency: CurrencyCode,
): Promise<Map<string, ProductValues>> {
  const ids = products.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const names = Map.groupBy(await namesOf(db, ids), (row) => row.product_id)
  const prices = Map.groupBy(await pricesOf(db, kind, ids), (row) => row.product_id)
  const stockByProduct = new Map((await stockOf(db, kind, ids)).map((row) => [row.product_id, row]))
  const places = await shelfNames(db, ids)
  const fixed = await pricedByCost(db, ids)
  return new Map(
    products.map(({ id, type, status }) => {
      const price = prices.get(id)?.find((each) => each.currency === currency && each.min_quantity === 1)
      const { on_hand: onHand, reserved, units } = stockByProduct.get(id) ?? noStock
      const values: ProductValues = {
        names: Object.fromEntries((names.get(id) ?? []).map(({ language, name }) => [language, name])),
        price: price ? amountCell(price.amount) : '',
        isFixed: fixed.has(id),
        own: withoutStock.has(type) ? null : onHand - units,
        available: onHand - reserved,
        shelf: places.get(id) ?? '',
        status,
      }
      return [id, values]
    }),
  )
}
