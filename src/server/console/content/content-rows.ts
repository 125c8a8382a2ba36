import { consolePath } from '../../../console-routes.ts'
import type { ContentState } from '../../../contracts/console/content.ts'
import type { ListCell, ListQuery } from '../../../contracts/console/lists.ts'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { widgetSlugs } from '../../content/content-item.ts'
import { contentHeads, itemsWithText, type ContentHead } from '../../content/records/head-queries.ts'
import { lastOfEach } from '../../content/version-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { KeyedRow } from '../lists/list-source.ts'
import { stateOf } from './item-state.ts'
import { itemTitle } from './item-title.ts'

export type Column = 'title' | 'kind' | 'sv' | 'en' | 'address' | 'updated'

type Item = {
  key: string
  kind: ContentHead['kind']
  id: string
  heads: Partial<Record<Language, ContentHead>>
  title: string
  updatedAt: string
  author: string
}
type Query = ListQuery & { sort: Column }

/** One page of the items that a list asks for. Editors have hundreds of items at most, so they are sorted here. */
export async function contentRows(context: ConsoleContext, query: Query, limit: number): Promise<readonly KeyedRow[]> {
  const found = await matching(context, query)
  const valueOf = (item: Item) => (query.sort === 'updated' ? item.updatedAt : item.title.toLowerCase().slice(0, 200))
  const compare = (one: { value: string; id: string }, other: { value: string; id: string }) =>
    compareTexts(one.value, other.value) || compareTexts(one.id, other.id)
  const keyed = found.map((item) => ({ item, value: valueOf(item), id: item.key }))
  const sign = query.isDescending ? -1 : 1
  const sorted = keyed.sort((one, other) => sign * compare(one, other))
  const { cursor } = query
  const at = cursor && { value: String(cursor.value ?? ''), id: String(cursor.id) }
  const isBefore = cursor?.direction === 'before'
  const beyond = at
    ? sorted.filter((each) => (isBefore ? sign * compare(each, at) < 0 : sign * compare(each, at) > 0))
    : sorted
  const page = isBefore ? beyond.slice(-limit) : beyond.slice(0, limit)
  return page.map(({ item, value, id }) => rowOf(context, item, { value, id }))
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

export async function countContent(context: ConsoleContext, query: Query): Promise<number> {
  return (await matching(context, query)).length
}

async function matching(context: ConsoleContext, { search, filters }: Query): Promise<Item[]> {
  const { shop } = context
  const all = await itemsOf(context)
  const now = shop.now()
  const text = search.toLowerCase()
  const byText = text === '' ? new Set<string>() : await itemsWithText(shop.db, search)
  const isFound = ({ key, id, title, heads }: Item) =>
    byText.has(key) ||
    [id, title, ...Object.values(heads).flatMap((head) => [head.title, head.slug])].some((each) =>
      each.toLowerCase().includes(text),
    )
  return all.filter(
    (item) =>
      (filters['kind'] === undefined || item.kind === filters['kind']) &&
      (filters['state'] === undefined ||
        languages.some((language) => stateOf(item.heads[language], now) === filters['state'])) &&
      (text === '' || isFound(item)),
  )
}

async function itemsOf(context: ConsoleContext): Promise<Item[]> {
  const { shop } = context
  const heads = Map.groupBy(await contentHeads(shop), ({ kind, id }) => `${kind}:${id}`)
  for (const slug of widgetSlugs) if (!heads.has(`widget:${slug}`)) heads.set(`widget:${slug}`, [])
  const last = new Map((await lastOfEach(shop.db)).map((row) => [`${row.kind}:${row.item}`, row]))
  return [...heads].map(([key, own]) => {
    const [kind = 'widget', ...rest] = key.split(':')
    const id = rest.join(':')
    const byLanguage = Object.fromEntries(own.map((head) => [head.language, head]))
    const titles = Object.fromEntries(own.map(({ language, title }) => [language, title]))
    return {
      key,
      kind: kind as Item['kind'],
      id,
      heads: byLanguage,
      title: itemTitle(context, { kind, id, titles }),
      updatedAt: own.map(({ updatedAt }) => updatedAt).reduce((one, other) => (one > other ? one : other), ''),
      author: last.get(key)?.author ?? '',
    }
  })
}

const tones: Readonly<Record<ContentState, NonNullable<ListCell['tone']>>> = {
  published: 'good',
  changed: 'warn',
  draft: 'warn',
  scheduled: 'warn',
  hidden: 'plain',
  missing: 'plain',
}

function rowOf({ shop, request }: ConsoleContext, item: Item, key: KeyedRow['key']): KeyedRow {
  const { kind, id, heads, title, updatedAt, author } = item
  const { t, shopping } = request.locals
  const stateCell = (language: Language): ListCell => {
    const head = heads[language]
    const state = stateOf(head, shop.now())
    return {
      text: t(`console-content:state.${state}`),
      tone: tones[state],
      ...(state === 'scheduled' && head?.publishAt ? { second: formatMoment(head.publishAt, shopping) } : {}),
    }
  }
  const slugs = [...new Set(Object.values(heads).map(({ slug }) => slug))]
  const cells: Record<Column, ListCell> = {
    title: { text: title, address: consolePath('content-item', { kind, id }), ...(title === id ? {} : { second: id }) },
    kind: { text: t(`console-content:kind.${kind}`) },
    sv: stateCell('sv'),
    en: stateCell('en'),
    address: kind === 'widget' ? { text: '–' } : { text: slugs.join(', ') },
    updated: {
      text: updatedAt === '' ? '–' : formatMoment(updatedAt, shopping),
      ...(author === '' ? {} : { second: author }),
    },
  }
  return { id: item.key, label: title, cells, key }
}
