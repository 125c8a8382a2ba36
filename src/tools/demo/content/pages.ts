import { languages } from '../../../domain/places/locales.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { fill } from '../words.ts'
import { guidePages } from './guide-pages.ts'
import { legalPages } from './legal-pages.ts'
import { links, pageSlugs } from './links.ts'
import type { Page } from './page.ts'
import { servicePages } from './service-pages.ts'

const pages: readonly Page[] = [...servicePages, ...legalPages, ...guidePages]

export function contentPageRows(now: Date): NewRow<'content_pages'>[] {
  return pages.flatMap(({ id, title, description, html }) => {
    const filled = fill(html, links)
    return languages.map((language) => ({
      id,
      language,
      slug: pageSlugs[id][language],
      title: title[language],
      description: description[language],
      draft: null,
      published: filled[language].trim(),
      publish_at: null,
      updated_at: now.toISOString(),
    }))
  })
}
