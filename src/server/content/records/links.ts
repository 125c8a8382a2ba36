import { languages, type Language } from '../../../domain/places/locales.ts'
import { href, matchScreen, type Screen } from '../../../routes.ts'
import { guideJson } from '../../platform/db/json-columns.ts'
import { isSwitchedOff } from '../../platform/settings/switched-screens.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ContentItem, PageRow } from '../content-item.ts'
import { pageToCome } from '../page-to-come.ts'
import { liveVersion } from '../versions.ts'
import {
  brandSlugs,
  categoryPaths,
  deviceSlugs,
  guideSlugs,
  knownFiles,
  linkingRows,
  productSlugs,
  redirectedPaths,
  tagSlugs,
} from './link-queries.ts'

export type Reading = Pick<Shop, 'db' | 'kind' | 'now' | 'env' | 'settings'>

/** A link of a text: its position, its words, and the path of this shop that it leads to. */
type ContentLink = { readonly from: ContentItem; readonly text: string; readonly path: string }

const anchor = /<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([\s\S]*?)<\/a>/g
const picture = /<img\b[^<>]*\bsrc="([^"<>]*)"[^<>]*>/g
const maxTextLength = 80

/** The links to this shop in a text of sanitized HTML; those to other sites and to placeholders are left out. */
function findLinks(html: string, from: ContentItem, origin: string): ContentLink[] {
  const anchors = [...html.matchAll(anchor)].map(([, address = '', text = '']) => ({ address, text }))
  const pictures = [...html.matchAll(picture)].map(([, address = '']) => ({ address, text: '' }))
  return [...anchors, ...pictures].flatMap(({ address, text }) => {
    const path = pathIn(address, from.language, origin)
    const words = text.replaceAll(/<[^<>]*>/g, '').trim()
    return path === undefined ? [] : [{ from, text: words.slice(0, maxTextLength), path }]
  })
}

/** The path of this shop that an address leads to, without query; undefined for any other address. */
function pathIn(address: string, language: Language, origin: string): string | undefined {
  const plain = address.replaceAll('&amp;', '&')
  if (plain.includes('{{') || plain.startsWith('#')) return undefined
  if (!URL.canParse(plain, `${origin}${href(language, 'home')}/`)) return undefined
  const url = new URL(plain, `${origin}${href(language, 'home')}/`)
  return url.origin === origin ? url.pathname.replace(/(?<!^)\/+$/, '') : undefined
}

/** The links of all published texts that lead to nothing in this shop, or to a screen that is switched off. */
export async function brokenLinks(shop: Reading): Promise<ContentLink[]> {
  const at = shop.now().toISOString()
  const { pages, widgets, guides } = await linkingRows(shop.db)
  const shown = pages.map((row) => liveVersion(row, at))
  const { origin } = new URL(shop.env.ORIGIN)
  const links = [
    ...shown.flatMap(({ id, language, published }) =>
      findLinks(published ?? '', { kind: 'page', id, language }, origin),
    ),
    ...widgets
      .map((row) => liveVersion(row, at))
      .filter(({ hidden }) => hidden === 0)
      .flatMap(({ slug, language, published }) =>
        findLinks(published ?? '', { kind: 'widget', id: slug, language }, origin),
      ),
    ...guides
      .map((row) => liveVersion(row, at))
      .flatMap(({ id, language, published }) => findLinks(stepsOf(published), { kind: 'guide', id, language }, origin)),
  ]
  const known = await knownPaths(shop, [...new Set(links.map(({ path }) => path))], shown)
  return links.filter(({ path }) => !known.has(path))
}

