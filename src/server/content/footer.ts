import type { WidgetAnswer } from '../../contracts/calls/widget-by-slug.ts'
import { languages, type Language } from '../../domain/places/locales.ts'
import type { FooterColumn, FooterLink } from '../../domain/settings/footer.ts'
import { readSettings, type Settings } from '../../domain/settings/settings.ts'
import { href } from '../../routes.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { earliest } from '../platform/http/pages/page-result.ts'
import { settingsRows } from '../platform/settings/settings-queries.ts'
import { groupsOf } from '../platform/settings/shop-settings.ts'
import { isSwitchedOff } from '../platform/settings/switched-screens.ts'
import { escaped } from './placeholders.ts'
import { pagesById } from './queries.ts'
import { liveVersion, nextChange } from './versions.ts'

/** The widget whose place the footer's columns of the settings share. */
export const footerWidget = 'footer-columns'

type Reading = { db: Queryable; settings: Settings; language: Language; at: string }
type FooterColumns = { html: string; changesAt: string | null }

/**
 * Writes the columns of the settings as HTML, and says when the first of their pages changes. Links to screens that are
 * switched off and to pages that are not published are left out, and with the last link the column.
 */
export async function footerColumns({ db, settings, language, at }: Reading): Promise<FooterColumns> {
  const { columns } = settings.footer
  const ids = pageIds(columns)
  const rows = ids.length > 0 ? await pagesById(db, language, ids) : []
  const shown = rows.map((row) => liveVersion(row, at)).filter(({ published }) => published !== null)
  const slugs = new Map(shown.map(({ id, slug }) => [id, slug]))
  const targetOf = ({ screen, page, address }: FooterLink): string | undefined => {
    if (screen !== undefined) return isSwitchedOff(screen, settings.features) ? undefined : href(language, screen)
    if (page === undefined) return address
    const slug = slugs.get(page)
    return slug === undefined ? undefined : href(language, 'page', { slug })
  }
  const html = columns.map(({ title, links }) => {
    const items = links.flatMap((link) => {
      const target = targetOf(link)
      return target === undefined ? [] : [`<li><a href="${escaped(target)}">${escaped(link.text[language])}</a></li>`]
    })
    return items.length === 0 ? '' : `<div><h3>${escaped(title[language])}</h3><ul>${items.join('')}</ul></div>`
  })
  return { html: html.join(''), changesAt: earliest(...rows.map((row) => nextChange(row, at))) }
}

/** A link of the settings' columns that is not shown in a language: its words, and what it leads to. */
export type HiddenLink = { language: Language; text: string; target: string }

/** Lists the links of the settings' columns that lead to screens that are switched off or to unpublished pages. */
export async function hiddenFooterLinks({ db, settings, at }: Omit<Reading, 'language'>): Promise<HiddenLink[]> {
  const links = settings.footer.columns.flatMap((column) => column.links)
  const ids = pageIds(settings.footer.columns)
  const hidden = languages.map(async (language) => {
    const rows = ids.length > 0 ? await pagesById(db, language, ids) : []
    const published = new Set(rows.map((row) => liveVersion(row, at)).flatMap((row) => (row.published ? [row.id] : [])))
    return links.flatMap(({ text, screen, page }): HiddenLink[] => {
      const isOff = screen !== undefined && isSwitchedOff(screen, settings.features)
      const isMissing = page !== undefined && !published.has(page)
      return isOff || isMissing ? [{ language, text: text[language], target: screen ?? `page ${page}` }] : []
    })
  })
  return (await Promise.all(hidden)).flat()
}

/** Joins the columns of the settings and the editors' widget; hidden when neither shows anything. */
export function withColumns(widget: WidgetAnswer, columns: string, place: Settings['footer']['widget']): WidgetAnswer {
  const written = widget.hidden || place === 'off' ? '' : widget.content
  if (columns === '') return place === 'off' ? { ...widget, hidden: true } : widget
  return { content: place === 'before' ? written + columns : columns + written, hidden: false }
}

/** Tells whether the footer links to a content page, which is then on every page of the shop. */
export async function isInFooter(db: Queryable, id: string): Promise<boolean> {
  const { settings } = readSettings(groupsOf(await settingsRows(db)))
  return !settings || pageIds(settings.footer.columns).includes(id)
}

/** Returns the ids of the content pages that columns link to. */
function pageIds(columns: readonly FooterColumn[]): string[] {
  return [...new Set(columns.flatMap(({ links }) => links.flatMap(({ page }) => page ?? [])))]
}
