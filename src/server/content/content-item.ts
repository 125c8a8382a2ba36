import { layoutWidgets } from '../../contracts/catalog-pages/layout.ts'
import type { Language } from '../../domain/places/locales.ts'
import { guidesTag } from '../catalog/guides/guides-tag.ts'
import type { Row } from '../platform/db/tables.ts'
import type { Shop } from '../platform/shop.ts'

/** A text that editors write: a widget by its slug, or a content page or repair guide by its id. */
export type ContentItem = { kind: ContentKind; id: string; language: Language }
export const contentKinds = ['widget', 'page', 'guide'] as const
export type ContentKind = (typeof contentKinds)[number]

export type WidgetRow = Row<'widgets'>
export type PageRow = Row<'content_pages'>
export type GuideRow = Row<'guides'>
export type ItemRow = WidgetRow | PageRow | GuideRow

/**
 * The services that editing needs. A command passes an `invalidate` that does nothing; the running shop reads the
 * `invalidations` table.
 */
export type Editing = Pick<Shop, 'db' | 'now' | 'invalidate'> & {
  /** Who edits, as versions name them. */
  readonly by?: string
}

/** Widgets that the shop shows; each has a fixed place. */
export const widgetSlugs: readonly string[] = [...layoutWidgets, 'home']

/** Why an edit is not possible, for programs that say it in other words. */
export type ContentFault =
  | 'no_draft'
  | 'empty_widget'
  | 'address_invalid'
  | 'address_taken'
  | 'title_missing'
  | 'too_long'
  | 'lost_edit'
  | 'not_published'
  | 'guide_invalid'
  | 'guide_unknown'
  | 'picture_unknown'
  | 'picture_there'
  | 'picture_used'
  | 'picture_busy'

/**
 * An edit that is not possible; the message is a sentence for the editor. `what` names the address, the field or the
 * part that is meant.
 */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly fault: ContentFault | undefined
  readonly what: string

  constructor(message: string, fault?: ContentFault, what = '') {
    super(message)
    this.fault = fault
    this.what = what
  }
}

export function kindOfRow(row: ItemRow): ContentKind {
  return 'draft_hidden' in row ? 'widget' : 'draft_title' in row ? 'page' : 'guide'
}

/**
 * Returns the page-cache tag of the pages that show an item. Layout widgets are on every page, so their tag is
 * `layout`; guides are named on products, devices and the list of guides, so all of these share the tag `guides`.
 */
export function contentTag({ kind, id }: Pick<ContentItem, 'kind' | 'id'>): string {
  if (kind === 'guide') return guidesTag
  return layoutWidgets.some((slug) => kind === 'widget' && slug === id) ? 'layout' : `${kind}:${id}`
}
