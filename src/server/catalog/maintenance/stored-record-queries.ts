import { sql } from 'kysely'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'

/** Reads the rows of which these products consist, each kind in its order. */
export async function productParts(db: Database, kind: DatabaseKind, ids: readonly string[]) {
  const these = textList(kind, ids)
  const [products, texts, pictures, prices, stock, attributes] = await batchQueries(
    db,
    db
      .selectFrom('products')
      .select(['id', 'type', 'sku', 'parent_id', 'position', 'brand_id', 'main_category_id', 'group_id', 'group_size'])
      .select(['discount_category', 'vat_class', 'weight_grams', 'status', 'notifyable', 'decoration', 'popularity'])
      .select(['published_at', 'free', 'weight_assumed', 'feed', 'content_hash', 'updated_at'])
      .where('id', 'in', these),
    db
      .selectFrom('product_texts')
      .select(['product_id', 'language', 'name', 'prefix', 'slug', 'description', 'label'])
      .where('product_id', 'in', these),
    db
      .selectFrom('product_pictures')
      .select(['product_id', 'picture_id', 'alt_en', 'alt_sv'])
      .where('product_id', 'in', these)
      .orderBy('position'),
    db
      .selectFrom('prices')
      .select(['product_id', 'currency', 'min_quantity', 'amount'])
      .where('product_id', 'in', these)
      .orderBy('currency')
      .orderBy('min_quantity'),
    db
      .selectFrom('stock')
      .leftJoin('supplied_stock', 'supplied_stock.product_id', 'stock.product_id')
      .select(['stock.product_id', 'incoming_at'])
      .select(sql<number>`on_hand - coalesce(units, 0)`.as('on_hand'))
      .where('stock.product_id', 'in', these),
    db
      .selectFrom('product_attributes')
      .select(['product_id', 'attribute_id', 'value'])
      .where('product_id', 'in', these)
      .orderBy('position'),
  )
  return { products, texts, pictures, prices, stock, attributes, ...(await linkedParts(db, these)) }
}

async function linkedParts(db: Database, these: ReturnType<typeof textList>) {
  const [campaigns, numbers, devices, listed, unlisted, relations, intervals, pieces, documents] = await batchQueries(
    db,
    db
      .selectFrom('campaign_prices as price')
      .innerJoin('campaigns', 'campaigns.id', 'price.campaign_id')
      .select(['price.product_id', 'price.currency', 'price.amount', 'campaigns.starts_at', 'campaigns.ends_at'])
      .where('price.product_id', 'in', these)
      .where('price.campaign_id', 'like', 'feed-%')
      .orderBy('price.currency'),
    db
      .selectFrom('part_numbers')
      .select(['product_id', 'number', 'normalized', 'kind'])
      .where('product_id', 'in', these)
      .orderBy('kind')
      .orderBy('normalized'),
    db
      .selectFrom('product_devices')
      .select(['product_id', 'device_id'])
      .where('product_id', 'in', these)
      .orderBy('device_id'),
    listedCategories(db, these),
    unlistedCategories(db, these),
    db
      .selectFrom('product_relations')
      .select(['product_id', 'related_id', 'kind', 'discount_percent'])
      .where('product_id', 'in', these)
      .orderBy('position'),
    db
      .selectFrom('subscription_intervals')
      .select(['product_id', 'days'])
      .where('product_id', 'in', these)
      .orderBy('days'),
    db
      .selectFrom('set_items')
      .select(['set_id as product_id', 'product_id as piece_id', 'quantity'])
      .where('set_id', 'in', these)
      .orderBy('position'),
    documentsOf(db, these),
  )
  return { campaigns, numbers, devices, listed, unlisted, relations, intervals, pieces, documents }
}

function documentsOf(db: Database, these: ReturnType<typeof textList>) {
  return db
    .selectFrom('product_documents')
    .select(['product_id', 'document_id', 'title_en', 'title_sv'])
    .where('product_id', 'in', these)
    .orderBy('position')
}

function listedCategories(db: Database, these: ReturnType<typeof textList>) {
  return db
    .selectFrom('category_products')
    .select(['product_id', 'category_id'])
    .where('product_id', 'in', these)
    .where('direct', '=', 1)
    .orderBy('main', 'desc')
    .orderBy('category_id')
}

function unlistedCategories(db: Database, these: ReturnType<typeof textList>) {
  return db
    .selectFrom('unlisted_categories')
    .select(['product_id', 'category_id'])
    .where('product_id', 'in', these)
    .orderBy('category_id')
}
