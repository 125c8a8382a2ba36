import type { Database, Tables } from '../../src/server/platform/db/tables.ts'
import type { HostileRecords } from '../support/hostile-records.ts'
import { counted, repeat, times } from './repeat-rows.ts'

/** Repeats what the catalogue and the texts have, and what one record of each kind has of everything. */
export async function repeatGoods(db: Database, made: HostileRecords): Promise<void> {
  for (const [table, columns, rows] of [
    ['brands', ['id', 'slug', 'name'], 3],
    ['product_tags', ['id'], 3],
    ['product_tag_texts', ['tag_id', 'slug', 'name'], 6],
    ['search_hints', ['id', 'trigger'], 6],
    ['search_misses', ['query'], 1],
    ['content_pages', ['id', 'slug', 'title'], 4],
    ['guides', ['id', 'slug'], 4],
    ['api_keys', ['id', 'hash', 'name'], 1],
  ] as const satisfies [keyof Tables, string[], number][])
    await repeat(db, table, columns, rows)
  await fillProduct(db, made)
  await fillFamilies(db, made)
  await fillCatalogue(db, made)
  await fillTexts(db)
  await fillHistories(db, made)
}

/** Gives one product pictures, documents, part numbers, devices, categories, related parts, suppliers and prices. */
async function fillProduct(db: Database, { product: product_id, set }: HostileRecords): Promise<void> {
  const pictures = await db.selectFrom('pictures').select(['id', 'width', 'height']).limit(times).execute()
  const products = await db.selectFrom('products').select('id').where('parent_id', 'is', null).limit(times).execute()
  const devices = await db.selectFrom('devices').select('id').limit(times).execute()
  const categories = await db.selectFrom('categories').select('id').limit(times).execute()
  const at = '2026-11-20T09:00:00.000Z'
  const add = async (table: keyof Tables, rows: readonly object[]) =>
    void (await db
      .insertInto(table)
      .values(rows as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute())
  await add(
    'product_pictures',
    pictures.map(({ id: picture_id }, index) => ({ product_id, picture_id, position: 10 + index })),
  )
  await add(
    'library_pictures',
    pictures.map(({ id: picture_id, ...size }, index) => ({
      ...size,
      id: `library-${index}`,
      picture_id,
      name: `Hylla ${index}`,
      alt_en: `Shelf ${index}`,
      alt_sv: `Hylla ${index}`,
      bytes: 300_000,
      added_at: at,
      added_by: 'Karin',
      updated_at: at,
      version: 1,
    })),
  )
  const titles = (index: number) => ({ title_en: `Manual ${index}`, title_sv: `Handbok ${index}` })
  await add(
    'document_files',
    counted((index) => ({ id: `doc-${index}`, bytes: 1_000 })),
  )
  await add(
    'product_documents',
    counted((index) => ({ product_id, document_id: `doc-${index}`, position: index, ...titles(index) })),
  )
  await add(
    'part_numbers',
    counted((index) => ({ product_id, number: `L19-${index}`, normalized: `l19${index}`, kind: 'maker' })),
  )
  await add(
    'product_devices',
    devices.map(({ id: device_id }) => ({ product_id, device_id })),
  )
  await add(
    'category_products',
    categories.map(({ id: category_id }) => ({ category_id, product_id, direct: 1, main: 0 })),
  )
  const others = products.filter(({ id }) => id !== product_id && id !== set)
  await add(
    'product_relations',
    others.map(({ id: related_id }, position) => ({
      product_id,
      related_id,
      kind: 'related',
      position,
      discount_percent: 0,
    })),
  )
  await add(
    'set_items',
    others.map(({ id }, index) => ({ set_id: set, product_id: id, quantity: 1, position: 10 + index })),
  )
  await add(
    'supplier_offers',
    counted((index) => ({
      product_id,
      supplier: `supplier-${index}`,
      number: `L${index}`,
      cost: 5_000 + index,
      currency: 'SEK',
      stock: index,
      delivery_days: 3,
      is_priced: 1,
      changed_at: at,
    })),
  )
  await add(
    'prices',
    counted((index) => ({ product_id, currency: 'SEK', min_quantity: index * 10, amount: 9_000 - index })),
  )
}

/** Gives one product with choices sixty of them. */
async function fillFamilies(db: Database, { variant }: HostileRecords): Promise<void> {
  const choice = await db
    .selectFrom('products')
    .selectAll()
    .where('parent_id', '=', variant)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const texts = await db.selectFrom('product_texts').selectAll().where('product_id', '=', choice.id).execute()
  const products = counted((index) => ({ ...choice, id: `choice-${index}`, sku: `${choice.sku}-${index}` }))
  await db.insertInto('products').values(products).execute()
  const named = counted((index) =>
    texts.map((text) => ({
      ...text,
      product_id: `choice-${index}`,
      slug: `${text.slug}-${index}`,
      label: String(index),
    })),
  )
  await db.insertInto('product_texts').values(named.flat()).execute()
}

/** Gives one attribute sixty values, and one category sixty categories below it. */
async function fillCatalogue(db: Database, { attribute: attribute_id, category }: HostileRecords): Promise<void> {
  const products = await db.selectFrom('products').select('id').limit(times).execute()
  const values = products.map(({ id: product_id }, index) => ({
    product_id,
    attribute_id,
    position: 9,
    value: String(10 + index),
  }))
  await db.insertInto('product_attributes').values(values).execute()
  await db
    .updateTable('categories')
    .set({ parent_id: category })
    .where('parent_id', 'is not', null)
    .where('id', '!=', category)
    .execute()
}

/** Gives one page, one mail and one group of settings sixty earlier versions, and plans pages. */
async function fillTexts(db: Database): Promise<void> {
  const minute = (index: number) => new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString()
  const words = { slug: 'terms', title: 'Terms', description: '', body: '<p>Terms.</p>', is_hidden: 0 } as const
  const version = { kind: 'page', item: 'terms', language: 'en', author: 'Karin', event: 'draft' } as const
  const versions = counted((index) => ({ ...version, ...words, at: minute(index) }))
  await db.insertInto('content_versions').values(versions).execute()
  const mail = await db.selectFrom('mail_texts').selectAll().where('mail', '=', 'subscription').execute()
  const mails = counted((index) => mail.map((row) => ({ ...row, number: index + 1, at: minute(index) })))
  await db.insertInto('mail_texts').values(mails.flat()).execute()
  const pages = await db.selectFrom('content_pages').select(['id', 'language']).where('id', 'like', '%-%').execute()
  for (const [index, { id, language }] of pages.entries())
    await db
      .updateTable('content_pages')
      .set({ publish_at: new Date(Date.now() + index * 3_600_000).toISOString(), draft: '<p>Soon.</p>' })
      .where('id', '=', id)
      .where('language', '=', language)
      .execute()
}

/** Gives one record of each kind sixty entries in the log. */
async function fillHistories(db: Database, made: HostileRecords): Promise<void> {
  const about = [
    ['product', made.product, 'products.change'],
    ['category', made.category, 'categories.change'],
    ['brand', made.brand, 'brands.change'],
    ['tag', made.tag, 'tags.change'],
    ['attribute', made.attribute, 'attributes.change'],
    ['device', made.device, 'devices.change'],
    ['coupon', 'VALKOMMEN10', 'coupons.change'],
    ['webhook', made.webhook, 'webhooks.change'],
    ['campaign', 'hostile', 'campaigns.change'],
  ] as const
  for (const [subject_kind, subject_id, operation] of about)
    await db
      .insertInto('audit_log')
      .values(
        counted((index) => ({
          id: `${subject_kind}-${index}`,
          at: new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString(),
          staff_id: null,
          actor: 'Karin Ägare',
          address: '203.0.113.7',
          operation,
          subject_kind,
          subject_id,
          subject: subject_id,
          before: JSON.stringify({ name: `Namn ${index}` }),
          after: JSON.stringify({ name: `Namn ${index + 1}` }),
          note: '',
        })),
      )
      .execute()
}
