import { insertInvalidations } from '../catalog/change-queries.ts'
import type { Database, DatabaseTransaction, Queryable } from '../platform/db/tables.ts'
import {
  ContentError,
  contentTag,
  type ContentItem,
  type Editing,
  type PageRow,
  type WidgetRow,
} from './content-item.ts'
import { pageRow, updatePage, updateWidget, widgetRow } from './edit-queries.ts'

export type ItemRow = WidgetRow | PageRow

export function readItem(db: Queryable, { kind, id, language }: ContentItem): Promise<ItemRow | undefined> {
  return kind === 'widget' ? widgetRow(db, id, language) : pageRow(db, id, language)
}

export async function knownItem(db: Queryable, item: ContentItem): Promise<ItemRow> {
  const row = await readItem(db, item)
  if (!row) throw new ContentError(`There is no ${item.kind} "${item.id}" in ${item.language}.`)
  return row
}

export function writeItem(db: Database, row: ItemRow, readAt: string): Promise<boolean> {
  return 'draft_hidden' in row ? updateWidget(db, row, readAt) : updatePage(db, row, readAt)
}

/**
 * Writes a row that shoppers see and purges the cached pages that show it: in this process at once, in others through
 * the `invalidations` table. Returns false, and writes nothing, when another editor changed the row meanwhile. `also`
 * runs in the same transaction.
 */
export async function writeShown(
  editing: Editing,
  row: ItemRow,
  readAt: string,
  also: (trx: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<boolean> {
  const tag = contentTag('draft_hidden' in row ? { kind: 'widget', id: row.slug } : { kind: 'page', id: row.id })
  const at = editing.now().toISOString()
  const isWritten = await editing.db.transaction().execute(async (trx) => {
    if (!(await writeItem(trx, { ...row, updated_at: at }, readAt))) return false
    await insertInvalidations(trx, [tag], at)
    await also(trx)
    return true
  })
  if (isWritten) editing.invalidate([tag])
  return isWritten
}

export function refuseLostEdit(isWritten: boolean): void {
  if (!isWritten) throw new ContentError('Somebody else changed it in the meantime: look at it and try again.')
}