/** Items that link to any of some paths, published or in a draft. */
export async function linkedFrom(shop: Reading, paths: readonly string[]): Promise<ContentItem[]> {
  const wanted = new Set(paths)
  const { pages, widgets, guides } = await linkingRows(shop.db)
  const { origin } = new URL(shop.env.ORIGIN)
  const textOf = ({ draft, published }: { draft: string | null; published: string | null }) =>
    `${draft ?? ''}${published ?? ''}`
  const items = [
    ...pages.map((row) => ({ text: textOf(row), from: fromOf('page', row.id, row.language) })),
    ...widgets.map((row) => ({ text: textOf(row), from: fromOf('widget', row.slug, row.language) })),
    ...guides.map(({ id, language, draft, published }) => ({
      text: stepsOf(draft) + stepsOf(published),
      from: fromOf('guide', id, language),
    })),
  ]
  return items
    .filter(({ text, from }) => findLinks(text, from, origin).some(({ path }) => wanted.has(path)))
    .map(({ from }) => from)
}

const fromOf = (kind: ContentItem['kind'], id: string, language: Language): ContentItem => ({ kind, id, language })

/** The texts of the steps of a guide, as HTML; '' without a guide. */
function stepsOf(guide: string | null): string {
  return guide === null
    ? ''
    : guideJson
        .read(guide)
        .steps.map(({ html = '' }) => html)
        .join('')
}

const withRecords = {
  product: productSlugs,
  'product-category-all': categoryPaths,
  'product-tag': tagSlugs,
  guide: guideSlugs,
  brand: brandSlugs,
  device: deviceSlugs,
} as const satisfies Partial<Record<Screen, unknown>>

type Recorded = keyof typeof withRecords
const recorded = Object.keys(withRecords) as Recorded[]
/** Files of the shop that have no record. */
const plainFile = /^\/(?:$|robots\.txt$|sitemap|order-template-[a-z]{2}\.xlsx$|favicon)/

/** Those of some paths at which the shop shows something, or from which it leads elsewhere. */
async function knownPaths(shop: Reading, paths: readonly string[], pages: readonly PageRow[]) {
  const shown = new Set(pages.filter(({ published }) => published !== null).map(pagePath))
  const matched = paths.flatMap((path) => {
    const match = matchScreen(path)
    return match ? [{ ...match, path, slug: match.params['slug'] ?? '' }] : []
  })
  const isOff = (screen: Screen) => isSwitchedOff(screen, shop.settings.all.features)
  const isShown = ({ screen, language, slug, path }: (typeof matched)[number]) =>
    screen === 'page'
      ? shown.has(path) || pageToCome(shop, language, slug) !== undefined
      : !isRecorded(screen) && !isOff(screen)
  const known = new Set(paths.filter((path) => plainFile.test(path)))
  for (const each of matched) if (isShown(each)) known.add(each.path)
  for (const screen of recorded.filter((each) => !isOff(each)))
    for (const language of languages) {
      const matching = matched.filter((each) => each.screen === screen && each.language === language)
      if (matching.length === 0) continue
      const slugs = matching.map(({ slug }) => slug)
      const found = new Set<string>(await withRecords[screen](shop, language, slugs))
      matching.filter(({ slug }) => found.has(slug)).forEach(({ path }) => known.add(path))
    }
  for (const path of await redirectedPaths(shop, paths)) known.add(path)
  await addFiles(shop, paths, known)
  return known
}

const pagePath = ({ language, slug }: PageRow) => href(language, 'page', { slug })
const isRecorded = (screen: Screen): screen is Recorded => Object.hasOwn(withRecords, screen)

async function addFiles(shop: Reading, paths: readonly string[], known: Set<string>): Promise<void> {
  const files = paths.flatMap((path) => {
    const [, folder, name = ''] = /^\/(pictures|documents)\/([\w.-]+)$/.exec(path) ?? []
    if (folder === undefined) return []
    const id = folder === 'documents' ? name.replace(/\.pdf$/, '') : name.replace(/-\d+\.(?:avif|webp)$/, '')
    return [{ folder, id, path }]
  })
  for (const [folder, table] of [
    ['pictures', 'pictures'],
    ['documents', 'document_files'],
  ] as const) {
    const own = files.filter((file) => file.folder === folder)
    const ids = new Set(
      await knownFiles(
        shop,
        table,
        own.map(({ id }) => id),
      ),
    )
    for (const { id, path } of own) if (ids.has(id)) known.add(path)
  }
}
