import { languages } from '../../../domain/places/locales.ts'
import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import type { NewRow } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import type { Slugs } from './save-options.ts'

type Computed = { sort_price: number | null; content_hash: string | null; published_at: string; at: string }

export function productRow(record: ProductRecord, { at, ...computed }: Computed): NewRow<'products'> {
  return {
    id: record.id,
    type: record.type,
    sku: record.sku,
    parent_id: record.parent_id,
    position: record.position,
    brand_id: record.brand_id,
    main_category_id: record.main_category_id,
    picture_id: record.picture_ids[0] ?? null,
    group_id: record.group_id,
    group_size: record.group_size,
    discount_category: record.discount_category,
    vat_class: record.vat_class,
    weight_grams: record.weight_grams,
    weight_assumed: record.weight_assumed ? 1 : 0,
    status: record.status,
    notifyable: record.notifyable ? 1 : 0,
    decoration: record.decoration,
    popularity: record.popularity,
    free: record.free ? 1 : 0,
    feed: record.feed,
    created_at: at,
    updated_at: at,
    ...computed,
  }
}

export function textRows(record: ProductRecord, slugs: Slugs): NewRow<'product_texts'>[] {
  return languages.map((language) => {
    const { name, prefix, slug, description, label } = record.texts[language]
    return {
      product_id: record.id,
      language,
      name,
      prefix,
      slug: slugs[language].get(record.id) ?? slug,
      description,
      label,
    }
  })
}

export function pictureRows({ id, picture_ids, picture_alts: alts }: ProductRecord): NewRow<'product_pictures'>[] {
  return picture_ids.map((picture_id, position) => ({
    product_id: id,
    picture_id,
    position,
    alt_en: alts?.en[position] ?? '',
    alt_sv: alts?.sv[position] ?? '',
  }))
}

export function documentRows({ id, documents = [] }: ProductRecord): NewRow<'product_documents'>[] {
  return uniqueBy(documents, (document) => document.id).map(({ id: document_id, title_en, title_sv }, position) => ({
    product_id: id,
    document_id,
    position,
    title_en,
    title_sv,
  }))
}

export function priceRows({ id, prices }: ProductRecord): NewRow<'prices'>[] {
  return prices.map(({ currency, min_quantity, amount }) => ({ product_id: id, currency, min_quantity, amount }))
}

export function attributeRows({ id, attributes }: ProductRecord): NewRow<'product_attributes'>[] {
  const unique = uniqueBy(attributes, ({ attribute_id, value }) => `${attribute_id} ${value}`)
  return unique.map(({ attribute_id, value }, position) => ({ product_id: id, attribute_id, position, value }))
}

/** Builds the part-number rows; a part is always found by its own SKU. */
export function partNumberRows({ id, sku, part_numbers }: ProductRecord): readonly NewRow<'part_numbers'>[] {
  const rows = [{ number: sku, kind: 'own' as const }, ...part_numbers]
    .map(({ number, kind }) => ({ product_id: id, number, normalized: normalizePartNumber(number), kind }))
    .filter((row) => row.normalized !== '')
  return uniqueBy(rows, ({ kind, normalized }) => `${kind} ${normalized}`)
}

export function deviceRows({ id, device_ids }: ProductRecord): NewRow<'product_devices'>[] {
  return [...new Set(device_ids)].map((device_id) => ({ product_id: id, device_id }))
}

export function setRows({ id, set_items }: ProductRecord): NewRow<'set_items'>[] {
  const unique = uniqueBy(set_items, (item) => item.product_id)
  return unique.map(({ product_id, quantity }, position) => ({ set_id: id, product_id, quantity, position }))
}

export function relationRows({ id, relations }: ProductRecord): NewRow<'product_relations'>[] {
  const unique = uniqueBy(relations, ({ kind, related_id }) => `${kind} ${related_id}`)
  return unique.map(({ related_id, kind, discount_percent }, position) => ({
    product_id: id,
    related_id,
    kind,
    position,
    discount_percent,
  }))
}

export function intervalRows({ id, subscription_days }: ProductRecord): NewRow<'subscription_intervals'>[] {
  return [...new Set(subscription_days)].map((days) => ({ product_id: id, days }))
}

/** Builds the initial stock row; an existing product keeps its reservations. */
export function stockRows({ id, stock }: ProductRecord): NewRow<'stock'>[] {
  return stock ? [{ product_id: id, on_hand: stock.on_hand, reserved: 0, incoming_at: stock.incoming_at }] : []
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  if (items.length < 2) return items
  return [...new Map(items.map((item) => [key(item), item])).values()]
}
