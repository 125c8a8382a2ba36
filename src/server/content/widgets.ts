import type { SlugAnswer, WidgetAnswer } from '../../contracts/calls/widget-by-slug.ts'
import type { Language } from '../../domain/places/locales.ts'
import { earliest } from '../platform/http/pages/page-result.ts'
import { sanitizedContent } from '../platform/sanitize.ts'
import { withoutOffLinks } from '../platform/settings/switched-screens.ts'
import type { Shop } from '../platform/shop.ts'
import type { WidgetRow } from './content-item.ts'
import { footerColumns, footerWidget, withColumns } from './footer.ts'
import { placeholdersOf, type Placeholders } from './placeholders.ts'
import { widgetRows } from './queries.ts'
import { liveVersion, nextChange } from './versions.ts'

type Reading = Pick<Shop, 'db' | 'now' | 'settings'>
export type Widgets<Slug extends string> = { widgets: Record<Slug, WidgetAnswer>; changesAt: string | null }

const absent: WidgetAnswer = { content: '', hidden: true }

/**
 * Reads widgets by slug in one language, and when the first of them changes; unpublished widgets are hidden (spec
 * section 7), and links to pages that the operator has switched off are left out. The footer's columns of the settings
 * stand beside its widget.
 */
export async function readWidgets<Slug extends string>(
  { db, now, settings }: Reading,
  language: Language,
  slugs: readonly Slug[],
): Promise<Widgets<Slug>> {
  const at = now().toISOString()
  const rows = await widgetRows(db, language, slugs)
  const { features } = settings.all
  const placeholders = placeholdersOf(settings.all, language, 'shopper')
  const answers = new Map(
    rows.map((row) => {
      const { content, hidden } = answerOf(liveVersion(row, at), placeholders)
      return [row.slug, { content: withoutOffLinks(content, features), hidden }]
    }),
  )
  let changesAt = earliest(...rows.map((row) => nextChange(row, at)))
  if (slugs.some((slug) => slug === footerWidget)) {
    const columns = await footerColumns({ db, settings: settings.all, language, at })
    const answer = answers.get(footerWidget) ?? absent
    answers.set(footerWidget, withColumns(answer, columns.html, settings.all.footer.widget))
    changesAt = earliest(changesAt, columns.changesAt)
  }
  return {
    widgets: Object.fromEntries(slugs.map((slug) => [slug, answers.get(slug) ?? absent])) as Record<Slug, WidgetAnswer>,
    changesAt,
  }
}

/**
 * The widgets of the layout's header and footer: the header has a menu, the footer columns (spec section 3, "Layout
 * content").
 */
const frames: Readonly<Record<string, { content: string; menu?: string; message: string }>> = {
  header: { content: 'header', menu: 'store-menu', message: 'store-message' },
  footer: { content: 'footer-columns', message: 'store-message-footer' },
}

/** Reads one widget; for `header` and `footer` with that part's menu and message (spec section 3). */
export async function widget(shop: Reading, language: Language, slug: string): Promise<SlugAnswer> {
  const frame = Object.hasOwn(frames, slug) ? frames[slug] : undefined
  const { widgets } = await readWidgets(shop, language, frame ? Object.values(frame) : [slug])
  const of = (name = '') => widgets[name] ?? absent
  if (!frame) return of(slug)
  const [menu, message] = [of(frame.menu), of(frame.message)]
  return {
    ...of(frame.content),
    menu: menu.content,
    menuHidden: menu.hidden,
    message: message.content,
    messageHidden: message.hidden,
  }
}

/** Builds the answer from the published version; an unpublished widget is answered like a missing one. */
export function answerOf(
  { published, hidden }: Pick<WidgetRow, 'published' | 'hidden'>,
  placeholders: Placeholders,
): WidgetAnswer {
  return published === null ? absent : { content: sanitizedContent(placeholders.html(published)), hidden: hidden === 1 }
}
