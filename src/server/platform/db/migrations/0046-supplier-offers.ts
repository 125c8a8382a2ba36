import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds what suppliers ask for products and have of them, and which of them is offered with how many units. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'supplier_offers', {
    product_id: 'text',
    supplier: 'text',
    number: 'text',
    cost: 'money?',
    currency: 'text',
    stock: 'int?',
    delivery_days: 'int?',
    is_priced: 'flag',
    changed_at: 'text',
  })
    .addPrimaryKeyConstraint('supplier_offers_pk', ['product_id', 'supplier'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'supplier_offers_supplier', 'supplier_offers', ['supplier', 'product_id'])
  await table(db, 'supplied_stock', { product_id: 'text', supplier: 'text', units: 'int', days: 'int' })
    .addPrimaryKeyConstraint('supplied_stock_pk', ['product_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'supplied_stock_supplier', 'supplied_stock', ['supplier'])
}
