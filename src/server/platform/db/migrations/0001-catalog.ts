import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { check, index, orderedByKey, table } from './columns.ts'

export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await categories(db)
  await categoryLists(db, kind)
  await brands(db)
  await products(db)
  await productTexts(db)
  await productParts(db)
  await prices(db, kind)
  await facts(db, kind)
  await content(db)
}

async function categories(db: Kysely<unknown>): Promise<void> {
  await table(db, 'categories', {
    id: 'text',
    parent_id: 'text?',
    position: 'int',
    main_menu: 'flag',
    picture_id: 'text?',
    uri: 'text?',
    product_count: 'int',
  })
    .addPrimaryKeyConstraint('categories_pk', ['id'])
    .execute()
  await index(db, 'categories_by_parent', 'categories', ['parent_id', 'position'])
  await table(db, 'category_texts', {
    category_id: 'text',
    language: 'text',
    name: 'text',
    slug: 'text',
    path: 'text',
    description: 'text',
  })
    .addPrimaryKeyConstraint('category_texts_pk', ['category_id', 'language'])
    .addUniqueConstraint('category_texts_path', ['language', 'path'])
    .execute()
}

/** Creates the listings of every category in each sort order, and the facet counts. */
async function categoryLists(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'category_products', {
    category_id: 'text',
    product_id: 'text',
    direct: 'flag',
    main: 'flag',
    popularity: 'int',
    published_at: 'text',
    unpriced: 'flag',
    sort_price: 'money',
    name_en: 'text',
    name_sv: 'text',
  })
    .addPrimaryKeyConstraint('category_products_pk', ['category_id', 'product_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'category_products_product', 'category_products', ['product_id'])
  for (const column of ['popularity', 'published_at', 'name_en', 'name_sv']) {
    await index(db, `category_products_by_${column}`, 'category_products', ['category_id', column, 'product_id'])
  }
  await index(db, 'category_products_cheapest', 'category_products', [
    'category_id',
    'unpriced',
    'sort_price',
    'product_id',
  ])
  await sql`create index category_products_dearest
    on category_products (category_id, unpriced, sort_price desc, product_id)`.execute(db)
  await table(db, 'category_facets', { category_id: 'text', attribute_id: 'text', value: 'text', products: 'int' })
    .addPrimaryKeyConstraint('category_facets_pk', ['category_id', 'attribute_id', 'value'])
    .execute()
}

async function brands(db: Kysely<unknown>): Promise<void> {
  await table(db, 'brands', { id: 'text', name: 'text', slug: 'text', maker: 'text', eu_contact: 'text' })
    .addPrimaryKeyConstraint('brands_pk', ['id'])
    .addUniqueConstraint('brands_slug', ['slug'])
    .execute()
}

/** Restricts an index to the products that listings show. */
const listed = sql.raw("where parent_id is null and status = 'published'")

async function products(db: Kysely<unknown>): Promise<void> {
  await table(db, 'products', {
    id: 'text',
    type: 'int',
    sku: 'text',
    parent_id: 'text?',
    position: 'int',
    brand_id: 'text?',
    main_category_id: 'text?',
    picture_id: 'text?',
    group_id: 'text?',
    group_size: 'int',
    discount_category: 'text?',
    vat_class: 'text',
    weight_grams: 'int',
    status: 'text',
    notifyable: 'flag',
    decoration: 'text',
    popularity: 'int',
    published_at: 'text',
    sort_price: 'money?',
    feed: 'text?',
    content_hash: 'text?',
    created_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('products_pk', ['id'])
    .addUniqueConstraint('products_sku', ['sku'])
    .execute()
  await index(db, 'products_by_parent', 'products', ['parent_id', 'position'])
  await index(db, 'products_by_brand', 'products', ['brand_id', 'popularity'])
  const popular = sql`create index products_popular on products (popularity desc, id) ${listed}`
  await popular.execute(db)
  const newest = sql`create index products_newest on products (published_at desc, id) ${listed}`
  await newest.execute(db)
}

async function productTexts(db: Kysely<unknown>): Promise<void> {
  await table(db, 'product_texts', {
    product_id: 'text',
    language: 'text',
    name: 'text',
    prefix: 'text',
    slug: 'text',
    description: 'text',
    label: 'text',
  })
    .addPrimaryKeyConstraint('product_texts_pk', ['product_id', 'language'])
    .addUniqueConstraint('product_texts_slug', ['language', 'slug'])
    .execute()
}

async function productParts(db: Kysely<unknown>): Promise<void> {
  await table(db, 'pictures', { id: 'text', width: 'int', height: 'int' })
    .addPrimaryKeyConstraint('pictures_pk', ['id'])
    .execute()
  await table(db, 'product_pictures', { product_id: 'text', picture_id: 'text', position: 'int' })
    .addPrimaryKeyConstraint('product_pictures_pk', ['product_id', 'position'])
    .execute()
  await table(db, 'product_tags', { id: 'text', position: 'int' })
    .addPrimaryKeyConstraint('product_tags_pk', ['id'])
    .execute()
  await table(db, 'product_tag_texts', {
    tag_id: 'text',
    language: 'text',
    name: 'text',
    slug: 'text',
    description: 'text',
  })
    .addPrimaryKeyConstraint('product_tag_texts_pk', ['tag_id', 'language'])
    .addUniqueConstraint('product_tag_texts_slug', ['language', 'slug'])
    .execute()
  await table(db, 'product_tag_products', { tag_id: 'text', product_id: 'text', position: 'int' })
    .addPrimaryKeyConstraint('product_tag_products_pk', ['tag_id', 'product_id'])
    .execute()
  await table(db, 'set_items', { set_id: 'text', product_id: 'text', quantity: 'int', position: 'int' })
    .addPrimaryKeyConstraint('set_items_pk', ['set_id', 'product_id'])
    .execute()
  await table(db, 'product_relations', {
    product_id: 'text',
    related_id: 'text',
    kind: 'text',
    position: 'int',
    discount_percent: 'int',
  })
    .addPrimaryKeyConstraint('product_relations_pk', ['product_id', 'kind', 'related_id'])
    .execute()
  await table(db, 'subscription_intervals', { product_id: 'text', days: 'int' })
    .addPrimaryKeyConstraint('subscription_intervals_pk', ['product_id', 'days'])
    .execute()
}

async function prices(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'prices', { product_id: 'text', currency: 'text', min_quantity: 'int', amount: 'money' })
    .addPrimaryKeyConstraint('prices_pk', ['product_id', 'currency', 'min_quantity'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'campaigns', { id: 'text', name: 'text', starts_at: 'text', ends_at: 'text' })
    .addPrimaryKeyConstraint('campaigns_pk', ['id'])
    .execute()
  await table(db, 'campaign_prices', {
    campaign_id: 'text',
    product_id: 'text',
    currency: 'text',
    min_quantity: 'int',
    amount: 'money',
  })
    .addPrimaryKeyConstraint('campaign_prices_pk', ['product_id', 'campaign_id', 'currency', 'min_quantity'])
    .execute()
  await table(db, 'price_history', {
    product_id: 'text',
    currency: 'text',
    amount: 'money',
    valid_from: 'text',
    valid_until: 'text?',
  })
    .addPrimaryKeyConstraint('price_history_pk', ['product_id', 'currency', 'valid_from'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'vat_rates', { country: 'text', vat_class: 'text', rate: 'int', valid_from: 'text' })
    .addPrimaryKeyConstraint('vat_rates_pk', ['country', 'vat_class', 'valid_from'])
    .execute()
  await table(db, 'currency_rates', { currency: 'text', per_sek_micro: 'money', valid_from: 'text' })
    .addPrimaryKeyConstraint('currency_rates_pk', ['currency', 'valid_from'])
    .execute()
  await table(db, 'stock', { product_id: 'text', on_hand: 'int', reserved: 'int', incoming_at: 'text?' })
    .addPrimaryKeyConstraint('stock_pk', ['product_id'])
    .addCheckConstraint('stock_never_oversold', check('reserved >= 0 and on_hand >= reserved'))
    .execute()
}

async function facts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'attributes', { id: 'text', unit: 'text', facet: 'flag', position: 'int' })
    .addPrimaryKeyConstraint('attributes_pk', ['id'])
    .execute()
  await table(db, 'attribute_texts', { attribute_id: 'text', language: 'text', name: 'text' })
    .addPrimaryKeyConstraint('attribute_texts_pk', ['attribute_id', 'language'])
    .execute()
  await table(db, 'attribute_value_texts', { attribute_id: 'text', value: 'text', language: 'text', label: 'text' })
    .addPrimaryKeyConstraint('attribute_value_texts_pk', ['attribute_id', 'value', 'language'])
    .execute()
  await table(db, 'product_attributes', { product_id: 'text', attribute_id: 'text', position: 'int', value: 'text' })
    .addPrimaryKeyConstraint('product_attributes_pk', ['product_id', 'attribute_id', 'position'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'product_attributes_by_value', 'product_attributes', ['attribute_id', 'value', 'product_id'])
  await table(db, 'devices', {
    id: 'text',
    brand: 'text',
    series: 'text',
    model: 'text',
    slug: 'text',
    type_numbers: 'text',
  })
    .addPrimaryKeyConstraint('devices_pk', ['id'])
    .addUniqueConstraint('devices_slug', ['slug'])
    .execute()
  await table(db, 'product_devices', { product_id: 'text', device_id: 'text' })
    .addPrimaryKeyConstraint('product_devices_pk', ['product_id', 'device_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'product_devices_by_device', 'product_devices', ['device_id', 'product_id'])
  await table(db, 'part_numbers', { product_id: 'text', number: 'text', normalized: 'text', kind: 'text' })
    .addPrimaryKeyConstraint('part_numbers_pk', ['product_id', 'normalized', 'kind'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'part_numbers_by_number', 'part_numbers', ['normalized'])
}

async function content(db: Kysely<unknown>): Promise<void> {
  await table(db, 'content_pages', {
    id: 'text',
    language: 'text',
    slug: 'text',
    title: 'text',
    description: 'text',
    draft: 'text?',
    published: 'text?',
    publish_at: 'text?',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('content_pages_pk', ['id', 'language'])
    .addUniqueConstraint('content_pages_slug', ['language', 'slug'])
    .execute()
  await table(db, 'widgets', {
    slug: 'text',
    language: 'text',
    draft: 'text?',
    published: 'text?',
    hidden: 'flag',
    publish_at: 'text?',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('widgets_pk', ['slug', 'language'])
    .execute()
  await table(db, 'deals', { id: 'text', product_id: 'text', discount: 'int', starts_at: 'text', expires_at: 'text' })
    .addPrimaryKeyConstraint('deals_pk', ['id'])
    .execute()
  await table(db, 'deal_texts', { deal_id: 'text', language: 'text', title: 'text' })
    .addPrimaryKeyConstraint('deal_texts_pk', ['deal_id', 'language'])
    .execute()
  await table(db, 'search_hints', {
    id: 'text',
    language: 'text',
    trigger: 'text',
    hint: 'text',
    url: 'text',
    url_title: 'text',
  })
    .addPrimaryKeyConstraint('search_hints_pk', ['id', 'language'])
    .execute()
}
