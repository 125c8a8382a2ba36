import { languages } from '../../../domain/locales.ts'
import type { NewRow } from '../../../server/db/tables.ts'
import { fill, type Words } from '../words.ts'
import { guidePages } from './guide-pages.ts'
import { legalPages } from './legal-pages.ts'
import { links, pageSlugs, type PageId } from './links.ts'
import { servicePages } from './service-pages.ts'

/** A content page; `{gaps}` in its HTML are the addresses of `links.ts`. */
export type Page = { id: PageId; title: Words; description: Words; html: Words }

const pages: readonly Page[] = [...servicePages, ...legalPages, ...guidePages]

export function contentPageRows(now: Date): NewRow<'content_pages'>[] {
  return pages.flatMap(({ id, title, description, html }) => {
    const filled = fill(html, links)
    return languages.map((language) => ({
      id, language, slug: pageSlugs[id][language], title: title[language], description: description[language],
      draft: null, published: filled[language].trim(), publish_at: null, updated_at: now.toISOString(),
    }))
  })
}
