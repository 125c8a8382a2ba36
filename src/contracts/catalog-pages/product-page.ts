import type { Arrival } from '../../domain/cart/arrival.ts'
import type { Thumb } from '../../domain/products/products.ts'
import type { GuideLink } from './guide-page.ts'
import type { Alternates, Crumb, ProductCard } from './product-lists.ts'

export type Specification = { name: string; value: string }
export type FittingDevice = { brand: string; series: string; model: string; slug: string; typeNumbers: string }
/** The devices of a brand that a product fits: how many, and those that are listed. */
export type DeviceGroup = { brand: string; count: number; devices: FittingDevice[] }

/**
 * `yes`: it fits each of the devices, with their pages; `no`: it fits none, with the parts that do; `choose`: the text
 * names several, with this page asked about each; `unknown`: it names none.
 */
export type FitAnswer = {
  kind: 'yes' | 'no' | 'choose' | 'unknown'
  text: string
  devices: { name: string; path: string }[]
}

/** A variant of a product; it has its own cart lines and stock. */
export type ProductVariant = ProductCard & { label: string; incomingAt: string | null }
type SetContent = { name: string; sku: string; path: string; quantity: number }

/** The data of a product page. */
export type ProductPage = {
  product: ProductCard
  description: string
  /** `alt` is what the picture shows, '' when the product's name says enough. */
  pictures: { alt: string; zoom: Thumb; gallery: Thumb; galleryThumb: Thumb }[]
  /** Datasheets and manuals; a document without a title has ''. */
  documents: { title: string; url: string; bytes: number }[]
  crumbs: Crumb[]
  alternates: Alternates
  path: string
  brand: { name: string; path: string; maker: string; euContact: string } | null
  specifications: Specification[]
  devices: DeviceGroup[]
  /** Whether it fits the device that the shopper typed; null when none was. */
  fit: FitAnswer | null
  /** Part numbers that this part replaces, and its other part numbers. */
  replaces: string[]
  otherNumbers: string[]
  eans: string[]
  variants: ProductVariant[]
  /** The id of the variant whose own address was opened. */
  chosen: string | null
  /** Repair guides that apply to this part. */
  guides: GuideLink[]
  setContents: SetContent[]
  subscriptionDays: number[]
  accessories: ProductCard[]
  /** What different buyers bought in the same order; as many as the accessories leave room for. */
  boughtTogether: ProductCard[]
  bundle: { product: ProductCard; discountPercent: number }[]
  alternatives: ProductCard[]
  /** The part that replaces this one for good. */
  successor: ProductCard | null
  inStock: number
  incomingAt: string | null
  /** 0 where nobody has said it: an import's assumption counts for delivery alone. */
  weightGrams: number
  /** Null when nothing can be shipped to the shopper's country. */
  delivery: ProductDelivery | null
}

/** How one piece of a product comes to the shopper. */
export type ProductDelivery = {
  /** When a piece ordered now arrives; null when none is in stock. */
  arrival: Arrival | null
  /**
   * The price for one piece, and the value of goods from which delivery is free (null: never): major units of the
   * shopper's currency including VAT. `vat` is percent.
   */
  freight: number
  freeFrom: number | null
  vat: number
  /** The postal code that was asked for; null in countries where all parcels take the same time. */
  postalCode: { text: string; isWrong: boolean; example: string } | null
}
