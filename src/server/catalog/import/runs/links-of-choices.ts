import { type ColumnChoice, type ColumnRole, type FeedChoices } from '../../../../domain/products/feed-choices.ts'
import type { Profile } from '../profile/profile.ts'
import { isKeptBeside, type ShownProfile } from './kept-columns.ts'

type Json = Record<string, unknown>
type Add = (role: ColumnRole, column: string | undefined) => void

const defaultSeparator = '|'
/** `{colour}[, {size}]`: columns one after the other. */
const labelOfColumns = /^\{[^{}[\]@]+\}(?:\[, \{[^{}[\]@]+\}\])*$/

/** Adds the roles of columns that name other products, devices, old numbers and files, and of prices for several. */
export function addLinkRoles(profile: Profile, add: Add): void {
  const { set, successor, relations, devices, partNumbers } = profile
  addVariantRoles(profile, add)
  add('set', set?.column)
  add('successor', successor?.column)
  for (const { column, kind, discount } of relations)
    if (kind !== 'bundle' && discount === 0) add(relationRoles[kind], column)
  add('devices', devices?.column)
  addFileRoles(profile, add)
  for (const { column, kind } of partNumbers) add(numberRoles[kind], column)
  addPriceRoles(profile, add)
}

function addPriceRoles({ price, campaign }: Profile, add: Add): void {
  for (const { column } of price?.tiers ?? []) add('tier_price', column)
  add('campaign_from', campaign?.from)
  add('campaign_until', campaign?.until)
}

function addVariantRoles({ variants }: Profile, add: Add): void {
  if (variants && 'parent' in variants) add('parent', variants.parent.column)
  else add('group', variants?.group.column)
}

function addFileRoles({ picture, documents }: Profile, add: Add): void {
  if (picture && 'files' in picture) add('picture_files', picture.files)
  if (documents && 'files' in documents) add('document_files', documents.files)
  if (documents && 'urls' in documents && !documents.title)
    for (const column of [documents.urls].flat()) add('documents', column)
}

const relationRoles = { accessory: 'accessories', alternative: 'alternatives' } as const
const numberRoles = { maker: 'maker_number', replaces: 'replaces' } as const

/** The columns that choices of a product are called by, where their names are nothing but columns. */
export function labelColumns({ variants }: Profile): ReadonlySet<string> {
  const { en = '', sv = '' } = variants?.label ?? {}
  if (en !== sv || !labelOfColumns.test(en)) return new Set()
  return new Set([...en.matchAll(/\{([^{}]+)\}/g)].map(([, column = '']) => column))
}

/** What stands between several values in a cell, by the first setting of a profile that says it. */
export function listSeparator(json: Json): string {
  const settings = [
    json['set'],
    json['devices'],
    json['relations'],
    json['documents'],
    json['picture'],
    json['partNumbers'],
  ]
  const marks = settings.flat().map((setting) => toObject(setting)['separator'])
  return marks.find((mark) => typeof mark === 'string') ?? defaultSeparator
}

/** From how many units a column is the price; '' for other columns. */
export function tierUnits({ price }: { price?: Profile['price'] }, column: string): string {
  return String(price?.tiers.find((tier) => tier.column === column)?.quantity ?? '')
}

/** Settings of a profile that `linksOf` says. */
export const linkSettings = ['variants', 'set', 'successor', 'relations', 'devices', 'documents', 'partNumbers']

/**
 * The settings by which rows name other products, devices, numbers and documents. What the profile says of the same
 * column stays, and so does what it says of a column that is "as the profile says", or that it also reads otherwise.
 */
export function linksOf(choices: FeedChoices, shown: ShownProfile, names: { en: unknown; sv: unknown }): Json {
  const context = contextOf(choices, shown)
  return {
    ...variantsOf(context, names),
    ...settingOf(context, 'set', {}),
    ...settingOf(context, 'successor', {}, { isList: false }),
    ...settingOf(context, 'devices', { unknown: 'leave-out' }),
    ...listOf(context, 'relations', [
      ['accessories', { kind: 'accessory' }],
      ['alternatives', { kind: 'alternative' }],
    ]),
    ...listOf(context, 'partNumbers', [
      ['maker_number', { kind: 'maker' }],
      ['replaces', { kind: 'replaces' }],
    ]),
    ...documentsOf(context),
  }
}

type Context = ShownProfile & { choices: FeedChoices; list: { separator: string; isNew: boolean } }

function contextOf(choices: FeedChoices, { json, roles }: ShownProfile): Context {
  return { choices, json, roles, list: { separator: choices.list, isNew: choices.list !== listSeparator(json) } }
}

function columnsOf({ columns }: Pick<FeedChoices, 'columns'>, role: ColumnRole): string[] {
  return columns.filter((each) => each.role === role).map(({ column }) => column)
}

