import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { currencyCodes } from '../../../../domain/money/currencies.ts'
import { productType } from '../../../../domain/products/products.ts'
import { jsonColumn } from '../../../platform/db/json-columns.ts'
import type { ProductRecord } from '../../maintenance/product-record.ts'

const text = z.string()
const whole = z.number().int()
const texts = z.object({ name: text, prefix: text, slug: text, description: text, label: text })
const alts = z.array(text)

const prices = z.array(z.object({ currency: z.enum(currencyCodes), min_quantity: whole, amount: whole }))
const stock = z.object({ on_hand: whole, incoming_at: text.nullable() }).nullable()

const record: z.ZodType<ProductRecord> = z.object({
  id: text,
  type: z.literal(Object.values(productType)),
  sku: text,
  parent_id: text.nullable(),
  position: whole,
  brand_id: text.nullable(),
  main_category_id: text.nullable(),
  category_ids: z.array(text),
  texts: z.object({ en: texts, sv: texts }),
  picture_ids: z.array(text),
  picture_alts: z.object({ en: alts, sv: alts }).optional(),
  documents: z.array(z.object({ id: text, title_en: text, title_sv: text })).optional(),
  group_id: text.nullable(),
  group_size: whole,
  discount_category: text.nullable(),
  vat_class: text,
  weight_grams: whole,
  weight_assumed: z.boolean().optional(),
  status: z.enum(['published', 'draft']),
  notifyable: z.boolean(),
  decoration: text,
  popularity: z.number(),
  published_at: text,
  feed: text.nullable(),
  free: z.boolean().optional(),
  prices,
  campaign: z
    .object({
      starts_at: text.nullable(),
      ends_at: text.nullable(),
      prices: z.array(z.object({ currency: z.enum(currencyCodes), amount: whole })),
    })
    .optional(),
  stock,
  attributes: z.array(z.object({ attribute_id: text, value: text })),
  part_numbers: z.array(z.object({ number: text, kind: z.enum(['own', 'maker', 'replaces', 'ean']) })),
  device_ids: z.array(text),
  set_items: z.array(z.object({ product_id: text, quantity: whole })),
  relations: z.array(
    z.object({
      related_id: text,
      kind: z.enum(['accessory', 'bundle', 'alternative', 'successor']),
      discount_percent: z.number(),
    }),
  ),
  subscription_days: z.array(whole),
})

/** A product before the import, and its units on hand after it. */
const replaced = z.object({ record, contentHash: text.nullable(), updatedAt: text, onHand: whole.nullable() })

/** The prices and the stock of a product before the import, and its units on hand after it. */
const repriced = z.object({
  id: text,
  contentHash: text.nullable(),
  updatedAt: text,
  prices,
  stock,
  onHand: whole.nullable(),
})

const offer = z.object({
  product_id: text,
  supplier: text,
  number: text,
  cost: whole.nullable(),
  currency: z.enum(currencyCodes),
  stock: whole.nullable(),
  delivery_days: whole.nullable(),
  is_priced: z.literal([0, 1]),
  changed_at: text,
})

const step = z.object({
  /** Ids of products that were new. */
  created: z.array(text),
  replaced: z.array(replaced),
  repriced: z.array(repriced),
  /** The shelves of products as they were; '' for none. */
  shelves: z.array(z.object({ id: text, shelf: text })).default([]),
  /** What suppliers offered of these products before, and how many units they had after. */
  offers: z.array(offer).default([]),
  offersAfter: z.array(offer.pick({ product_id: true, supplier: true, stock: true })).default([]),
  /** Ids of categories, brands and attributes that were new. */
  categories: z.array(text),
  brands: z.array(text),
  attributes: z.array(text),
  /** Brands' contacts as they were. */
  contacts: z.array(z.object({ id: text, maker: text, eu_contact: text })),
  /** Attributes and labels as they were; an empty label was not there. */
  changedAttributes: z.array(
    z.object({ id: text, unit: text, facet: z.boolean(), edited: z.boolean().default(false), en: text, sv: text }),
  ),
  labels: z.array(z.object({ attribute_id: text, value: text, language: z.enum(['en', 'sv']), label: text })),
})

export type ImportStep = z.infer<typeof step>
export type Replaced = ImportStep['replaced'][number]
export type Repriced = ImportStep['repriced'][number]

const json = jsonColumn<ImportStep>(step)

/** `catalog_import_steps.before`: what a step replaced, compressed, since a step is some hundred products. */
export const stepJson = {
  read: (stored: string): ImportStep => json.read(inflateSync(Buffer.from(stored, 'base64')).toString()),
  write: (value: ImportStep): string => deflateSync(json.write(value), { level: 3 }).toString('base64'),
}

/** A step that replaced nothing. */
export const emptyStep: ImportStep = {
  created: [],
  replaced: [],
  repriced: [],
  shelves: [],
  offers: [],
  offersAfter: [],
  categories: [],
  brands: [],
  attributes: [],
  contacts: [],
  changedAttributes: [],
  labels: [],
}
