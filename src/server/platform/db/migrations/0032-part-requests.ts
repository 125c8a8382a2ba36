import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds requests for parts that have no price or are not in the catalogue. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'part_requests', {
    id: 'text',
    number: 'text',
    status: 'text',
    language: 'text',
    currency: 'text',
    country: 'text',
    customer_id: 'text?',
    email: 'text',
    name: 'text',
    organization: 'text',
    vat_number: 'text',
    device: 'text',
    message: 'text',
    reason: 'text',
    fingerprint: 'text',
    quote_id: 'text?',
    requested_at: 'text',
    updated_at: 'text',
  })
    .addPrimaryKeyConstraint('part_requests_pk', ['id'])
    .addUniqueConstraint('part_requests_number', ['number'])
    .execute()
  await index(db, 'part_requests_by_status', 'part_requests', ['status', 'requested_at'])
  await index(db, 'part_requests_by_email', 'part_requests', ['email'])
  await index(db, 'part_requests_by_customer', 'part_requests', ['customer_id'])
  await index(db, 'part_requests_by_quote', 'part_requests', ['quote_id'])
  await index(db, 'part_requests_by_fingerprint', 'part_requests', ['fingerprint', 'requested_at'])
  await index(db, 'part_requests_by_age', 'part_requests', ['updated_at'])
  await table(db, 'part_request_lines', {
    request_id: 'text',
    position: 'int',
    text: 'text',
    quantity: 'int',
    product_id: 'text?',
  })
    .addPrimaryKeyConstraint('part_request_lines_pk', ['request_id', 'position'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
