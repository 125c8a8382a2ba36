import type { ProductRecord } from '../../maintenance/product-record.ts'
import type { PriceBasis } from '../base-per-unit.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { UpdateProfile } from '../profile/update-profile.ts'
import { mostStock, wholeNumberIn } from '../rows/cell-numbers.ts'
import { limitedText } from '../rows/cell-text.ts'
import { dayIn } from '../rows/days.ts'
import { pricesOfRow } from '../rows/prices-of-row.ts'

/** What a row says of a product; what is missing stays as it is. */
export type ProductUpdate = {
  prices: ProductRecord['prices']
  onHand?: number
  /** When the next units are expected; null for never. */
  incomingAt?: string | null
}

/** The article number of a row's product. Throws RowProblem. */
export function skuOfRow({ update }: UpdateProfile, row: FeedRow): string {
  const sku = limitedText(row.get(update.sku), update.sku, 60)
  if (sku === '') throw new RowProblem(update.sku, 'The article number is empty.')
  return sku
}

/** Reads what a row says; an empty price or number of units says nothing, an empty day never. Throws RowProblem. */
export function updateOfRow(profile: UpdateProfile, row: FeedRow, basis: PriceBasis): ProductUpdate {
  const { stock, incoming, numbers } = profile
  const onHand = stock && row.get(stock.column).trim()
  return {
    prices: pricesOfRow(profile, row, { basis }),
    ...(stock && onHand ? { onHand: wholeNumberIn(onHand, stock.column, numbers, mostStock) } : {}),
    ...(incoming && row.columns.includes(incoming.column)
      ? { incomingAt: dayIn(row.get(incoming.column).trim(), incoming.column) }
      : {}),
  }
}
