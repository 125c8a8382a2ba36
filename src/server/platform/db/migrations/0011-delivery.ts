import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Creates delivery methods by country and weight, and adds the chosen one to orders. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'delivery_methods', {
    id: 'text',
    kind: 'text',
    position: 'int',
    days_from: 'int',
    days_to: 'int',
    free_from: 'money?',
    above_grams: 'int',
    active: 'flag',
  })
    .addPrimaryKeyConstraint('delivery_methods_pk', ['id'])
    .execute()
  await table(db, 'delivery_method_texts', { method_id: 'text', language: 'text', name: 'text' })
    .addPrimaryKeyConstraint('delivery_method_texts_pk', ['method_id', 'language'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'delivery_method_countries', { method_id: 'text', country: 'text' })
    .addPrimaryKeyConstraint('delivery_method_countries_pk', ['country', 'method_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'delivery_bands', { method_id: 'text', up_to_grams: 'int', price: 'money' })
    .addPrimaryKeyConstraint('delivery_bands_pk', ['method_id', 'up_to_grams'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('delivery', 'text', (define) => define.notNull().defaultTo('{}'))
    .execute()
}
