import { z } from 'zod/mini'
import { prices } from '../money/price-tiers.ts'

/** Product types of spec section 3; `any` is only used as a filter. */
export const productType = { any: 0, standard: 1, variant: 2, set: 3, giftCard: 4 } as const
export type ProductType = (typeof productType)[keyof typeof productType]

/** Image kinds of spec section 3. */
export const imageKind = {
  zoom: 1,
  thumb: 3,
  gallery: 4,
  original: 5,
  featured: 9,
  galleryThumb: 10,
  general: 12,
  avatar: 13,
  header: 16,
} as const
export type ImageKind = (typeof imageKind)[keyof typeof imageKind]

/** Edge length in CSS pixels of each rendered kind; product images are square. */
export const imageEdge: Partial<Record<ImageKind, number>> = { 1: 1200, 3: 96, 4: 560, 9: 280, 10: 72 }

export const stockStatuses = ['in_stock', 'few_left', 'incoming', 'out_of_stock', 'no_price'] as const
export type StockStatus = (typeof stockStatuses)[number]

export const thumb = z.object({ url: z.string(), width: z.number(), height: z.number() })
export type Thumb = z.infer<typeof thumb>

/** A product in lists and search results (spec section 3, "Search product result"). */
export const searchProduct = z.object({
  product_id: z.string(),
  type: z.number(),
  sku: z.string(),
  name: z.string(),
  prefix: z.string(),
  brand: z.string(),
  slug: z.string(),
  url_fragment: z.string(),
  thumb: z.nullable(thumb),
  metadata: z.object({ decoration: z.string() }),
  categories: z.array(z.object({ id: z.string(), name: z.string(), main: z.boolean() })),
  orderable: z.boolean(),
  notifyable: z.boolean(),
  stock_status: z.enum(stockStatuses),
  prices,
  variations: z.array(z.object({ sku: z.string(), name: z.string(), prices, vat: z.number() })),
  group_id: z.nullable(z.string()),
  group_size: z.number(),
  discount_category: z.nullable(z.string()),
  vat: z.number(),
  /** Lowest price of the 30 days before the campaign, while one runs. */
  lowest_30_days: z.nullable(z.number()),
  /** The prices are those agreed with the buyer; they get no discount in percent. */
  agreed: z.optional(z.boolean()),
  /** The price of one is the buyer's own; `usual` is that of everybody else, null if nobody else can buy it. */
  own: z.optional(z.object({ usual: z.nullable(z.number()) })),
})
export type SearchProduct = z.infer<typeof searchProduct>
