import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ProductType } from '../../../domain/products/products.ts'
import type { Row } from '../../platform/db/tables.ts'

/** What the feed of a supplier says of a product; what it does not say stays as it is. Costs are without VAT. */
export type SupplierOffer = Pick<Row<'supplier_offers'>, 'supplier'> &
  Partial<Omit<Row<'supplier_offers'>, 'product_id' | 'changed_at'>>

export type ProductTexts = { name: string; prefix: string; slug: string; description: string; label: string }

/** A document of a product; an empty title stands for the other language's, or for none. */
export type ProductDocument = { id: string; title_en: string; title_sv: string }

/**
 * A product with all of its related data, the input of `saveProducts`. Money is minor units including VAT at the home
 * rate. A product without `prices`, or with a price of 0 that is not `free`, is shown but cannot be ordered.
 */
export type ProductRecord = {
  id: string
  type: ProductType
  sku: string
  parent_id: string | null
  position: number
  brand_id: string | null
  main_category_id: string | null
  /** Categories in which it is listed directly, the main one included; the listing adds their ancestors. */
  category_ids: readonly string[]
  texts: Record<Language, ProductTexts>
  picture_ids: readonly string[]
  /** What the pictures show, in their order; '' and a missing text stand for the product's name. */
  picture_alts?: Record<Language, readonly string[]> | undefined
  /** Datasheets and manuals; undefined where the record says nothing of them, so that the stored ones stay. */
  documents?: readonly ProductDocument[] | undefined
  group_id: string | null
  group_size: number
  discount_category: string | null
  vat_class: string
  weight_grams: number
  /** An import took the weight for granted: delivery counts it, shoppers do not see it. */
  weight_assumed?: boolean | undefined
  status: 'published' | 'draft'
  notifyable: boolean
  decoration: string
  popularity: number
  published_at: string
  feed: string | null
  /** Free: it may be ordered at a price of 0. */
  free?: boolean | undefined
  prices: readonly { currency: CurrencyCode; min_quantity: number; amount: number }[]
  /** The unit price of a campaign of its feed; without a beginning from its import on, without an end for good. */
  campaign?:
    | {
        starts_at: string | null
        ends_at: string | null
        prices: readonly { currency: CurrencyCode; amount: number }[]
      }
    | undefined
  /** The shop's own units; null where the record does not say how many these are. */
  stock: { on_hand: number; incoming_at: string | null } | null
  /** Where in the stockroom it is, '' for nowhere; undefined where the record says nothing of it. */
  shelf?: string | undefined
  /** What the supplier whose feed the record is from offers. */
  offer?: SupplierOffer | undefined
  attributes: readonly { attribute_id: string; value: string }[]
  part_numbers: readonly { number: string; kind: 'own' | 'maker' | 'replaces' | 'ean' }[]
  device_ids: readonly string[]
  set_items: readonly { product_id: string; quantity: number }[]
  relations: readonly Pick<Row<'product_relations'>, 'related_id' | 'kind' | 'discount_percent'>[]
  subscription_days: readonly number[]
}
