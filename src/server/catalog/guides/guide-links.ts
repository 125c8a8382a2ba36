import type { GuideLink } from '../../../contracts/catalog-pages/guide-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { appliesToDevice, appliesToPart, type GuideDevice, type GuideText } from '../../../domain/products/guides.ts'
import { href } from '../../../routes.ts'
import { guideJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { categoriesListing, categoriesOfDevice, guidesNamingDevice, guidesNamingPart } from './guide-queries.ts'

const maxOfPart = 2
const maxOfDevice = 12

type Part = { id: string; sku: string; devices: readonly GuideDevice[] }

/** Loads the guides that apply to a part. */
export async function guidesOfPart(db: Queryable, language: Language, part: Part): Promise<GuideLink[]> {
  const rows = await guidesNamingPart(db, language, part)
  if (rows.length === 0) return []
  const categories = new Set(await categoriesListing(db, part.id))
  return linksOf(language, rows, (guide) => appliesToPart(guide, { ...part, categories })).slice(0, maxOfPart)
}

/** Loads the guides that apply to a device. */
export async function guidesOfDevice(
  db: Queryable,
  language: Language,
  device: GuideDevice & { id: string },
): Promise<GuideLink[]> {
  const categories = await categoriesOfDevice(db, device.id)
  const rows = await guidesNamingDevice(db, language, device, categories)
  const known = new Set(categories)
  return linksOf(language, rows, (guide) => appliesToDevice(guide, device, known)).slice(0, maxOfDevice)
}

type GuideRow = { slug: string; published: string | null }

function linksOf(language: Language, rows: readonly GuideRow[], applies: (guide: GuideText) => boolean): GuideLink[] {
  return rows.flatMap(({ slug, published }) => {
    const guide = published === null ? undefined : guideJson.read(published)
    if (!guide || !applies(guide)) return []
    const { title, difficulty, minutes } = guide
    return [{ title, difficulty, minutes, path: href(language, 'guide', { slug }) }]
  })
}
