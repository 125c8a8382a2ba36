import { pagesTag } from '../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction, Queryable } from '../platform/db/tables.ts'

/** Written beside the tag `catalog` where the catalogue changed because many products did, as in an import. */
export const manyProductsTag = 'catalog:many'

/** Purges all pages of the catalogue, and tells that attributes or their values are called otherwise. */
export const labelsTag = 'catalog:labels'

const updatedTag = 'catalog:updated:'

/**
 * Purges all pages of the catalogue, and tells that prices and stock have changed of the products with this
 * `updated_at` alone.
 */
export const updatedAtTag = (at: string): string => `${updatedTag}${at}`

/** The moment of such a tag; undefined for another one. */
export function momentOf(tag: string): string | undefined {
  return tag.startsWith(updatedTag) ? tag.slice(updatedTag.length) : undefined
}

/** The tags of the pages that these tags purge. */
export function tagsOfPages(tags: readonly string[]): readonly string[] {
  const own = tags.filter((tag) => tag !== pagesTag && tag !== labelsTag && momentOf(tag) === undefined)
  return own.length === tags.length ? tags : [...own, 'catalog']
}

/**
 * Returns the products whose pages show these products: themselves, their parents (for variants) and the sets that
 * contain them.
 */
export async function productsShowing(db: Queryable, productIds: readonly string[]): Promise<string[]> {
  const parents = await db
    .selectFrom('products')
    .select('parent_id as id')
    .where('id', 'in', productIds)
    .where('parent_id', 'is not', null)
    .execute()
  const sets = await db.selectFrom('set_items').select('set_id as id').where('product_id', 'in', productIds).execute()
  return [...new Set([...productIds, ...parents.flatMap((row) => row.id ?? []), ...sets.map((row) => row.id)])]
}

export async function insertInvalidations(
  trx: DatabaseTransaction,
  tags: readonly string[],
  at: string,
): Promise<void> {
  await trx
    .insertInto('invalidations')
    .values(tags.map((tag) => ({ tag, created_at: at })))
    .execute()
}

/**
 * Reads the products of the campaigns that began or ended between two moments, at most `most` of them; undefined where
 * no campaign did.
 */
export async function turnedProducts(
  db: Queryable,
  { after, until }: { after: string; until: string },
  max: number,
): Promise<string[] | undefined> {
  const turned = db
    .selectFrom('campaigns')
    .select('id')
    .where((on) =>
      on.or([
        on.and([on('starts_at', '>', after), on('starts_at', '<=', until)]),
        on.and([on('ends_at', '>', after), on('ends_at', '<=', until)]),
      ]),
    )
  if (!(await turned.limit(1).executeTakeFirst())) return undefined
  const rows = await db
    .selectFrom('campaign_prices')
    .select('product_id')
    .distinct()
    .where('campaign_id', 'in', turned)
    .limit(max)
    .execute()
  return rows.map((row) => row.product_id)
}
