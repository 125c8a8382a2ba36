import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Creates recent confirmations of VAT numbers, and adds the buyer's number and its confirmation to orders. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'vat_confirmations', {
    number: 'text',
    checked_by: 'text',
    consultation_number: 'text',
    confirmed_at: 'text',
  })
    .addPrimaryKeyConstraint('vat_confirmations_pk', ['number', 'checked_by'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'vat_confirmations_by_age', 'vat_confirmations', ['confirmed_at'])
  for (const column of ['vat_number', 'consultation_number'])
    await db.schema.alterTable('orders').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('orders')
    .addColumn('reverse_charge', 'integer', (define) => define.notNull().defaultTo(0))
    .execute()
}
