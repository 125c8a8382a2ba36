import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import type { SaveOptions } from '../../../src/server/catalog/maintenance/save-options.ts'
import type { DatabaseKind } from '../../../src/server/platform/db/connect.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'

/** A plain product; tests pass in what they need. */
export function aRecord(id: string, changes: Partial<ProductRecord> = {}): ProductRecord {
  const texts = (name: string) => ({ name, prefix: '', slug: '', description: '', label: '' })
  return {
    id,
    type: 1,
    sku: `SKU-${id}`,
    parent_id: null,
    position: 0,
    brand_id: null,
    main_category_id: 'fans',
    category_ids: ['fans'],
    texts: { en: texts(`Fan ${id}`), sv: texts(`Fläkt ${id}`) },
    picture_ids: [],
    group_id: null,
    group_size: 1,
    discount_category: null,
    vat_class: 'standard',
    weight_grams: 100,
    status: 'published',
    notifyable: true,
    decoration: '',
    popularity: 5,
    published_at: '2026-01-01T00:00:00.000Z',
    feed: 'test',
    prices: [{ currency: 'SEK', min_quantity: 1, amount: 19_900 }],
    stock: { on_hand: 10, incoming_at: null },
    attributes: [],
    part_numbers: [],
    device_ids: [],
    set_items: [],
    relations: [],
    subscription_days: [],
    ...changes,
  }
}

/** Categories `parts` and, below it, `fans` and `cases`; the facet attribute `colour` and the plain one `note`. */
export async function writeCategories(db: Database): Promise<void> {
  const category = (id: string, parent_id: string | null) => ({
    id,
    parent_id,
    position: 0,
    main_menu: 0 as const,
    picture_id: null,
    uri: null,
    product_count: 0,
  })
  await db
    .insertInto('categories')
    .values([category('parts', null), category('fans', 'parts'), category('cases', 'parts')])
    .execute()
  await db
    .insertInto('attributes')
    .values([
      { id: 'colour', unit: '', facet: 1, position: 0 },
      { id: 'note', unit: '', facet: 0, position: 1 },
    ])
    .execute()
}

export function optionsAt(kind: DatabaseKind, at = '2026-02-01T00:00:00.000Z'): SaveOptions {
  return { kind, now: new Date(at), productPath: (language, slug) => `/${language}/p/${slug}` }
}
