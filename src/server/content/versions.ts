import { showsStoreMessage } from '../../domain/messages.ts'
import type { ItemRow, WidgetRow } from './content-item.ts'

/** Tells whether there is something to publish. */
export function hasDraft(row: ItemRow): boolean {
  const rest =
    'draft_hidden' in row ? [row.draft_hidden] : 'draft_title' in row ? [row.draft_title, row.draft_description] : []
  return [row.draft, ...rest].some((part) => part !== null)
}

/** Tells whether shoppers see a widget. */
export function isShownWidget({ published, hidden }: Pick<WidgetRow, 'published' | 'hidden'>): boolean {
  return published !== null && showsStoreMessage({ content: published, hidden: hidden === 1 })
}

/** Returns the row with its draft as the published version. */
export function withDraftPublished<Item extends ItemRow>(row: Item): Item {
  const plain = { ...row, published: row.draft ?? row.published, draft: null, publish_at: null }
  if ('draft_hidden' in row) return { ...plain, hidden: row.draft_hidden ?? row.hidden, draft_hidden: null }
  if (!('draft_title' in row)) return plain
  return {
    ...plain,
    title: row.draft_title ?? row.title,
    description: row.draft_description ?? row.description,
    draft_title: null,
    draft_description: null,
  }
}

/**
 * Returns the version of a row that shoppers see at a moment: a scheduled draft counts from its second on, even before
 * `publishDue` stores it.
 */
export function liveVersion<Item extends ItemRow>(row: Item, at: string): Item {
  return row.publish_at !== null && row.publish_at <= at ? withDraftPublished(row) : row
}

/** Returns when a scheduled draft replaces the row's published version, if that is after the given moment. */
export function nextChange(row: ItemRow, at: string): string | null {
  return row.publish_at !== null && row.publish_at > at ? row.publish_at : null
}
