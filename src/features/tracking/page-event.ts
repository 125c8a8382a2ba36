import { toMajor, toMinor, type Minor } from '../../domain/money/money.ts'
import { exVat } from '../../domain/money/vat.ts'
import type { Commerce, TrackedEvent, TrackedItem } from './events.ts'

/**
 * The event of a part of a page, as the attribute `data-tracked` holds it; on a link, `data-tracked-click`
 * holds the one of following it. The page says what happened, and the browser whether it may be told.
 */
export function pageEvent(event: TrackedEvent): string {
  return JSON.stringify(event)
}

type Sold = { sku: string; name: string; quantity: number; brand?: string | undefined }

/** `unit` is the price of one unit without VAT, in minor units. */
export function trackedItem({ sku, name, quantity, brand }: Sold, unit: Minor): TrackedItem {
  return { item_id: sku, item_name: name, ...(brand ? { item_brand: brand } : {}), price: toMajor(unit), quantity }
}

/** A price of the wire: decimal major units including VAT, with the VAT in percent. */
export function priceLessVat(price: number, vat: number): Minor {
  return exVat(toMinor(price), Math.round(vat * 100))
}

/** The fields of an event of commerce: the items, their sum and its currency. */
export function commerceOf(items: TrackedItem[], currency: Commerce['currency']): Commerce {
  const value = items.reduce((sum, { price, quantity }) => sum + toMinor(price) * quantity, 0)
  return { currency, value: toMajor(value), items }
}
