import type { ContentPage } from '../../contracts/catalog-pages/content-page.ts'
import type { Alternates } from '../../contracts/catalog-pages/product-lists.ts'
import { languages, type Language } from '../../domain/places/locales.ts'
import type { Features } from '../../domain/settings/features.ts'
import { href } from '../../routes.ts'
import { earliest, missing, publicPage, privatePage, type PageResult } from '../platform/http/pages/page-result.ts'
import { sanitizedContent } from '../platform/sanitize.ts'
import { withoutOffLinks } from '../platform/settings/switched-screens.ts'
import type { Shop } from '../platform/shop.ts'
import { contentTag, type PageRow } from './content-item.ts'
import { pageToCome } from './page-to-come.ts'
import { placeholdersOf, type Placeholders } from './placeholders.ts'
import { contentPageBySlug, pageRows } from './queries.ts'
import { liveVersion, nextChange } from './versions.ts'

/**
 * Loads the published content page at a path of the catch-all route (spec section 2). Missing when there is none,
 * unless every page links to it.
 */
export async function contentPage(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  language: Language,
  slug: string,
): Promise<PageResult<ContentPage>> {
  const { db, now } = shop
  const at = now().toISOString()
  const found = await contentPageBySlug(db, language, slug)
  const toCome = pageToCome(shop, language, slug)
  if (!found) return toCome ? privatePage(toCome) : missing()
  const rows = await pageRows(db, found.id)
  const written = shownPage(
    liveVersion(found, at),
    rows.map((row) => liveVersion(row, at)),
    placeholdersOf(shop.settings.all, language, 'shopper'),
  )
  const page = written ? withoutOff(written, shop.settings.all.features) : toCome
  if (!page) return missing()
  return publicPage(page, {
    tags: [contentTag({ kind: 'page', id: found.id })],
    changesAt: earliest(...rows.map((row) => nextChange(row, at))),
  })
}

/** Leaves out links to screens that the operator has switched off; the text stays as its editor wrote it. */
function withoutOff(page: ContentPage, features: Features): ContentPage {
  return { ...page, html: withoutOffLinks(page.html, features) }
}

/** Builds the page to show from a version, with the languages in which it exists; undefined without a text. */
export function shownPage(
  row: PageRow,
  siblings: readonly PageRow[],
  placeholders: Placeholders,
): ContentPage | undefined {
  if (row.published === null) return undefined
  const { language, slug } = row
  const slugs = new Map(siblings.filter((each) => each.published !== null).map((each) => [each.language, each.slug]))
  const paths = languages.map((each) => {
    const other = slugs.get(each)
    return [each, other ? href(each, 'page', { slug: other }) : href(each, 'home')]
  })
  const html = sanitizedContent(placeholders.html(row.published))
  return {
    title: placeholders.plain(row.title),
    description: placeholders.plain(row.description) || html,
    html,
    path: href(language, 'page', { slug }),
    updatedAt: row.updated_at,
    alternates: Object.fromEntries(paths) as Alternates,
    writtenIn: languages.filter((each) => each === language || slugs.has(each)),
  }
}
