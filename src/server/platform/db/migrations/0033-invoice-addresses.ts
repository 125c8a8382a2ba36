import type { Kysely } from 'kysely'

/** Adds e-invoice and invoice addresses to organizations and their orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['orders', 'organizations'])
    for (const column of ['peppol_id', 'invoice_address'])
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (define) => define.notNull().defaultTo(''))
        .execute()
}
