import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import {
  attributeKinds,
  type ColumnChoice,
  type ColumnRole,
  type FeedChoices,
} from '../../../../domain/products/feed-choices.ts'
import type { ProfileAttribute } from '../profile/profile-attribute.ts'
import type { AnyProfile, Profile } from '../profile/profile.ts'
import type { UpdateProfile } from '../profile/update-profile.ts'
import type { ShownProfile } from './kept-columns.ts'
import { addLinkRoles, labelColumns, listSeparator, tierUnits } from './links-of-choices.ts'
import { baseJson } from './run-json.ts'
import { addSupplyRoles, costCurrency } from './supply-of-choices.ts'

type Json = Record<string, unknown>

/** A profile that choices are laid over, and what of it a form cannot say, which stays. */
export type Base = ShownProfile & {
  /** Names of such settings; `texts`, `description.en` and `description.sv` of texts that are more than a column. */
  kept: ReadonlySet<string>
  attributes: readonly { id: string; column: string; json: Json }[]
  /** The ids of the attributes of columns. */
  ids: ReadonlyMap<string, string>
}

export type EditableProfile = Exclude<AnyProfile, { own: true }>

const single = /^\{([^{}[\]@]+)\}$/
const columnIn = (template: string): string | undefined => single.exec(template)?.[1]

/** What of a profile a form cannot say. */
export function baseOf(profile: EditableProfile): Base {
  const json = baseJson.read(JSON.stringify(profile))
  const roles = rolesOf(profile)
  if ('update' in profile) return { json, roles, kept: new Set(), attributes: [], ids: new Map() }
  const kept = new Set<string>()
  const keep = (key: string, isKept: boolean | undefined) => void (isKept && kept.add(key))
  const { sku, texts, brand, category, stock, weight, picture } = profile
  keep('sku', 'pattern' in sku)
  keep(
    'texts',
    [texts.en, texts.sv].some(({ name }) => columnIn(name) === undefined),
  )
  for (const language of ['en', 'sv'] as const) {
    const { description } = texts[language]
    keep(`description.${language}`, description !== '' && columnIn(description) === undefined)
  }
  keep('brand', brand && !('column' in brand))
  keep('category', 'ids' in category || ('en' in category && hasTemplate(category)))
  keep('stock', typeof stock === 'number' ? stock > 0 : 'columns' in stock)
  keep('weight', typeof weight === 'number' ? weight > 0 : ![1, 1000].includes(weight.multiply))
  keep('picture', picture && !('urls' in picture) && !('files' in picture))
  const others = profile.attributes.filter((each) => !isPlain(each) || kindOf(roles.get(each.column)) !== each.kind)
  return {
    json,
    roles,
    kept,
    attributes: others.map((each) => ({ id: each.id, column: each.column, json: each })),
    ids: new Map(profile.attributes.filter((each) => !others.includes(each)).map(({ id, column }) => [column, id])),
  }
}

function hasTemplate({ en, sv }: { en: readonly string[]; sv: readonly string[] }): boolean {
  return [...en, ...sv].some((name) => /[{}>]/.test(name))
}

/** Choices that say what a profile says, for a feed with these columns. */
export function choicesOfProfile(
  profile: EditableProfile,
  columns: readonly string[],
  limits: Pick<FeedChoices, 'maxMissing' | 'maxRejected'>,
  currency: CurrencyCode,
): FeedChoices {
  const roles = rolesOf(profile)
  const used = usedColumns(profile)
  const attributes = 'update' in profile ? [] : profile.attributes
  const ids = new Set('update' in profile ? [profile.update.sku] : profile.id)
  const choices = columns.map((column): ColumnChoice => {
    const own = attributes.filter((each) => each.column === column)
    const attribute = own.find(isPlain) ?? own[0]
    return {
      column,
      role: roles.get(column) ?? (used.has(column) ? 'keep' : 'ignore'),
      isId: ids.has(column),
      en: attribute?.en ?? '',
      sv: attribute?.sv ?? '',
      unit: attribute?.unit ?? tierUnits(profile, column),
      isFilter: attribute?.facet ?? false,
    }
  })
  return {
    goal: 'update' in profile ? 'update' : 'products',
    profile: profile.name,
    columns: choices,
    currency: profile.price?.currency ?? costCurrency(profile) ?? currency,
    vat: profile.price?.vat ?? 'inc',
    ...profile.numbers,
    ...placeOf(profile),
    list: listSeparator(profile),
    supplier: profile.supplier ?? '',
    missing: profile.missing,
    ...limits,
  }
}

