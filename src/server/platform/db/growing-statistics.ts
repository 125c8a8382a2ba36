import { sql } from 'kysely'
import type { DatabaseKind } from './connect.ts'
import type { Database } from './tables.ts'

/** Below this number of new products, plans for an empty table are good enough. */
const min = 1_000

/**
 * Updates the statistics by which PostgreSQL chooses between an index and a scan, of what searches and lists read.
 * PostgreSQL itself does so up to a minute after an import, and pages took several times as long until then.
 */
export async function analyzeCatalogue(db: Database): Promise<void> {
  await sql`analyze search_documents, search_vocabulary, search_word_endings, search_misspellings, products,
    product_list_keys, product_texts, product_pictures, product_documents, product_attributes, product_devices,
    product_relations, category_products, category_texts, part_numbers, prices, price_history, product_sort_prices,
    set_items, subscription_intervals, campaign_prices, stock`.execute(db)
}

/**
 * Analyses the catalogue each time an import has doubled it. PostgreSQL keeps the plans of prepared statements that it
 * made for a few rows, and every batch would scan all tables.
 */
export class GrowingStatistics {
  readonly #db: Database
  readonly #kind: DatabaseKind
  #known: number | undefined
  #added = 0

  constructor(db: Database, kind: DatabaseKind) {
    this.#db = db
    this.#kind = kind
  }

  /** Notes new products. */
  async grow(products: number): Promise<void> {
    if (this.#kind !== 'postgres' || products === 0) return
    this.#known ??= await analysedProducts(this.#db)
    this.#added += products
    if (this.#added < Math.max(min, this.#known)) return
    await analyzeCatalogue(this.#db)
    this.#known += this.#added
    this.#added = 0
  }
}

/** Reads how many products there were at the last analysis; 0 when there was none. */
async function analysedProducts(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select reltuples::bigint as count from pg_class
    where oid = 'products'::regclass`.execute(db)
  return Math.max(0, Number(rows[0]?.count ?? 0))
}
