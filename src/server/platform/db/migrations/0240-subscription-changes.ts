import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds what subscribers changed of their subscriptions, and what they have typed but not confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'subscription_changes', {
    id: 'text',
    subscription_id: 'text',
    changed_at: 'text',
    action: 'text',
    access: 'text',
    before: 'text',
    after: 'text',
  })
    .addPrimaryKeyConstraint('subscription_changes_key', ['id'])
    .execute()
  await index(db, 'subscription_changes_by_subscription', 'subscription_changes', [
    'subscription_id',
    'changed_at',
    'id',
  ])
  await table(db, 'subscription_drafts', { subscription_id: 'text', access: 'text', typed: 'text', typed_at: 'text' })
    .addPrimaryKeyConstraint('subscription_drafts_key', ['subscription_id'])
    .execute()
  await index(db, 'subscription_drafts_by_time', 'subscription_drafts', ['typed_at'])
}
