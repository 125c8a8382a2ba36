import type { Generated } from 'kysely'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import type { AttributeKind } from '../../../../domain/products/attribute-kinds.ts'
import type { ProductType } from '../../../../domain/products/products.ts'
import type { Flag } from './flag.ts'

export type CatalogTables = CategoryTables & ProductTables & PriceTables & FactTables & ContentTables

type CategoryTables = {
  categories: {
    id: string
    parent_id: string | null
    position: number
    main_menu: Flag
    picture_id: string | null
    uri: string | null
    product_count: number
  }
  /** `path` is the slash-joined chain of slugs in that language (spec section 2). */
  category_texts: {
    category_id: string
    language: Language
    name: string
    slug: string
    path: string
    description: string
    /** For search engines; empty where the name and the description stand for them. */
    page_title: Generated<string>
    meta_description: Generated<string>
  }
  /** Addresses that a category had: feeds still find it by them. */
  category_former_paths: { language: Language; path: string; category_id: string }
  /** Categories that are gone because they were merged into others. */
  category_merges: { category_id: string; into_id: string }
  /** All categories of a product that no list shows: a draft, or the choice of a variant. */
  unlisted_categories: { product_id: string; category_id: string }
  /** The listing of a category: its own products (`direct`) and those of its descendants. */
  category_products: {
    category_id: string
    product_id: string
    direct: Flag
    main: Flag
  }
  /** Attributes in which alternatives to a product of the category must agree with it. */
  category_fit_attributes: { category_id: string; attribute_id: string }
  /** The attributes that cards show in a category and below it. */
  category_facts: { category_id: string; attribute_id: string; position: number }
  /** The exchange rates with which `product_sort_prices` were computed. */
  sort_price_rates: { currency: CurrencyCode; per_sek_micro: number }
}

type ProductTables = {
  /** `maker` and `eu_contact` are shown for product safety. */
  brands: {
    id: string
    name: string
    slug: string
    maker: string
    eu_contact: string
    description_en: Generated<string>
    description_sv: Generated<string>
  }
  /** Addresses that a brand had: feeds still find it by them. */
  brand_former_slugs: { slug: string; brand_id: string }
  /** A variant's choices are products with `parent_id`; only rows without one are listed. */
  products: {
    id: string
    type: ProductType
    sku: string
    parent_id: string | null
    position: number
    brand_id: string | null
    main_category_id: string | null
    picture_id: string | null
    group_id: string | null
    group_size: number
    discount_category: string | null
    vat_class: string
    weight_grams: number
    /** An import took the weight for granted: delivery counts it, shoppers do not see it. */
    weight_assumed: Flag
    status: 'published' | 'draft'
    notifyable: Flag
    decoration: string
    popularity: number
    published_at: string
    sort_price: number | null
    /** Free of charge: only then can it be ordered at a price of 0. */
    free: Flag
    feed: string | null
    content_hash: string | null
    created_at: string
    updated_at: string
  }
  /** PostgreSQL only: what triggers copy from `products`, whose rows stay in their place while imports change it. */
  product_list_keys: { product_id: string; sku: string; updated_at: string; is_priced: Flag }
  /** `slug` is unique per language; `label` names a variant's choice ("US layout"). */
  product_texts: {
    product_id: string
    language: Language
    name: string
    prefix: string
    slug: string
    description: string
    label: string
  }
  /** `alt_en` and `alt_sv` are empty where the product's name describes the picture. */
  product_pictures: { product_id: string; picture_id: string; position: number; alt_en: string; alt_sv: string }
  /**
   * A photograph exists as `SHOP_DATA/pictures/{id}-{image kind}.avif` and `.webp`; a drawing, whose id ends with
   * `.svg`, as the file of that name.
   */
  pictures: { id: string; width: number; height: number }
  /** How often the page of a product was sent to browsers on a day (`2026-11-26`) of the home country. */
  product_views: { day: string; product_id: string; views: number }
  /** A picture as it was uploaded, in the file `SHOP_DATA/originals/{id}`, which is never served. */
  picture_originals: { id: string; bytes: number }
  /** A picture that is a part of another, in pixels of the upright original of `original_id`. */
  picture_crops: { id: string; original_id: string; x: number; y: number; width: number; height: number }
  /** A file `SHOP_DATA/documents/{id}.pdf`, named after its content. */
  document_files: { id: string; bytes: number }
  /** A title is empty where a document has none in that language. */
  product_documents: { product_id: string; document_id: string; position: number; title_en: string; title_sv: string }
  /** Rows of both tables that nothing refers to; `is_gone` once the row is deleted and its files are about to be. */
  unused_files: { kind: 'picture' | 'document'; id: string; unused_since: string; is_gone: Flag }
  product_tags: { id: string; position: number }
  product_tag_texts: { tag_id: string; language: Language; name: string; slug: string; description: string }
  product_tag_products: { tag_id: string; product_id: string; position: number }
  set_items: { set_id: string; product_id: string; quantity: number; position: number }
  product_relations: {
    product_id: string
    related_id: string
    /** A `successor` replaces the product for good. */
    kind: 'accessory' | 'bundle' | 'alternative' | 'successor'
    position: number
    discount_percent: number
  }
  subscription_intervals: { product_id: string; days: number }
}

