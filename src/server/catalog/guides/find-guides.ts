import type { GuideLink } from '../../../contracts/catalog-pages/guide-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { namesDevice, namesNoDevice, type GuideText } from '../../../domain/products/guides.ts'
import { href } from '../../../routes.ts'
import { guideJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { repairVerbs, repairWords } from '../../search/reading/repair-words.ts'
import { wordsAlike, type WordsAlike } from '../../search/reading/stems.ts'
import type { Reading } from '../../search/search-products.ts'
import { foldedWords } from '../../search/words.ts'
import { deviceBrands, publishedGuides, hasPartFor } from './guide-queries.ts'

/** How long the guides are kept in memory, in milliseconds; publishing one ends it sooner. */
const cacheMs = 60_000
const minBeginningLength = 3
/** A word in a larger part of the titles, such as "laptop", is what most guides are about and finds none alone. */
const maxShare = 1 / 3
const fewTitles = 2

type Subject = { link: GuideLink; appliesTo: GuideText['appliesTo']; title: string[]; names: string[] }
type Subjects = { subjects: readonly Subject[]; common: ReadonlySet<string>; brands: ReadonlyMap<string, string> }

/**
 * Finds the published guides for a search that asks for a repair and names its subject: every other word is in the
 * title, or names a brand or series that the guide is for. A guide for all devices counts for a named one only when
 * there are parts of its category for it.
 */
export async function findGuides(
  { db, memory, settings }: Pick<Shop, 'db' | 'memory' | 'settings'>,
  language: Language,
  { rest, devices }: Pick<Reading, 'rest' | 'devices'>,
  limit: number,
): Promise<GuideLink[]> {
  if (!settings.all.features.guides) return []
  const typed = foldedWords(rest)
  const words = typed.filter((word) => !repairWords.has(word))
  if (words.length === 0 || !typed.some((word) => repairVerbs.has(word))) return []
  const known = await memory.remember(`guides:${language}`, cacheMs, () => readSubjects(db, language))
  const brands = words.flatMap((word) => known.brands.get(word) ?? [])
  const found: GuideLink[] = []
  for (const subject of known.subjects) {
    if (found.length === limit) break
    if (!isNamed(subject, words, known, wordsAlike)) continue
    const wanted = devices.length > 0 ? { devices } : { brands }
    if (await isFor(db, subject.appliesTo, wanted)) found.push(subject.link)
  }
  return found
}

async function readSubjects(db: Queryable, language: Language): Promise<Subjects> {
  const rows = await publishedGuides(db, language)
  const subjects = rows.flatMap(({ slug, published }): Subject[] => {
    if (published === null) return []
    const { title, difficulty, minutes, appliesTo } = guideJson.read(published)
    return [
      {
        link: { title, difficulty, minutes, path: href(language, 'guide', { slug }) },
        appliesTo,
        title: foldedWords(title),
        names: appliesTo.series.flatMap(({ brand, series }) => foldedWords(`${brand} ${series}`)),
      },
    ]
  })
  const max = Math.max(fewTitles, subjects.length * maxShare)
  const titles = Map.groupBy(
    subjects.flatMap(({ title }) => [...new Set(title)]),
    (word) => word,
  )
  return {
    subjects,
    common: new Set([...titles].filter(([, uses]) => uses.length > max).map(([word]) => word)),
    brands: new Map((await deviceBrands(db)).map((brand) => [foldedWords(brand).join(''), brand])),
  }
}

function isNamed(
  { title, names }: Subject,
  words: readonly string[],
  { common, brands }: Subjects,
  alike: WordsAlike,
): boolean {
  const inTitle = (word: string, own: string) =>
    alike.isKindOf(word, own) ||
    alike.isKindOf(own, word) ||
    (word.length >= minBeginningLength && own.startsWith(word))
  const isSubject = words.some((word) => title.some((own) => !common.has(own) && inTitle(word, own)))
  return (
    isSubject &&
    words.every((word) => title.some((own) => inTitle(word, own)) || names.includes(word) || brands.has(word))
  )
}

type Wanted = { devices?: Reading['devices']; brands?: readonly string[] }

/** Whether a guide is for one of the devices or brands; for all when none is named. */
async function isFor(
  db: Queryable,
  appliesTo: GuideText['appliesTo'],
  { devices = [], brands = [] }: Wanted,
): Promise<boolean> {
  if (devices.length === 0 && brands.length === 0) return true
  if (!namesNoDevice(appliesTo))
    return (
      devices.some((device) => namesDevice(appliesTo, device)) ||
      appliesTo.series.some(({ brand }) => brands.includes(brand))
    )
  if (appliesTo.category === undefined) return false
  return hasPartFor(db, appliesTo.category, { deviceIds: devices.map(({ id }) => id), brands })
}
