import type { ProductRecord } from '../../maintenance/product-record.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { UpdateProfile } from '../profile/update-profile.ts'
import { mostStock, wholeNumberIn } from '../rows/cell-numbers.ts'
import { limitedText } from '../rows/cell-text.ts'
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
export function updateOfRow(profile: UpdateProfile, row: FeedRow, sekPerUnit: number): ProductUpdate {
  const { stock, incoming, numbers } = profile
  const onHand = stock && row.get(stock.column).trim()
  return {
    prices: pricesOfRow(profile, row, sekPerUnit),
    ...(stock && onHand ? { onHand: wholeNumberIn(onHand, stock.column, numbers, mostStock) } : {}),
    ...(incoming && row.columns.includes(incoming.column)
      ? { incomingAt: dayOf(row.get(incoming.column).trim(), incoming.column) }
      : {}),
  }
}

function dayOf(text: string, column: string): string | null {
  if (text === '') return null
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text) ?? []
  const date = new Date(day ?? Number.NaN)
  if (day === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    throw new RowProblem(column, `"${text.slice(0, 40)}" is not a day such as 2026-12-24.`)
  return date.toISOString()
}