const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const isKept = (context: Context, column: unknown, role?: ColumnRole): boolean =>
  isKeptBeside(context.choices, context, column, role)

function settingOf(
  context: Context,
  role: 'set' | 'successor' | 'devices',
  others: Json,
  { isList = true } = {},
): Json {
  const { choices, json } = context
  const [column] = columnsOf(choices, role)
  const before = toObject(json[role])
  if (column === undefined) return isKept(context, before['column'], role) ? { [role]: before } : {}
  return { [role]: mergeSetting(context, before, { column, ...others }, { isList }) }
}

/** What the profile says of the same column, else something new; with the mark between values that was chosen. */
function mergeSetting({ list }: Context, before: Json, fresh: Json, { isList = true } = {}): Json {
  const mark = isList ? { separator: list.separator } : {}
  if (before['column'] !== fresh['column']) return { ...fresh, ...mark }
  return list.isNew ? { ...before, ...mark } : before
}

function listOf(context: Context, key: string, roles: readonly [ColumnRole, { kind: string }][]): Json {
  const { choices, json } = context
  const before = [json[key] ?? []].flat().map(toObject)
  // No role shows a relation with a discount.
  const roleOf = ({ kind, discount }: Json) => (discount ? undefined : roles.find(([, of]) => of.kind === kind)?.[0])
  const stay = before.filter((each) => isKept(context, each['column'], roleOf(each)))
  const chosen = roles.flatMap(([role, kind]) =>
    columnsOf(choices, role).map((column) => {
      const own = before.find((each) => each['column'] === column && each['kind'] === kind.kind)
      return mergeSetting(context, own ?? {}, { column, ...kind })
    }),
  )
  // In the order of the profile, new ones last.
  const placeOf = ({ column, kind }: Json): number => {
    const at = before.findIndex((each) => each['column'] === column && each['kind'] === kind)
    return at < 0 ? before.length : at
  }
  return { [key]: [...stay, ...chosen].toSorted((one, other) => placeOf(one) - placeOf(other)) }
}

function documentsOf(context: Context): Json {
  const { choices, json, list } = context
  const before = toObject(json['documents'])
  const [files] = columnsOf(choices, 'document_files')
  if (files !== undefined) return { documents: filesOf(context, before, files) }
  const urls = columnsOf(choices, 'documents').slice(0, 12)
  const read = [before['urls'] ?? before['files'] ?? []].flat()
  const role = 'files' in before ? 'document_files' : before['title'] === undefined ? 'documents' : undefined
  if (urls.length === 0) return read.some((column) => isKept(context, column, role)) ? { documents: before } : {}
  const isSame = read.length === urls.length && read.every((column, at) => column === urls[at])
  return { documents: isSame && !list.isNew ? before : { urls, separator: list.separator } }
}

/** Photographs by the names of their files; undefined where no column has them. */
export function photosOf(choices: FeedChoices, shown: ShownProfile): Json | undefined {
  const [context, before] = [contextOf(choices, shown), toObject(shown.json['picture'])]
  const [files] = columnsOf(choices, 'picture_files')
  if (files !== undefined) return filesOf(context, before, files)
  return isKept(context, before['files'], 'picture_files') ? before : undefined
}

function filesOf({ list: { separator, isNew } }: Context, before: Json, files: string): Json {
  if (before['files'] !== files) return { files, separator }
  return isNew ? { ...before, separator } : before
}

function variantsOf(context: Context, names: { en: unknown; sv: unknown }): Json {
  const { choices, json } = context
  const before = toObject(json['variants'])
  const [parent, group] = [columnsOf(choices, 'parent')[0], columnsOf(choices, 'group')[0]]
  const key = parent === undefined ? 'group' : 'parent'
  const column = parent ?? group
  if (column === undefined) {
    const own = toObject(before['parent'] ?? before['group'])['column']
    return isKept(context, own, 'parent' in before ? 'parent' : 'group') ? { variants: before } : {}
  }
  const own = toObject(before[key])
  const name = key === 'group' && 'name' in before ? { name: before['name'] } : {}
  const label = labelOf(choices.columns) ?? before['label'] ?? names
  return { variants: { [key]: own['column'] === column ? own : { column }, ...name, label } }
}

function labelOf(columns: readonly ColumnChoice[]): { en: string; sv: string } | undefined {
  const called = columns.filter(({ role, column }) => role === 'attribute_choice' && !/[{}[\]@]/.test(column))
  const [first, ...others] = called.map(({ column }) => `{${column}}`)
  if (first === undefined) return undefined
  const label = `${first}${others.map((each) => `[, ${each}]`).join('')}`
  return { en: label, sv: label }
}
