import type { CurrencyCode } from '../../domain/money/currencies.ts'

/** An item of a cart, an order or a page as analytics know it; the price is one unit's, less VAT, in major units. */
export type TrackedItem = { item_id: string; item_name: string; item_brand?: string; price: number; quantity: number }

/** Amounts are less VAT in every event, so that what was looked at, chosen and bought can be compared. */
export type Commerce = { currency: CurrencyCode; value: number; items: TrackedItem[] }

/**
 * `transaction_id` is the order's number with # in front; `value` is the total less VAT (spec section 4, "Tracked
 * events").
 */
export type Purchase = Commerce & { transaction_id: string; tax: number; shipping: number; country: string }

/** Every event of spec section 4, in the shape that tag managers expect. */
export type TrackedEvent =
  | { event: 'view_item' | 'begin_checkout' | 'add_to_cart' | 'remove_from_cart'; ecommerce: Commerce }
  | { event: 'purchase'; ecommerce: Purchase }
  | { event: 'search'; search_term: string }
  | { event: 'categorySearch'; search_term: string; category: string }
  | { event: 'regNoSearch'; registration_number: string }
  | { event: 'cableSelector'; from_connector: string; to_connector: string }
  | { event: 'phoneModelSelector'; phone_model: string }
  | { event: 'experiment'; experiment_name: string; experiment_variant: string }
