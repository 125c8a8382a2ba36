import type { DeliveryKind } from '../../../../domain/cart/delivery-methods.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import type { Flag } from './flag.ts'

/** Delivery methods as the merchant configures them; prices are SEK minor units including VAT, weights are grams. */
export type DeliveryTables = {
  delivery_methods: {
    id: string
    kind: Exclude<DeliveryKind, 'mail'>
    position: number
    days_from: number
    days_to: number
    /** Free from this order value on; `above_grams`: only for heavier orders. */
    free_from: number | null
    above_grams: number
    active: Flag
  }
  /** The merchant's own name; a method without one is named after its kind. */
  delivery_method_texts: { method_id: string; language: Language; name: string }
  delivery_method_countries: { method_id: string; country: string }
  delivery_bands: { method_id: string; up_to_grams: number; price: number }
  /** Postal codes without spaces, to which a parcel takes more working days. */
  delivery_areas: { country: string; postal_from: string; postal_to: string; extra_days: number }
}
