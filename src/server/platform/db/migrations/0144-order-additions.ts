import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, table } from './columns.ts'

/**
 * Lines that were added to an order after its invoice or receipt, with the document that charges them; several invoices
 * of one order; what a refund returned to gift cards.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('order_lines')
    .addColumn('addition', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('order_refunds').addColumn('card_back', 'bigint').execute()
  if (kind === 'sqlite') await rebuildInvoices(db)
  else await db.schema.alterTable('invoices').dropConstraint('invoices_of_order').execute()
}

/** SQLite cannot drop a constraint, so the table is copied. */
async function rebuildInvoices(db: Kysely<unknown>): Promise<void> {
  const columns = {
    number: 'text',
    order_id: 'text',
    issued_at: 'text',
    due_at: 'text',
    amount: 'money',
    credited: 'money',
    paid: 'money',
    state: 'text',
  } as const
  await table(db, 'new_invoices', columns).addPrimaryKeyConstraint('invoices_key', ['number']).execute()
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  await sql`insert into new_invoices (${names}) select ${names} from invoices`.execute(db)
  await db.schema.dropTable('invoices').execute()
  await db.schema.alterTable('new_invoices').renameTo('invoices').execute()
  await index(db, 'invoices_by_time', 'invoices', ['issued_at', 'number'])
  await index(db, 'invoices_by_due', 'invoices', ['due_at', 'number'])
  await index(db, 'invoices_by_state', 'invoices', ['state', 'issued_at', 'number'])
  await index(db, 'invoices_by_state_and_due', 'invoices', ['state', 'due_at', 'number'])
  await index(db, 'invoices_by_order', 'invoices', ['order_id'])
}
