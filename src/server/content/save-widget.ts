import { cleanedContent } from '../platform/sanitize.ts'
import { ContentError, widgetSlugs, type ContentItem, type Editing, type WidgetRow } from './content-item.ts'
import { insertWidget, widgetRow } from './edit-queries.ts'
import { inTransaction } from './in-transaction.ts'
import { lockLibraryPictures, refuseLostEdit, writeDraft } from './items.ts'
import { storeVersion } from './store-version.ts'

export type WidgetDraft = { html?: string | undefined; hidden?: boolean | undefined }

/** Saves a draft of a widget, which shoppers do not see until it is published. Omitted fields are not changed. */
export async function saveWidget(
  editing: Editing,
  { id, language }: ContentItem,
  { html, hidden }: WidgetDraft,
): Promise<void> {
  const { db, now } = editing
  const row = await widgetRow(db, id, language)
  if (!row && !widgetSlugs.includes(id))
    throw new ContentError(`There is no widget "${id}". The widgets are ${widgetSlugs.join(', ')}.`)
  const draft = {
    draft: html === undefined ? (row?.draft ?? null) : cleanedContent(html),
    draft_hidden: hidden === undefined ? (row?.draft_hidden ?? null) : hidden ? (1 as const) : (0 as const),
    updated_at: now().toISOString(),
  }
  if (row) refuseLostEdit(await writeDraft(editing, { ...row, ...draft }, row.updated_at))
  else await addWidget(editing, { slug: id, language, published: null, hidden: 0, publish_at: null, ...draft })
}

function addWidget(editing: Editing, row: WidgetRow): Promise<void> {
  return inTransaction(editing.db, async (trx) => {
    if (row.draft !== null) await lockLibraryPictures(trx, row.draft)
    await insertWidget(trx, row)
    await storeVersion(trx, editing, row, 'draft')
  })
}
