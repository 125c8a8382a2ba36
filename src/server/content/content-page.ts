import type { ContentPage } from '../../contracts/content-page.ts'
import type { Alternates } from '../../contracts/product-lists.ts'
import { languages, type Language } from '../../domain/locales.ts'
import { href } from '../../routes.ts'
import type { PageResult } from '../catalog/page-result.ts'
import type { Shop } from '../shop.ts'
import { contentPageBySlug, contentPageSlugs } from './queries.ts'
import { sanitized } from './sanitize.ts'

/** The published content page at a path of the catch-all route (spec section 2); undefined when there is none. */
export async function contentPage({ db }: Shop, language: Language, slug: string): Promise<PageResult<ContentPage> | undefined> {
  const row = await contentPageBySlug(db, language, slug)
  if (!row?.published) return undefined
  const slugs = new Map((await contentPageSlugs(db, row.id)).map((each) => [each.language, each.slug]))
  const paths = languages.map((each) => {
    const other = slugs.get(each)
    return [each, other ? href(each, 'page', { slug: other }) : href(each, 'home')]
  })
  return {
    page: {
      title: row.title, description: row.description, html: sanitized(row.published), path: href(language, 'page', { slug }),
      alternates: Object.fromEntries(paths) as Alternates, updatedAt: row.updated_at,
    },
    tags: ['content', `page:${row.id}`], changesAt: null,
  }
}
