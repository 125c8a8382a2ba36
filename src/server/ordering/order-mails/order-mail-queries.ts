import type { Queryable, Row } from '../../platform/db/tables.ts'

export type SentMail = Pick<Row<'outbox'>, 'kind' | 'dedupe_key' | 'payload' | 'created_at' | 'done_at' | 'last_error'>

/** The mails with these dedupe keys that are kept. */
export async function mailsNamed(db: Queryable, dedupeKeys: readonly string[]): Promise<SentMail[]> {
  return db
    .selectFrom('outbox')
    .select(['kind', 'dedupe_key', 'payload', 'created_at', 'done_at', 'last_error'])
    .where('dedupe_key', 'in', dedupeKeys)
    .execute()
}
