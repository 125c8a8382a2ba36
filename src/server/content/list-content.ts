import type { Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import { guideJson } from '../platform/db/json-columns.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { ContentKind, ItemRow } from './content-item.ts'
import { allPages, allWidgets } from './edit-queries.ts'
import { allGuides } from './guides/guide-edit-queries.ts'
import { hasDraft, isShownWidget, liveVersion } from './versions.ts'

/** `published` has no draft; `draft` is not scheduled; `scheduled` will be published at `publish_at`. */
type ContentState = 'published' | 'draft' | 'scheduled'

export type ContentSummary = {
  kind: ContentKind
  id: string
  language: Language
  title: string
  /** The public path of a page or guide; null for a widget. */
  path: string | null
  state: ContentState
  /** Whether shoppers see it now. */
  shown: boolean
  publish_at: string | null
  updated_at: string
}

/** Lists every widget, content page and repair guide in every language. */
export async function listContent(db: Queryable, now: Date): Promise<ContentSummary[]> {
  const at = now.toISOString()
  const widgets = (await allWidgets(db))
    .map((row) => liveVersion(row, at))
    .map((row) =>
      summaryOf(row, {
        kind: 'widget',
        id: row.slug,
        title: '',
        path: null,
        shown: isShownWidget(row),
      }),
    )
  const pages = (await allPages(db))
    .map((row) => liveVersion(row, at))
    .map((row) =>
      summaryOf(row, {
        kind: 'page',
        id: row.id,
        title: row.title || (row.draft_title ?? ''),
        path: href(row.language, 'page', { slug: row.slug }),
        shown: row.published !== null,
      }),
    )
  const guides = (await allGuides(db))
    .map((row) => liveVersion(row, at))
    .map((row) =>
      summaryOf(row, {
        kind: 'guide',
        id: row.id,
        title: guideJson.read(row.published ?? row.draft ?? '{}').title,
        path: href(row.language, 'guide', { slug: row.slug }),
        shown: row.published !== null,
      }),
    )
  return [...widgets, ...pages, ...guides]
}

function summaryOf(
  row: ItemRow,
  own: Pick<ContentSummary, 'kind' | 'id' | 'title' | 'path' | 'shown'>,
): ContentSummary {
  const state = row.publish_at !== null ? 'scheduled' : hasDraft(row) ? 'draft' : 'published'
  return { ...own, language: row.language, state, publish_at: row.publish_at, updated_at: row.updated_at }
}
