import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Creates shipments, refunds, returns and documents, and adds the shipped, refunded and cancelled units of a line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['shipped', 'refunded', 'cancelled']) {
    await db.schema
      .alterTable('order_lines')
      .addColumn(column, 'integer', (define) => define.notNull().defaultTo(0))
      .execute()
  }
  await index(db, 'orders_by_status', 'orders', ['status', 'seq'])
  await shipments(db)
  await refunds(db)
  await returns(db)
  await documents(db)
}

async function shipments(db: Kysely<unknown>): Promise<void> {
  await table(db, 'shipments', {
    id: 'text',
    order_id: 'text',
    key: 'text',
    carrier: 'text',
    tracking_number: 'text',
    actor: 'text',
    shipped_at: 'text',
    delivered_at: 'text?',
  })
    .addPrimaryKeyConstraint('shipments_pk', ['id'])
    .addUniqueConstraint('shipments_once', ['order_id', 'key'])
    .execute()
  await table(db, 'shipment_lines', { shipment_id: 'text', position: 'int', quantity: 'int' })
    .addPrimaryKeyConstraint('shipment_lines_pk', ['shipment_id', 'position'])
    .execute()
}

async function refunds(db: Kysely<unknown>): Promise<void> {
  await table(db, 'order_refunds', {
    id: 'text',
    order_id: 'text',
    key: 'text',
    number: 'text?',
    reason: 'text',
    actor: 'text',
    amount: 'money',
    vat: 'money',
    delivery: 'money',
    delivery_vat: 'money',
    at: 'text',
  })
    .addPrimaryKeyConstraint('order_refunds_pk', ['id'])
    .addUniqueConstraint('order_refunds_once', ['order_id', 'key'])
    .execute()
  await table(db, 'order_refund_lines', {
    refund_id: 'text',
    position: 'int',
    quantity: 'int',
    amount: 'money',
    vat: 'money',
  })
    .addPrimaryKeyConstraint('order_refund_lines_pk', ['refund_id', 'position'])
    .execute()
}

async function returns(db: Kysely<unknown>): Promise<void> {
  await table(db, 'returns', {
    id: 'text',
    number: 'text',
    order_id: 'text',
    kind: 'text',
    status: 'text',
    actor: 'text',
    name: 'text',
    message: 'text',
    requested_at: 'text',
    received_at: 'text?',
    refund_id: 'text?',
  })
    .addPrimaryKeyConstraint('returns_pk', ['id'])
    .addUniqueConstraint('returns_number', ['number'])
    .execute()
  await index(db, 'returns_by_order', 'returns', ['order_id'])
  await index(db, 'returns_by_status', 'returns', ['status', 'requested_at'])
  await table(db, 'return_lines', {
    return_id: 'text',
    position: 'int',
    quantity: 'int',
    reason: 'text',
    received: 'int',
    restocked: 'int',
  })
    .addPrimaryKeyConstraint('return_lines_pk', ['return_id', 'position'])
    .execute()
}

async function documents(db: Kysely<unknown>): Promise<void> {
  await table(db, 'documents', {
    number: 'text',
    kind: 'text',
    order_id: 'text',
    subject: 'text',
    content: 'text',
    issued_at: 'text',
  })
    .addPrimaryKeyConstraint('documents_pk', ['number'])
    .addUniqueConstraint('documents_once', ['order_id', 'kind', 'subject'])
    .execute()
  await table(db, 'number_series', { name: 'text', last: 'int' })
    .addPrimaryKeyConstraint('number_series_pk', ['name'])
    .execute()
}