type PriceTables = {
  /** The sort price of a product that has its own price in a currency. */
  product_sort_prices: { product_id: string; currency: CurrencyCode; sort_price: number }
  /** Normal price tiers: the home's currency is the base; tiers in another currency take precedence over conversion. */
  prices: { product_id: string; currency: CurrencyCode; min_quantity: number; amount: number }
  campaigns: { id: string; name: string; starts_at: string; ends_at: string }
  campaign_prices: {
    campaign_id: string
    product_id: string
    currency: CurrencyCode
    min_quantity: number
    amount: number
  }
  /** Every unit price a product has had, for the lowest price of the last 30 days. */
  price_history: {
    product_id: string
    currency: CurrencyCode
    amount: number
    valid_from: string
    valid_until: string | null
  }
  vat_rates: { country: string; vat_class: string; rate: number; valid_from: string }
  /** Millionths of the currency per unit of the base currency; the name is from when that was always SEK. */
  currency_rates: { currency: CurrencyCode; per_sek_micro: number; valid_from: string }
  /** `on_hand` counts the shop's own units and those of `supplied_stock`; orders take the own ones first. */
  stock: { product_id: string; on_hand: number; reserved: number; incoming_at: string | null }
  /**
   * Available units below which a part is to be ordered again; parts without a level are not watched. `shortage` is the
   * level less the available units, kept by triggers.
   */
  stock_levels: { product_id: string; level: number; shortage: Generated<number> }
  /** Where in the stockroom a part is, as its shelf is marked. */
  stock_shelves: { product_id: string; shelf: string }
  /**
   * What a supplier has of a product, and what it asks for one without VAT; no page shows it. `is_priced` when the
   * product's price follows from the cost. `changed_at` is when a feed last said something new.
   */
  supplier_offers: {
    product_id: string
    supplier: string
    number: string
    cost: number | null
    currency: CurrencyCode
    stock: number | null
    delivery_days: number | null
    is_priced: Flag
    changed_at: string
  }
  /** The supplier whose units are sold with the shop's own, '' while only these are; `days` until it delivers. */
  supplied_stock: { product_id: string; supplier: string; units: number; days: number }
}

type FactTables = {
  /** `edited` when staff have made it or changed its names, unit or words, which imports then keep. */
  attributes: {
    id: string
    unit: string
    facet: Flag
    position: number
    /** Values of another kind than text are checked when they are written. */
    kind: Generated<AttributeKind>
    edited: Generated<Flag>
  }
  attribute_texts: { attribute_id: string; language: Language; name: string }
  attribute_value_texts: { attribute_id: string; value: string; language: Language; label: string }
  product_attributes: { product_id: string; attribute_id: string; position: number; value: string }
  devices: { id: string; brand: string; series: string; model: string; slug: string; type_numbers: string }
  /** Search texts of devices, written by `indexDevices`: normalized by `deviceNames` of domain/products/devices.ts. */
  device_names: { normalized: string; device_id: string }
  product_devices: { product_id: string; device_id: string }
  /** Part numbers that find a product: its own, its maker's, and those it replaces. */
  part_numbers: { product_id: string; number: string; normalized: string; kind: 'own' | 'maker' | 'replaces' | 'ean' }
}

type ContentTables = {
  /** A draft column is null where the draft does not differ; the draft is published from `publish_at` on. */
  content_pages: {
    id: string
    language: Language
    slug: string
    title: string
    description: string
    draft: string | null
    draft_title: string | null
    draft_description: string | null
    published: string | null
    publish_at: string | null
    updated_at: string
  }
  widgets: {
    slug: string
    language: Language
    draft: string | null
    draft_hidden: Flag | null
    published: string | null
    hidden: Flag
    publish_at: string | null
    updated_at: string
  }
  deals: { id: string; product_id: string; discount: number; starts_at: string; expires_at: string }
  deal_texts: { deal_id: string; language: Language; title: string }
  search_hints: { id: string; language: Language; trigger: string; hint: string; url: string; url_title: string }
}
