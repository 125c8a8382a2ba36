import { guideJson } from '../platform/db/json-columns.ts'
import type { DatabaseTransaction, Row } from '../platform/db/tables.ts'
import { kindOfRow, type Editing, type ItemRow } from './content-item.ts'
import { insertVersion } from './version-queries.ts'

export type VersionEvent = Row<'content_versions'>['event']

/** Keeps what a row says with its draft as a version of its item. */
export async function storeVersion(
  trx: DatabaseTransaction,
  { now, by = '' }: Pick<Editing, 'now' | 'by'>,
  row: ItemRow,
  event: VersionEvent,
): Promise<void> {
  const body = row.draft ?? row.published
  const isPage = 'draft_title' in row
  await insertVersion(trx, {
    kind: kindOfRow(row),
    item: 'id' in row ? row.id : row.slug,
    language: row.language,
    at: now().toISOString(),
    author: by,
    event,
    slug: row.slug,
    title: isPage ? (row.draft_title ?? row.title) : 'draft_hidden' in row || body === null ? '' : titleOf(body),
    description: isPage ? (row.draft_description ?? row.description) : '',
    body,
    is_hidden: 'draft_hidden' in row ? (row.draft_hidden ?? row.hidden) : 0,
  })
}

function titleOf(guide: string): string {
  return guideJson.read(guide).title
}
