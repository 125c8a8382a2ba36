import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Keys of other systems to the API, and the answers that a repeated request gets again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'api_keys', {
    id: 'text',
    hash: 'text',
    ending: 'text',
    name: 'text',
    scopes: 'text',
    created_by: 'text',
    created_at: 'text',
    expires_at: 'text?',
    last_used_at: 'text?',
    revoked_at: 'text?',
  })
    .addPrimaryKeyConstraint('api_keys_key', ['id'])
    .addUniqueConstraint('api_keys_hash', ['hash'])
    .execute()
  await table(db, 'api_answers', {
    id: 'text',
    key_id: 'text',
    idempotency_key: 'text',
    request: 'text',
    answer: 'text?',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('api_answers_key', ['id'])
    .addUniqueConstraint('api_answers_once', ['key_id', 'idempotency_key'])
    .addForeignKeyConstraint('api_answers_of_key', ['key_id'], 'api_keys', ['id'])
    .execute()
  await index(db, 'api_answers_by_time', 'api_answers', ['created_at'])
  await index(db, 'api_keys_by_time', 'api_keys', ['created_at', 'id'])
}
