import { showsStoreMessage } from '../../domain/messages.ts'
import type { PageRow, WidgetRow } from './content-item.ts'

/** Whether there is something to publish. */
export function hasDraft(row: WidgetRow | PageRow): boolean {
  const rest = 'draft_hidden' in row ? [row.draft_hidden] : [row.draft_title, row.draft_description]
  return [row.draft, ...rest].some((part) => part !== null)
}

/** Whether shoppers see anything of a widget. */
export function isShownWidget({ published, hidden }: Pick<WidgetRow, 'published' | 'hidden'>): boolean {
  return published !== null && showsStoreMessage({ content: published, hidden: hidden === 1 })
}

/** The row with its draft as the published version. */
export function published<Item extends WidgetRow | PageRow>(row: Item): Item {
  const plain = { ...row, published: row.draft ?? row.published, draft: null, publish_at: null }
  if ('draft_hidden' in row) return { ...plain, hidden: row.draft_hidden ?? row.hidden, draft_hidden: null }
  return {
    ...plain,
    title: row.draft_title ?? row.title,
    description: row.draft_description ?? row.description,
    draft_title: null,
    draft_description: null,
  }
}

/**
 * What shoppers may see of a row at a moment: a draft counts from the second it is scheduled for, whoever writes it
 * down later.
 */
export function live<Item extends WidgetRow | PageRow>(row: Item, at: string): Item {
  return row.publish_at !== null && row.publish_at <= at ? published(row) : row
}

/** When a row changes by itself after a moment. */
export function nextChange(row: WidgetRow | PageRow, at: string): string | null {
  return row.publish_at !== null && row.publish_at > at ? row.publish_at : null
}
