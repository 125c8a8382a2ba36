import type { Thumb } from '../../domain/products/products.ts'
import type { Alternates, Crumb, ProductCard } from './product-lists.ts'

export type Specification = { name: string; value: string }
export type FittingDevice = { brand: string; series: string; model: string; slug: string; typeNumbers: string }

/** A variant of a product; it has its own cart lines and stock. */
export type ProductVariant = ProductCard & { label: string }
type SetContent = { name: string; sku: string; path: string; quantity: number }

/** The data of a product page. */
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
  /** Part numbers that this part replaces, and its other part numbers. */
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
  /** Delivery time in working days to the shopper's country, shortest and longest; null when nothing is shipped. */
  deliveryDays: readonly [number, number] | null
}
