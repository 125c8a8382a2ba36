import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/** Finds the links of a subscription without reading all links, when its address changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, 'mail_links_by_subject', 'mail_links', ['subject', 'purpose'])
}
