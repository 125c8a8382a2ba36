import type { GuidesPage } from '../../contracts/catalog-pages/guide-page.ts'
import type { Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'
import { guidesTag } from '../catalog/guides/guides-tag.ts'
import { guideJson } from '../platform/db/json-columns.ts'
import { earliest, publicPage, type PublicPage } from '../platform/http/pages/page-result.ts'
import type { Shop } from '../platform/shop.ts'
import { guidesOfLanguage } from './guides/guide-page-queries.ts'
import { liveVersion, nextChange } from './versions.ts'

/** Loads the list of all published guides of a language, in the order of their titles. */
export async function guidesPage(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  language: Language,
): Promise<PublicPage<GuidesPage>> {
  const at = now().toISOString()
  const rows = await guidesOfLanguage(db, language)
  const { compare } = new Intl.Collator(language, { numeric: true })
  const guides = rows
    .map((row) => liveVersion(row, at))
    .flatMap(({ slug, published }) => {
      if (published === null) return []
      const { title, difficulty, minutes, introduction } = guideJson.read(published)
      return [{ title, difficulty, minutes, introduction, path: href(language, 'guide', { slug }) }]
    })
    .sort((one, other) => compare(one.title, other.title))
  const alternates = { en: href('en', 'guides'), sv: href('sv', 'guides') }
  return publicPage(
    { guides, path: alternates[language], alternates },
    { tags: [guidesTag], changesAt: earliest(...rows.map((row) => nextChange(row, at))) },
  )
}
