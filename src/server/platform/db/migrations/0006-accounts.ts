import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Creates sessions with their tokens and mailed links, and adds account scopes. Secrets are stored as hashes only. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('customers')
    .addColumn('scopes', 'text', (define) => define.notNull().defaultTo('["customer"]'))
    .execute()
  await table(db, 'sessions', {
    id: 'text',
    customer_id: 'text?',
    order_id: 'text?',
    method: 'text',
    user_agent: 'text',
    created_at: 'text',
    last_used_at: 'text',
    expires_at: 'text',
  })
    .addPrimaryKeyConstraint('sessions_pk', ['id'])
    .execute()
  await index(db, 'sessions_by_customer', 'sessions', ['customer_id'])
  await index(db, 'sessions_by_expiry', 'sessions', ['expires_at'])
  await table(db, 'session_tokens', {
    hash: 'text',
    session_id: 'text',
    kind: 'text',
    nonce: 'text',
    expires_at: 'text',
    used_at: 'text?',
  })
    .addPrimaryKeyConstraint('session_tokens_pk', ['hash'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'session_tokens_by_session', 'session_tokens', ['session_id'])
  await index(db, 'session_tokens_by_expiry', 'session_tokens', ['expires_at'])
  await links(db, kind)
}

async function links(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'login_links', {
    hash: 'text',
    purpose: 'text',
    customer_id: 'text?',
    email: 'text',
    name: 'text',
    language: 'text',
    country: 'text',
    currency_id: 'int',
    expires_at: 'text',
    spent_at: 'text?',
  })
    .addPrimaryKeyConstraint('login_links_pk', ['hash'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'order_links', { hash: 'text', order_id: 'text', expires_at: 'text' })
    .addPrimaryKeyConstraint('order_links_pk', ['hash'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  // Each mail has its own link, so an order has one token per mail.
  await db.schema.alterTable('orders').dropColumn('guest_token_hash').execute()
}
