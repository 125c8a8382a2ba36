import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { ProductRecord, SupplierOffer } from '../../maintenance/product-record.ts'
import type { PriceBasis } from '../base-per-unit.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { UpdateProfile } from '../profile/update-profile.ts'
import { maxStock, parseWholeNumber } from '../rows/cell-numbers.ts'
import { limitedText } from '../rows/cell-text.ts'
import { parseDay } from '../rows/days.ts'
import { offerOfRow } from '../rows/offer-of-row.ts'
import { pricesOfRow } from '../rows/prices-of-row.ts'
import { shelfOfRow } from '../rows/shelf-of-row.ts'

/** What a row says of a product; what is missing stays as it is. */
export type ProductUpdate = {
  prices: ProductRecord['prices']
  /** The shop's own units. */
  onHand?: number | undefined
  /** When the next units are expected; null for never. */
  incomingAt?: string | null | undefined
  /** Where the part is in the stock. */
  shelf?: string | undefined
  /** What a supplier offers. */
  offer?: SupplierOffer | undefined
}

export type Rates = { basis: PriceBasis; currencies: ReadonlySet<CurrencyCode> }

/** The article number of a row's product. Throws RowProblem. */
export function skuOfRow({ update }: UpdateProfile, row: FeedRow): string {
  const sku = limitedText(row.get(update.sku), update.sku, 60)
  if (sku === '') throw new RowProblem(update.sku, 'no_sku')
  return sku
}

/**
 * Reads what a row says; an empty price, number of units or shelf says nothing, an empty day never. Units of a
 * supplier's feed are the supplier's. Throws RowProblem.
 */
export function updateOfRow(profile: UpdateProfile, row: FeedRow, { basis, currencies }: Rates): ProductUpdate {
  const { stock, incoming, numbers, supplier } = profile
  const text = stock ? row.get(stock.column).trim() : ''
  const units = stock && text !== '' ? parseWholeNumber(text, stock.column, numbers, maxStock) : undefined
  const prices = pricesOfRow(profile, row, { basis })
  if (supplier !== undefined) return { prices, offer: offerOfRow(profile, row, units, currencies) }
  const shelf = shelfOfRow(profile, row)
  return {
    prices,
    ...(shelf === undefined ? {} : { shelf }),
    ...(units === undefined ? {} : { onHand: units }),
    ...(incoming && (row.paths ?? row.columns).includes(incoming.column)
      ? { incomingAt: parseDay(row.get(incoming.column).trim(), incoming.column) }
      : {}),
  }
}
