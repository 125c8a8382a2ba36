import { shownPrices, withAgreed, type AgreedPrices, type AgreedTier } from '../../../domain/cart/agreed-prices.ts'
import type { Prices } from '../../../domain/money/price-tiers.ts'
import type { PriceTarget } from '../../../domain/money/product-prices.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { agreedRows, listsInForce, personalDiscountRows } from './agreed-queries.ts'
import type { Ids, ProductRow } from './card-queries.ts'

/** Gives the prices of a product that its buyer sees, and what was agreed where that is lower. */
export type AgreedFor = (
  row: ProductRow,
  usual: Prices,
  target: PriceTarget,
) => { prices: Prices; agreed: AgreedPrices | undefined }

/** For a page of everybody. */
export const nothingAgreed: AgreedFor = (_row, prices) => ({ prices, agreed: undefined })

/** Reads what was agreed with the buyer for these products; nobody has agreed prices without a buyer. */
export async function agreedFor(
  db: Queryable,
  { buyer, currency, home }: ShoppingContext,
  ids: Ids,
  at: string,
): Promise<AgreedFor> {
  if (!buyer) return nothingAgreed
  const currencies = [...new Set([home.currency, currency.code])]
  const lists = new Map(
    (await listsInForce(db, buyer, { currencies, at })).map((list) => [list.rows_id, list.currency]),
  )
  if (lists.size === 0) return nothingAgreed
  const rows = await agreedRows(db, [...lists.keys()], ids)
  if (rows.length === 0) return nothingAgreed
  const tiersOf = rows.map((row) => ({ ...row, currency: lists.get(row.list_id) ?? home.currency }))
  const byProduct = Map.groupBy(tiersOf, (row) => row.product_id)
  const percents = await percentsOf(db, buyer)
  return (row, usual, target) => {
    const tiers: readonly AgreedTier[] = byProduct.get(row.id) ?? []
    // A gift card is money: nobody gets it for less.
    if (tiers.length === 0 || row.type === productType.giftCard) return { prices: usual, agreed: undefined }
    const percent = percents.get(row.discount_category ?? '') ?? 0
    const agreed = withAgreed(usual, tiers, { percent, target })
    return { prices: agreed ? shownPrices(agreed, percent) : usual, agreed }
  }
}

/** Reads a buyer's discounts in percent by discount category. */
export async function percentsOf(db: Queryable, customerId: string): Promise<Map<string, number>> {
  const percents = new Map<string, number>()
  for (const { discount_category: category, percent } of await personalDiscountRows(db, customerId))
    percents.set(category, Math.max(percents.get(category) ?? 0, percent))
  return percents
}
