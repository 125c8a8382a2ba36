import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Extends organizations with invitations, order references, paid invoices and quotes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['order_reference', 'cost_centre']) {
    await db.schema
      .alterTable('orders')
      .addColumn(column, 'text', (define) => define.notNull().defaultTo(''))
      .execute()
  }
  await db.schema.alterTable('orders').addColumn('invoice_paid_at', 'text').execute()
  await index(db, 'orders_by_email', 'orders', ['email', 'placed_at'])
  await index(db, 'orders_by_organization', 'orders', ['organization_id', 'placed_at'])
  // One organization per customer, so that "the customer's organization" is unambiguous.
  await db.schema
    .createIndex('organization_members_once')
    .on('organization_members')
    .columns(['customer_id'])
    .unique()
    .execute()
  await table(db, 'organization_invitations', {
    id: 'text',
    organization_id: 'text',
    email: 'text',
    role: 'text',
    created_at: 'text',
    expires_at: 'text',
  })
    .addPrimaryKeyConstraint('organization_invitations_pk', ['id'])
    .addUniqueConstraint('organization_invitations_once', ['organization_id', 'email'])
    .execute()
  await index(db, 'organization_invitations_by_email', 'organization_invitations', ['email'])
  await quotes(db)
}

async function quotes(db: Kysely<unknown>): Promise<void> {
  await table(db, 'quotes', {
    id: 'text',
    number: 'text',
    customer_id: 'text?',
    organization_id: 'text?',
    status: 'text',
    language: 'text',
    currency: 'text',
    country: 'text',
    message: 'text',
    answer: 'text',
    valid_until: 'text?',
    checkout_id: 'text?',
    order_id: 'text?',
    requested_at: 'text',
    answered_at: 'text?',
    decided_at: 'text?',
  })
    .addPrimaryKeyConstraint('quotes_pk', ['id'])
    .addUniqueConstraint('quotes_number', ['number'])
    .execute()
  await index(db, 'quotes_by_customer', 'quotes', ['customer_id', 'requested_at'])
  await index(db, 'quotes_by_organization', 'quotes', ['organization_id', 'requested_at'])
  await index(db, 'quotes_by_status', 'quotes', ['status', 'requested_at'])
  await table(db, 'quote_lines', {
    quote_id: 'text',
    position: 'int',
    product_id: 'text',
    sku: 'text',
    name: 'text',
    quantity: 'int',
    list_price: 'money',
    unit_price: 'money?',
    vat_rate: 'int',
  })
    .addPrimaryKeyConstraint('quote_lines_pk', ['quote_id', 'position'])
    .execute()
  await db.schema.alterTable('carts').addColumn('quote_id', 'text').execute()
}
