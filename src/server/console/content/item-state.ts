import type { ContentState } from '../../../contracts/console/content.ts'
import type { ItemRow } from '../../content/content-item.ts'
import type { ContentHead } from '../../content/records/head-queries.ts'
import { hasDraft } from '../../content/versions.ts'

type Head = Pick<ContentHead, 'isPublished' | 'isHidden' | 'hasDraft' | 'publishAt'>

/** What shoppers see of an item in a language at a moment, and what waits. */
export function stateOf(head: Head | undefined, now: Date): ContentState {
  if (!head) return 'missing'
  const { isPublished, isHidden, publishAt } = head
  const isDue = publishAt !== null && publishAt <= now.toISOString()
  if (publishAt !== null && !isDue) return 'scheduled'
  if (!isPublished && !isDue) return head.hasDraft ? 'draft' : 'missing'
  if (head.hasDraft && !isDue) return 'changed'
  return isHidden ? 'hidden' : 'published'
}

export function headOfRow(row: ItemRow | undefined): Head | undefined {
  return (
    row && {
      isPublished: row.published !== null,
      isHidden: 'hidden' in row && row.hidden === 1,
      hasDraft: hasDraft(row),
      publishAt: row.publish_at,
    }
  )
}
