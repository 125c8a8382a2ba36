import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/**
 * Creates rate limits shared by all nodes and links that confirm a withdrawal, and adds to login links the requesting
 * browser or session.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'rate_limits', { key: 'text', points: 'int', resets_at: 'text' })
    .addPrimaryKeyConstraint('rate_limits_pk', ['key'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'rate_limits_by_end', 'rate_limits', ['resets_at'])
  await table(db, 'withdrawal_links', {
    hash: 'text',
    order_id: 'text',
    asked_at: 'text',
    expires_at: 'text',
    spent_at: 'text?',
  })
    .addPrimaryKeyConstraint('withdrawal_links_pk', ['hash'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'withdrawal_links_by_order', 'withdrawal_links', ['order_id'])
  await index(db, 'withdrawal_links_by_expiry', 'withdrawal_links', ['expires_at'])
  await db.schema
    .alterTable('login_links')
    .addColumn('browser', 'text', (define) => define.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('login_links').addColumn('session_id', 'text').execute()
}
