import { productType, type ProductType } from '../../../../domain/products/products.ts'
import { plainAmount } from '../../../../i18n/money.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database, Row } from '../../../platform/db/tables.ts'
import type { ProductUpdate } from './update-of-row.ts'
import { pricesOf, productsBySkus, stockOf, type StoredPrice } from './update-queries.ts'

/** A change of a field of a product, as the report tells it. */
type FieldChange = { field: string; before: string; after: string }
export type Change = { productId: string; update: ProductUpdate; fields: FieldChange[] }
type Asked = { sku: string; row: number; update: ProductUpdate }
/** `misplaced`: the stock of a set or of a product with variants is that of other products. */
export type Found = { sku: string; row: number; change: Change | 'unknown' | 'unchanged' | 'misplaced' }

const withoutOwnStock: ReadonlySet<ProductType> = new Set([productType.variant, productType.set, productType.giftCard])

/** Compares what the rows say with what the shop has. */
export async function findChanges(db: Database, kind: DatabaseKind, asked: readonly Asked[]): Promise<Found[]> {
  const skus = asked.map(({ sku }) => sku)
  const products = new Map((await productsBySkus(db, kind, skus)).map((row) => [row.sku, row]))
  const ids = [...products.values()].map(({ id }) => id)
  const prices = Map.groupBy(await pricesOf(db, kind, ids), (row) => row.product_id)
  const stock = new Map((await stockOf(db, kind, ids)).map((row) => [row.product_id, row]))
  return asked.map(({ sku, row, update }) => {
    const product = products.get(sku)
    if (!product) return { sku, row, change: 'unknown' }
    if (update.onHand !== undefined && withoutOwnStock.has(product.type)) return { sku, row, change: 'misplaced' }
    const fields = [
      ...priceChanges(update, prices.get(product.id) ?? []),
      ...stockChanges(update, stock.get(product.id)),
    ]
    return { sku, row, change: fields.length > 0 ? { productId: product.id, update, fields } : 'unchanged' }
  })
}

function priceChanges({ prices }: ProductUpdate, stored: readonly StoredPrice[]): FieldChange[] {
  return prices.flatMap(({ currency, min_quantity: from, amount }) => {
    const before = stored.find((price) => price.currency === currency && price.min_quantity === from)
    if (before?.amount === amount) return []
    const field = from > 1 ? `price from ${from}` : 'price'
    return [{ field, before: before ? plainAmount(before.amount, currency) : '', after: plainAmount(amount, currency) }]
  })
}

/** Units that orders reserved stay on hand whatever a feed says. */
function stockChanges({ onHand, incomingAt }: ProductUpdate, stored: Row<'stock'> | undefined): FieldChange[] {
  const units = onHand === undefined ? undefined : Math.max(onHand, stored?.reserved ?? 0)
  const [before, expected] = [stored?.on_hand ?? 0, stored?.incoming_at ?? null]
  return [
    ...(units === undefined || units === before
      ? []
      : [{ field: 'stock', before: String(before), after: String(units) }]),
    ...(incomingAt === undefined || incomingAt === expected
      ? []
      : [{ field: 'incoming', before: dayText(expected), after: dayText(incomingAt) }]),
  ]
}

const dayText = (moment: string | null): string => moment?.slice(0, 10) ?? ''
