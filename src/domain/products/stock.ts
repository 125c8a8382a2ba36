import { productType, type ProductType, type StockStatus } from './products.ts'

export type StockReservationStatus = 'held' | 'consumed' | 'released'

/** How long stock stays reserved for an unpaid order. */
export const reservationMinutes = 30

/** At this stock level or below, the shopper sees "few left". */
export const lowStockUnits = 5
/** Product pages tell the exact number of units up to this one, and "more than" beyond it. */
export const maxShownUnits = 50

export type StockLevel = { available: number; incoming: boolean }

/** Stock that never runs out: gift cards are issued on payment. */
const unlimited: StockLevel = { available: Number.MAX_SAFE_INTEGER, incoming: false }

/** What can be ordered now, in units, and whether more is on its way. */
export function stockLevel(
  type: ProductType,
  row: { on_hand: number; reserved: number; incoming_at: string | null } | undefined,
): StockLevel {
  if (type === productType.giftCard) return unlimited
  return row
    ? { available: row.on_hand - row.reserved, incoming: row.incoming_at !== null }
    : { available: 0, incoming: false }
}

/** The stock status shown as `stock_status.{status}` (spec section 2). */
export function stockStatus(priced: boolean, { available, incoming }: StockLevel): StockStatus {
  if (!priced) return 'no_price'
  if (available > lowStockUnits) return 'in_stock'
  if (available > 0) return 'few_left'
  return incoming ? 'incoming' : 'out_of_stock'
}

/** What a product page says about the number of units; cached pages are purged when it changes. */
export function shownUnits({ available }: StockLevel): number {
  return Math.max(0, Math.min(available, maxShownUnits + 1))
}
