import { ContentError, type ContentItem, type Editing, type ItemRow } from './content-item.ts'
import { duePages, dueWidgets } from './edit-queries.ts'
import { dueGuides } from './guides/guide-edit-queries.ts'
import { readItem, requireItem, refuseLostEdit, writeShown } from './items.ts'
import { hasDraft, isShownWidget, liveVersion, withDraftPublished } from './versions.ts'

/**
 * Publishes an item's draft, now or from a later moment. Throws ContentError when there is no draft, or when it is
 * empty.
 */
export async function publish(editing: Editing, item: ContentItem, from?: Date): Promise<void> {
  const row = await requireItem(editing.db, item)
  if (!hasDraft(row))
    throw new ContentError(`The ${item.kind} "${item.id}" in ${item.language} has no draft to publish.`, 'no_draft')
  refuseInvisible(item, withDraftPublished(row))
  const isLater = from !== undefined && from > editing.now()
  const next = isLater ? { ...row, publish_at: from.toISOString() } : withDraftPublished(row)
  refuseLostEdit(await writeShown(editing, next, row.updated_at, { event: isLater ? 'scheduled' : 'published' }))
}

/** Takes an item away from shoppers; its text stays as a draft. Throws ContentError when they do not see it anyway. */
export async function unpublish(editing: Editing, item: ContentItem): Promise<void> {
  const stored = await requireItem(editing.db, item)
  const row = liveVersion(stored, editing.now().toISOString())
  if (row.published === null)
    throw new ContentError(`The ${item.kind} "${item.id}" in ${item.language} is not published.`, 'not_published')
  const next = { ...row, draft: row.draft ?? row.published, published: null, publish_at: null }
  refuseLostEdit(await writeShown(editing, next, stored.updated_at, { event: 'unpublished' }))
}

/** Leaves a scheduled draft as a draft. Throws ContentError when nothing is scheduled. */
export async function unschedule(editing: Editing, item: ContentItem): Promise<void> {
  const row = await requireItem(editing.db, item)
  if (row.publish_at === null || row.publish_at <= editing.now().toISOString())
    throw new ContentError(`Nothing is scheduled for "${item.id}" in ${item.language}.`, 'no_draft')
  refuseLostEdit(await writeShown(editing, { ...row, publish_at: null }, row.updated_at, { event: 'draft' }))
}

/** Refuses to publish a widget without text, which would be invisible; an editor hides a widget instead. */
function refuseInvisible({ id, language }: ContentItem, row: ItemRow): void {
  if (!('draft_hidden' in row) || row.hidden === 1 || isShownWidget(row)) return
  throw new ContentError(
    `The widget "${id}" in ${language} has no text, so shoppers would see nothing of it: write it, or hide it ` +
      '(--hidden).',
    'empty_widget',
  )
}

/**
 * Stores a draft of an item whose publishing time has come, before somebody writes another one: what shoppers see from
 * that second on is the draft that was scheduled.
 */
export async function publishIfDue(editing: Editing, item: ContentItem): Promise<void> {
  const row = await readItem(editing.db, item)
  if (!row || row.publish_at === null || row.publish_at > editing.now().toISOString()) return
  const { by: _whoever, ...shop } = editing
  refuseLostEdit(await writeShown(shop, withDraftPublished(row), row.updated_at, { event: 'published' }))
}

/**
 * Stores the drafts whose publishing time has come (pages show them from that second on anyway). Returns their number.
 */
export async function publishDue(editing: Editing): Promise<number> {
  const at = editing.now().toISOString()
  let done = 0
  const due = await Promise.all([dueWidgets, duePages, dueGuides].map((read) => read(editing.db, at)))
  for (const row of due.flat()) {
    if (await writeShown(editing, withDraftPublished(row), row.updated_at, { event: 'published' })) done += 1
  }
  return done
}
