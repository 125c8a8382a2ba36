import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** The part with an article number, in the spelling of the shop or in capitals. */
export async function productBySku(db: Queryable, sku: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('sku', 'in', [sku, sku.toUpperCase()])
    .where('type', '<>', productType.variant)
    .executeTakeFirst()
  return row?.id
}

/** Any part of a VAT class that has a price; its cost grows with the number of products. */
export async function sampleOfClass(listDb: Queryable, vatClass: string): Promise<string | undefined> {
  const row = await listDb
    .selectFrom('products')
    .select('id')
    .where('vat_class', '=', vatClass)
    .where('status', '=', 'published')
    .where('type', '=', productType.standard)
    .where('sort_price', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
