import { findLibraryPictures } from '../../domain/content/library-address.ts'
import { insertInvalidations } from '../catalog/change-queries.ts'
import type { Database, DatabaseTransaction, Queryable } from '../platform/db/tables.ts'
import { ContentError, contentTag, kindOfRow, type ContentItem, type Editing, type ItemRow } from './content-item.ts'
import { knownLibraryPictures, pageRow, updatePage, updateWidget, widgetRow } from './edit-queries.ts'
import { isInFooter } from './footer.ts'
import { guideRow, updateGuide } from './guides/guide-edit-queries.ts'
import { writeGuideTargets } from './guides/guide-targets.ts'
import { inTransaction } from './in-transaction.ts'
import { storeVersion, type VersionEvent } from './store-version.ts'
import { lastVersions } from './version-queries.ts'
import { hasDraft } from './versions.ts'

export function readItem(db: Queryable, { kind, id, language }: ContentItem): Promise<ItemRow | undefined> {
  return { widget: widgetRow, page: pageRow, guide: guideRow }[kind](db, id, language)
}

export async function requireItem(db: Queryable, item: ContentItem): Promise<ItemRow> {
  const row = await readItem(db, item)
  if (!row) throw new ContentError(`There is no ${item.kind} "${item.id}" in ${item.language}.`)
  return row
}

function writeItem(db: Database, row: ItemRow, readAt: string): Promise<boolean> {
  if ('draft_hidden' in row) return updateWidget(db, row, readAt)
  return 'draft_title' in row ? updatePage(db, row, readAt) : updateGuide(db, row, readAt)
}

/** Writes a draft and keeps it as a version. Returns false, and writes nothing, when another editor changed the row. */
export function writeDraft(editing: Editing, row: ItemRow, readAt: string): Promise<boolean> {
  return inTransaction(editing.db, async (trx) => {
    if ('draft' in row && row.draft !== null && kindOfRow(row) !== 'guide') await lockLibraryPictures(trx, row.draft)
    const before = await readItem(trx, itemOf(row))
    if (!(await writeItem(trx, row, readAt))) return false
    await storeBefore(trx, before)
    await storeVersion(trx, editing, row, 'draft')
    return true
  })
}

const itemOf = (row: ItemRow): ContentItem => ({
  kind: kindOfRow(row),
  id: 'id' in row ? row.id : row.slug,
  language: row.language,
})

/**
 * Keeps what an item said before its first version: the texts that a shop begins with have none. Called when the item
 * is written, and so locked: of two editors at once only the one whose text counts keeps what there was.
 */
export async function storeBefore(trx: DatabaseTransaction, before: ItemRow | undefined): Promise<void> {
  if (!before) return
  const versions = await lastVersions(trx, itemOf(before))
  if (versions.some(({ language }) => language === before.language)) return
  const writing = { now: () => new Date(before.updated_at) }
  if (before.published !== null) await storeVersion(trx, writing, withoutDraft(before), 'published')
  if (hasDraft(before)) await storeVersion(trx, writing, before, 'draft')
}

function withoutDraft(row: ItemRow): ItemRow {
  if ('draft_hidden' in row) return { ...row, draft: null, draft_hidden: null }
  return 'draft_title' in row
    ? { ...row, draft: null, draft_title: null, draft_description: null }
    : { ...row, draft: null }
}

type Change = {
  /** Runs in the same transaction. */
  also?: (trx: DatabaseTransaction) => Promise<void>
  event: VersionEvent
}

/**
 * Writes a row that shoppers see and purges the cached pages that show it: in this process at once, in others through
 * the `invalidations` table. Returns false, and writes nothing, when another editor changed the row meanwhile.
 */
export async function writeShown(
  editing: Editing,
  row: ItemRow,
  readAt: string,
  { event, also }: Change,
): Promise<boolean> {
  const kind = kindOfRow(row)
  const id = 'id' in row ? row.id : row.slug
  const tags = [contentTag({ kind, id })]
  if (kind === 'page' && (await isInFooter(editing.db, id))) tags.push('layout')
  const at = editing.now().toISOString()
  const isWritten = await inTransaction(editing.db, async (trx) => {
    const before = await readItem(trx, itemOf(row))
    if (!(await writeItem(trx, { ...row, updated_at: at }, readAt))) return false
    await storeBefore(trx, before)
    if (!('draft_hidden' in row) && !('draft_title' in row)) await writeGuideTargets(trx, row)
    await insertInvalidations(trx, tags, at)
    await also?.(trx)
    await storeVersion(trx, editing, row, event)
    return true
  })
  if (isWritten) editing.invalidate(tags)
  return isWritten
}

export function refuseLostEdit(isWritten: boolean): void {
  if (!isWritten)
    throw new ContentError('Somebody else changed it in the meantime: look at it and try again.', 'lost_edit')
}

/**
 * Keeps the pictures of a text in the library until the transaction ends. Throws ContentError for a picture that the
 * library does not have.
 */
export async function lockLibraryPictures(trx: DatabaseTransaction, html: string): Promise<void> {
  const wanted = [...new Set(findLibraryPictures(html))]
  const known = new Set(await knownLibraryPictures(trx, wanted))
  const unknown = wanted.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ContentError(`The library has no picture "${unknown}".`, 'picture_unknown', unknown)
}
