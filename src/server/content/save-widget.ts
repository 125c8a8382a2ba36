import { ContentError, widgetSlugs, type ContentItem, type Editing } from './content-item.ts'
import { insertWidget, widgetRow } from './edit-queries.ts'
import { refuseLostEdit, writeItem } from './items.ts'
import { cleaned } from '../platform/sanitize.ts'

export type WidgetDraft = { html?: string | undefined; hidden?: boolean | undefined }

/** Saves a draft of a widget, which shoppers do not see until it is published. Omitted fields are not changed. */
export async function saveWidget(
  { db, now }: Editing,
  { id, language }: ContentItem,
  { html, hidden }: WidgetDraft,
): Promise<void> {
  const row = await widgetRow(db, id, language)
  if (!row && !widgetSlugs.includes(id))
    throw new ContentError(`There is no widget "${id}". The widgets are ${widgetSlugs.join(', ')}.`)
  const draft = {
    draft: html === undefined ? (row?.draft ?? null) : cleaned(html),
    draft_hidden: hidden === undefined ? (row?.draft_hidden ?? null) : hidden ? (1 as const) : (0 as const),
    updated_at: now().toISOString(),
  }
  if (row) refuseLostEdit(await writeItem(db, { ...row, ...draft }, row.updated_at))
  else await insertWidget(db, { slug: id, language, published: null, hidden: 0, publish_at: null, ...draft })
}
