import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export function brandById(db: Queryable, id: string): Promise<Row<'brands'> | undefined> {
  return db.selectFrom('brands').selectAll().where('id', '=', id).executeTakeFirst()
}

export function brandAtSlug(db: Queryable, slug: string): Promise<Row<'brands'> | undefined> {
  return db.selectFrom('brands').selectAll().where('slug', '=', slug).executeTakeFirst()
}

export async function insertBrand(trx: DatabaseTransaction, row: NewRow<'brands'>): Promise<void> {
  await trx.insertInto('brands').values(row).execute()
}

export async function updateBrand(trx: DatabaseTransaction, { id, ...columns }: NewRow<'brands'>): Promise<void> {
  await trx.updateTable('brands').set(columns).where('id', '=', id).execute()
}

export async function deleteBrand(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('brand_former_slugs').where('brand_id', '=', id).execute()
  await trx.deleteFrom('brands').where('id', '=', id).execute()
}

/** Notes an address that a brand had, and forgets its present one as a former address of any brand. */
export async function recordFormerSlug(trx: DatabaseTransaction, id: string, from: string, to: string): Promise<void> {
  await deleteFormerSlug(trx, to)
  await trx
    .insertInto('brand_former_slugs')
    .values({ slug: from, brand_id: id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ brand_id: id }))
    .execute()
}

export async function deleteFormerSlug(trx: DatabaseTransaction, slug: string): Promise<void> {
  await trx.deleteFrom('brand_former_slugs').where('slug', '=', slug).execute()
}

/** The products of a brand, drafts included. */
export async function productsOfBrand(db: Queryable, id: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('products').select('id').where('brand_id', '=', id).limit(limit).execute()
  return rows.map((row) => row.id)
}
