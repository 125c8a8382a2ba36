import type { ContentComparison, ContentItemPage, ContentSide } from '../../../contracts/console/content.ts'
import { compareLines, linesOf } from '../../../domain/content/compare-texts.ts'
import { homeClock } from '../../../domain/places/home-clock.ts'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { contentKinds, widgetSlugs, type ItemRow } from '../../content/content-item.ts'
import { readItem } from '../../content/items.ts'
import { pathOf } from '../../content/records/delete-item.ts'
import { valuesOf, valuesOfVersion } from '../../content/records/item-values.ts'
import { linkedFrom } from '../../content/records/links.ts'
import { missingPictures } from '../../content/records/missing-pictures.ts'
import {
  recordReader,
  otherReaders,
  versionByNumber,
  versionsOf,
  versionsWithPictures,
} from '../../content/version-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { sectionsOf } from './item-fields.ts'
import { previewOf } from './item-preview.ts'
import { headOfRow, stateOf } from './item-state.ts'
import { itemTitle } from './item-title.ts'
import { requestedItem, type ItemKey } from './on-content.ts'

const shownVersions = 40
const [readingMs, forgottenMs] = [15 * 60_000, 24 * 3_600_000]

type Rows = ReadonlyMap<Language, ItemRow | undefined>

/** A page, widget or guide as its screen shows it; undefined for one that does not exist. */
export async function itemContent(context: ConsoleContext): Promise<ContentItemPage | undefined> {
  const { shop, session, request } = context
  if (!contentKinds.some((kind) => kind === request.params['kind'])) return undefined
  const item = requestedItem(context)
  const { kind, id } = item
  const read = await Promise.all(
    languages.map(async (language) => [language, await rowOf(context, item, language)] as const),
  )
  const rows: Rows = new Map(read)
  const isKnown = read.some(([, row]) => row !== undefined) || (kind === 'widget' && widgetSlugs.includes(id))
  if (!isKnown) return undefined
  const titles = Object.fromEntries(languages.map((each) => [each, valuesOf(kind, rows.get(each))['title']]))
  const mayChange = may(session, 'content.change')
  return {
    kind,
    id,
    title: itemTitle(context, { kind, id, titles }),
    sides: languages.map((language) => sideOf(context, item, language, rows.get(language))),
    versions: await shownVersionsOf(context, item),
    comparison: await comparisonOf(context, item, rows),
    preview: await previewOf(context, item),
    readers: await readersOf(context, item, mayChange),
    linkedFrom: kind === 'widget' ? [] : await linksTo(context, kind, rows),
    mayChange,
    today: homeClock(shop.now(), shop.settings.all.home).day,
  }
}

/** The newest versions, each with the pictures that it shows and that the shop no longer has. */
async function shownVersionsOf({ shop }: ConsoleContext, item: ItemKey) {
  const missing = await missingPictures(shop, await versionsWithPictures(shop.db, item, shownVersions))
  const versions = await versionsOf(shop.db, item, shownVersions)
  return versions.map((version, at) => ({
    ...version,
    isByPlan: isByPlan(version, versions.slice(at + 1)),
    missing: (missing.get(version.number) ?? []).map(({ id, alt }) => alt || id),
  }))
}

type ListedVersion = Awaited<ReturnType<typeof versionsOf>>[number]

/** Whether the shop published a version because it was scheduled; what it began with is the first of a language. */
function isByPlan({ event, author, language }: ListedVersion, older: readonly ListedVersion[]): boolean {
  return event === 'published' && author === '' && older.some((each) => each.language === language)
}

function rowOf({ shop }: ConsoleContext, item: ItemKey, language: Language): Promise<ItemRow | undefined> {
  return readItem(shop.db, { ...item, language })
}

function sideOf(
  { shop }: ConsoleContext,
  { kind }: ItemKey,
  language: Language,
  row: ItemRow | undefined,
): ContentSide {
  const state = stateOf(headOfRow(row), shop.now())
  const isShown = row !== undefined && kind !== 'widget' && (row.published !== null || state === 'published')
  return {
    language,
    state,
    publishAt: state === 'scheduled' ? (row?.publish_at ?? null) : null,
    path: isShown ? shop.env.ORIGIN + href(language, kind, { slug: row.slug }) : null,
    openPoints: openPointsIn(Object.values(valuesOf(kind, row))),
    sections: sectionsOf(kind, valuesOf(kind, row)),
  }
}

/** The parts of texts that are marked as to be written, each once. */
function openPointsIn(texts: readonly (string | undefined)[]): string[] {
  const marks = texts.flatMap((text) => (text ?? '').match(/\[…[^\]<>]{0,200}\]/g) ?? [])
  return [...new Set(marks)]
}

/** What a version that the address names says otherwise than the item does now. */
async function comparisonOf(context: ConsoleContext, item: ItemKey, rows: Rows): Promise<ContentComparison | null> {
  const requested = context.request.url.searchParams.get('compare') ?? ''
  const version = /^\d{1,15}$/.test(requested)
    ? await versionByNumber(context.shop.db, item, Number(requested))
    : undefined
  if (!version) return null
  const { number, language } = version
  const [before, after] = [valuesOfVersion(version), valuesOf(item.kind, rows.get(language))]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const fields = names
    .filter((name) => (before[name] ?? '') !== (after[name] ?? ''))
    .map((name) => ({ name, lines: compareLines(linesOf(before[name] ?? ''), linesOf(after[name] ?? '')) }))
  return { number, language, fields }
}

/** The other items that link to an address of this one. */
async function linksTo({ shop, request }: ConsoleContext, kind: 'page' | 'guide', rows: Rows) {
  const known = [...rows.values()].filter((row) => row !== undefined)
  const sources = await linkedFrom(
    shop,
    known.map((row) => pathOf(kind, row)),
  )
  return sources.filter((source) => source.kind !== kind || source.id !== request.params['id'])
}

/** Who else has had the item open lately; notes that this person has. */
async function readersOf({ shop, session }: ConsoleContext, { kind, id }: ItemKey, mayChange: boolean) {
  const { id: staff, name } = session.staff
  const now = shop.now().getTime()
  const iso = (ms: number) => new Date(ms).toISOString()
  const row = { kind, item: id, staff_id: staff, name, at: iso(now) }
  if (mayChange) await recordReader(shop.db, row, iso(now - forgottenMs))
  return otherReaders(shop.db, row, iso(now - readingMs))
}
