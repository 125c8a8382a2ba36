import path from 'node:path'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Database } from '../../src/server/platform/db/tables.ts'
import type { ShopData } from './shop-process.ts'

/** Opens a shop's database from outside its process and closes it again. */
export async function withDatabase<Result>(
  { folder, databaseUrl }: ShopData,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db } = connect(databaseUrl ? { postgresUrl: databaseUrl } : { sqliteFile: path.join(folder, 'shop.db') })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export type Catalogue = {
  products: number
  productPaths: string[]
  categories: { path: string; products: number }[]
  names: string[]
}

/** URLs and names of a shop in one language: at most `most` products, spread evenly over the catalogue. */
export function readCatalogue(data: ShopData, language: Language, max: number): Promise<Catalogue> {
  return withDatabase(data, async (db) => {
    const rows = await db
      .selectFrom('products as p')
      .innerJoin('product_texts as t', 't.product_id', 'p.id')
      .select(['t.slug', 't.name'])
      .where('p.status', '=', 'published')
      .where('p.parent_id', 'is', null)
      .where('t.language', '=', language)
      .orderBy('p.id')
      .execute()
    const categories = await db
      .selectFrom('category_texts as t')
      .innerJoin('categories as c', 'c.id', 't.category_id')
      .select(['t.path', 'c.product_count as products'])
      .where('t.language', '=', language)
      .orderBy('t.path')
      .execute()
    const chosen = spread(rows, max)
    return {
      products: rows.length,
      productPaths: chosen.map(({ slug }) => href(language, 'product', { slug })),
      categories: categories.map(({ path: slug, products }) => ({
        path: href(language, 'product-category-all', { slug }),
        products,
      })),
      names: chosen.map(({ name }) => name),
    }
  })
}

/** The category with most products among those without subcategories. */
export function biggestLeaf(categories: Catalogue['categories']): string {
  const leaves = categories.filter(
    ({ path: own }) => !categories.some(({ path: other }) => other.startsWith(`${own}/`)),
  )
  return leaves.toSorted((left, right) => right.products - left.products)[0]?.path ?? ''
}

/** Picks items at equal distances. */
export function spread<Item>(items: readonly Item[], max: number): Item[] {
  const step = Math.max(1, items.length / max)
  return Array.from({ length: Math.min(max, items.length) }, (_, at) => items[Math.floor(at * step)]).filter(
    (item) => item !== undefined,
  )
}
