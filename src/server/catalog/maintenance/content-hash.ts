import { hash } from 'node:crypto'
import { languages } from '../../../domain/places/locales.ts'
import type { ProductRecord } from './product-record.ts'

/** Raise when records are stored differently, so that the next import writes everything again. */
const writerVersion = 1

/**
 * Summarizes a record as a hash of its content, a space, and its stock. Equal texts mean that nothing has to be
 * written; an equal first half means that only the stock changed. `published_at` is not included, because it is set
 * when a product is first imported.
 */
export function contentHash(record: ProductRecord): string {
  return withStock(hash('sha256', canonicalText(record), 'base64url'), record.stock)
}

/** Joins the hash of everything but stock to the stock. */
export function withStock(rest: string, stock: ProductRecord['stock']): string {
  return `${rest} ${stock ? `${stock.on_hand}/${stock.incoming_at ?? ''}` : '-'}`
}

/** Returns the part before the space: the hash of everything but stock. */
export function withoutStock(contentHash: string): string {
  return contentHash.slice(0, contentHash.indexOf(' '))
}

function canonicalText(record: ProductRecord): string {
  return JSON.stringify([
    writerVersion,
    record.type,
    record.sku,
    record.parent_id,
    record.position,
    record.brand_id,
    record.main_category_id,
    record.category_ids,
    languages.map((language) => textsOf(record, language)),
    record.picture_ids,
    record.group_id,
    record.group_size,
    record.discount_category,
    record.vat_class,
    record.weight_grams,
    record.status,
    record.notifyable,
    record.decoration,
    record.popularity,
    record.feed,
    record.prices.map((price) => [price.currency, price.min_quantity, price.amount]),
    record.attributes.map((attribute) => [attribute.attribute_id, attribute.value]),
    record.part_numbers.map((part) => [part.kind, part.number]),
    record.device_ids,
    record.set_items.map((item) => [item.product_id, item.quantity]),
    record.relations.map((relation) => [relation.kind, relation.related_id, relation.discount_percent]),
    record.subscription_days,
    ...(record.free ? ['free'] : []),
    ...(record.weight_assumed ? ['weight assumed'] : []),
    ...(record.picture_alts ? [record.picture_alts] : []),
    ...(record.campaign ? [record.campaign] : []),
    ...(record.offer ? [record.offer] : []),
    ...(record.documents ? [{ documents: record.documents }] : []),
  ])
}

function textsOf({ texts }: ProductRecord, language: keyof ProductRecord['texts']): string[] {
  const { name, prefix, slug, description, label } = texts[language]
  return [name, prefix, slug, description, label]
}
