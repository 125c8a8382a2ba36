import type { Kysely } from 'kysely'
import { index, table } from './columns.ts'

/** Adds what the shop knows of the feeds that it fetches by itself, and what came of each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'feed_sources', {
    name: 'text',
    tried_at: 'text',
    next_at: 'text?',
    lease: 'text',
    leased_until: 'text',
    version: 'text',
    etag: 'text',
    failures: 'int',
    is_told: 'flag',
  })
    .addPrimaryKeyConstraint('feed_sources_pk', ['name'])
    .execute()
  await table(db, 'feed_source_runs', {
    id: 'text',
    source: 'text',
    started_at: 'text',
    ended_at: 'text',
    result: 'text',
    said: 'text',
    report: 'text',
  })
    .addPrimaryKeyConstraint('feed_source_runs_pk', ['id'])
    .execute()
  await index(db, 'feed_source_runs_source', 'feed_source_runs', ['source', 'id'])
}
