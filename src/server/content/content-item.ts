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
export type Editing = Pick<Shop, 'db' | 'now' | 'invalidate'>

/** Widgets that the shop shows; each has a fixed place. */
export const widgetSlugs: readonly string[] = [...layoutWidgets, 'home']

/** An edit that is not possible; the message is a sentence for the editor. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
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
