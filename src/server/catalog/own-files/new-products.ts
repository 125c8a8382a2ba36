import { productType } from '../../../domain/products/products.ts'
import type { Spool } from '../import/spool-queries.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import type { OwnNames } from './own-names.ts'
import { parseProductType } from './own-part-columns.ts'

/** What the key of a row without an id begins with, so that the row stays apart from those with ids. */
const unnamed = 'new '
const idForm = /^[\w.-]{1,120}$/

export const keyOf = (id: string, sku: string): string => id || `${unnamed}${sku}`
export const hasId = (key: string): boolean => !key.startsWith(unnamed)
/** An id may be that of the same product in another shop. */
export const mayBecomeProduct = (key: string): boolean => !hasId(key) || idForm.test(key)
export const newId = (key: string, sku: string): string =>
  hasId(key) ? key : `own-${Buffer.from(sku).toString('base64url')}`

/** Adds the products that the file itself brings to the names that its rows may use. */
export function withNew(rows: Spool<Record<string, string>>, named: readonly string[], names: OwnNames): OwnNames {
  const [id, type] = [new Map(names.id), new Map(names.type)]
  for (const sku of named) {
    const row = id.has(sku) ? undefined : rows.known('', sku)
    if (!row || !mayBecomeProduct(row.id)) continue
    id.set(sku, newId(row.id, sku))
    type.set(sku, parseProductType(rows.record(row.id)?.['type'] ?? ''))
  }
  return { ...names, id, type }
}

/** Takes out the records that name a new product that cannot be made, and those that name them in turn. */
export function takeOutDangling(
  changed: Spool,
  gone: Set<string>,
  reject: (record: { row: number; id: string }, named: string) => void,
): void {
  for (let before = 0; gone.size > before;) {
    before = gone.size
    for (const { id, row } of [...changed.keys(500)].flat()) {
      const record = changed.record(id)
      const named = record && namedBy(record).find((each) => gone.has(each))
      if (named === undefined) continue
      gone.add(id)
      changed.remove({ id, row })
      reject({ row, id }, named)
    }
  }
}

function namedBy({ parent_id: parent, set_items: items, relations }: ProductRecord): string[] {
  return [
    ...(parent === null ? [] : [parent]),
    ...items.map(({ product_id: id }) => id),
    ...relations.map(({ related_id: id }) => id),
  ]
}

export function newProduct(id: string, sku: string, now: Date): ProductRecord {
  const texts = { name: '', prefix: '', slug: '', description: '', label: '' }
  return {
    id,
    type: productType.standard,
    sku,
    parent_id: null,
    position: 0,
    brand_id: null,
    main_category_id: null,
    category_ids: [],
    texts: { en: texts, sv: texts },
    picture_ids: [],
    group_id: null,
    group_size: 1,
    discount_category: null,
    vat_class: 'standard',
    weight_grams: 0,
    status: 'published',
    notifyable: true,
    decoration: '',
    popularity: 0,
    published_at: now.toISOString(),
    feed: null,
    prices: [],
    stock: { on_hand: 0, incoming_at: null },
    attributes: [],
    part_numbers: [],
    device_ids: [],
    set_items: [],
    relations: [],
    subscription_days: [],
  }
}