function placeOf(profile: EditableProfile): Pick<FeedChoices, 'category' | 'separator'> {
  const none = { category: { en: '', sv: '' }, separator: '>' }
  if ('update' in profile) return none
  const { category } = profile
  if ('columns' in category) return { ...none, separator: category.separator }
  if (!('en' in category) || hasTemplate(category)) return none
  return { ...none, category: { en: category.en.join(' > '), sv: category.sv.join(' > ') } }
}

function rolesOf(profile: EditableProfile): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>()
  const add = (role: ColumnRole, column: string | undefined) => {
    if (column !== undefined && !roles.has(column)) roles.set(column, role)
  }
  const { price, stock, incoming, shelf } = profile
  if ('update' in profile) {
    add('sku', profile.update.sku)
    add('stock', columnOf(stock))
  } else addProductRoles(profile, add)
  add('price', price?.column)
  addSupplyRoles(profile, add)
  add('incoming', incoming?.column)
  add('shelf', shelf?.column)
  if ('update' in profile) return roles
  const [plain, labels] = [profile.attributes.filter(isPlain), labelColumns(profile)]
  const texts = new Set(plain.filter(({ kind }) => kind === 'text').map(({ column }) => column))
  const isLabelled = [...labels].every((column) => texts.has(column))
  for (const { kind, column } of plain)
    add(isLabelled && labels.has(column) ? 'attribute_choice' : plainRoles[kind], column)
  return roles
}

type Add = (role: ColumnRole, column: string | undefined) => void

function addProductRoles(profile: Profile, add: Add): void {
  const { sku, brand, category, picture } = profile
  add('sku', columnOf(sku))
  addTexts('name', profile, add)
  addTexts('description', profile, add)
  add('brand', columnOf(brand))
  if ('columns' in category) {
    const { en, sv } = category.columns
    add(sv === undefined || sv === en ? 'category' : 'category_en', en)
    add('category_sv', sv)
  }
  addNumbers(profile, add)
  if (picture && 'urls' in picture) for (const column of [picture.urls].flat()) add('pictures', column)
  addLinkRoles(profile, add)
}

function addNumbers({ campaign, stock, weight, ean }: Profile, add: Add): void {
  add('sale_price', campaign?.column)
  add('stock', columnOf(stock))
  if (typeof weight === 'object' && weight.multiply === 1000) add('weight_kg', weight.column)
  if (typeof weight === 'object' && weight.multiply === 1) add('weight_g', weight.column)
  add('ean', ean?.column)
}

/** The column of a setting that may be said in other ways. */
function columnOf(setting: unknown): string | undefined {
  if (typeof setting !== 'object' || setting === null || !('column' in setting)) return undefined
  return typeof setting.column === 'string' ? setting.column : undefined
}

function addTexts(text: 'name' | 'description', { texts }: Profile, add: Add): void {
  const [en, sv] = [columnIn(texts.en[text]), columnIn(texts.sv[text])]
  if (en === sv) return add(text, en)
  add(`${text}_en`, en)
  add(`${text}_sv`, sv)
}

type PlainAttribute = ProfileAttribute & { kind: keyof typeof plainRoles }

/** An attribute that a form can say whole. */
function isPlain(attribute: ProfileAttribute): attribute is PlainAttribute {
  const { kind, template, separator, multiply, values } = attribute
  const isSimple = template === undefined && separator === undefined && multiply === 1
  return isSimple && Object.hasOwn(plainRoles, kind) && Object.keys(values).length === 0
}

const plainRoles = { text: 'attribute_text', number: 'attribute_number', 'yes-no': 'attribute_yes_no' } as const

function kindOf(role: ColumnRole | undefined): string | undefined {
  return Object.entries(attributeKinds).find(([each]) => each === role)?.[1]
}

/** Every text of a profile that may name a column. */
function usedColumns(profile: EditableProfile | UpdateProfile): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      found.add(value)
      for (const [, column] of value.matchAll(/\{([^{}@]+)\}/g)) if (column !== undefined) found.add(column)
    } else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  const { name: _name, match: _match, ...others } = profile
  visit(others)
  return found
}
