import { layoutWidgets } from '../../contracts/layout.ts'
import type { Language } from '../../domain/locales.ts'
import type { Row } from '../platform/db/tables.ts'
import type { Shop } from '../platform/shop.ts'

/** A piece of text that editors write: a widget by its slug, a content page by its id. */
export type ContentItem = { kind: ContentKind; id: string; language: Language }
export const contentKinds = ['widget', 'page'] as const
export type ContentKind = (typeof contentKinds)[number]

export type WidgetRow = Row<'widgets'>
export type PageRow = Row<'content_pages'>

/**
 * What editing needs of the shop; a command hands in an `invalidate` that does nothing, the running shop follows the
 * table.
 */
export type Editing = Pick<Shop, 'db' | 'now' | 'invalidate'>

/** Widgets that the shop shows somewhere; each has a fixed place. */
export const widgetSlugs: readonly string[] = [...layoutWidgets, 'home']

/** An edit that cannot be done; the message is a sentence for the editor. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/** The page-cache tag of whatever shows an item. Widgets of the frame are on every page, which all carry `layout`. */
export function contentTag({ kind, id }: Pick<ContentItem, 'kind' | 'id'>): string {
  return layoutWidgets.some((slug) => kind === 'widget' && slug === id) ? 'layout' : `${kind}:${id}`
}
