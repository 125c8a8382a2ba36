import type { Thumb } from '../domain/products.ts'
import type { Alternates, Crumb, ProductCard } from './product-lists.ts'

export type Specification = { name: string; value: string }
export type FittingDevice = { brand: string; series: string; model: string; slug: string; typeNumbers: string }

/** One of a variant product's choices, a product of its own in cart and stock. */
export type ProductVariant = ProductCard & { label: string }
export type SetContent = { name: string; sku: string; path: string; quantity: number }

/** What a product page shows (design, "Product page"). */
export type ProductPage = {
  product: ProductCard
  description: string
  pictures: { zoom: Thumb; gallery: Thumb; galleryThumb: Thumb }[]
  crumbs: Crumb[]
  alternates: Alternates
  path: string
  brand: { name: string; path: string; maker: string; euContact: string } | null
  specifications: Specification[]
  devices: FittingDevice[]
  /** Numbers that this part replaces, and other numbers it is known by. */
  replaces: string[]
  otherNumbers: string[]
  variants: ProductVariant[]
  setContents: SetContent[]
  subscriptionDays: number[]
  accessories: ProductCard[]
  bundle: { product: ProductCard; discountPercent: number }[]
  alternatives: ProductCard[]
  inStock: number
  incomingAt: string | null
  weightGrams: number
  /** Working days that a parcel takes to the shopper's country, soonest and latest; null where nothing is sent. */
  deliveryDays: readonly [number, number] | null
}
