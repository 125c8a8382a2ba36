import {
  attributeKinds,
  updateRoles,
  type ColumnChoice,
  type ColumnRole,
  type FeedChoices,
} from '../../../../domain/products/feed-choices.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { Base } from './choices-of-profile.ts'
import { linkSettings, linksOf, photosOf } from './links-of-choices.ts'
import { isSupplierMissing, supplyOf, supplySettings } from './supply-of-choices.ts'

type Json = Record<string, unknown>

/** Which choice is missing for a profile. */
export type ChoicesFault =
  | 'name_missing'
  | 'sku_missing'
  | 'nothing_to_update'
  | 'category_missing'
  | 'tier_units'
  | 'supplier_missing'
  | 'supplier_shelf'

/** What has to be chosen before the choices are a profile; undefined for nothing. */
export function choicesFault(choices: FeedChoices, base: Base): ChoicesFault | undefined {
  const { goal, columns, category } = choices
  const fault = supplierFault(choices)
  if (fault) return fault
  const has = (...roles: ColumnRole[]) => columns.some(({ role }) => roles.includes(role))
  if (goal === 'update') {
    if (!has('sku')) return 'sku_missing'
    return has('price', 'stock', 'incoming', 'shelf', 'cost') ? undefined : 'nothing_to_update'
  }
  const isNamed = has('name', 'name_en', 'name_sv') || base.kept.has('texts')
  if (!isNamed) return 'name_missing'
  const isPlaced = has('category', 'category_en', 'category_sv') || base.kept.has('category')
  if (!isPlaced && (category.en.trim() === '' || category.sv.trim() === '')) return 'category_missing'
  return columns.some(({ role, unit }) => role === 'tier_price' && unitsIn(unit) === undefined)
    ? 'tier_units'
    : undefined
}

function supplierFault(choices: FeedChoices): ChoicesFault | undefined {
  if (isSupplierMissing(choices)) return 'supplier_missing'
  const { supplier, columns } = choices
  return supplier !== '' && columns.some(({ role }) => role === 'shelf') ? 'supplier_shelf' : undefined
}

/**
 * Lays choices over a profile: what they say replaces it, what a form cannot say stays. The result is JSON for
 * `parseAnyProfile`.
 */
export function profileOfChoices(choices: FeedChoices, base: Base): Json {
  return choices.goal === 'update' ? updateOf(choices, base) : productsOf(choices, base)
}

function updateOf(choices: FeedChoices, base: Base): Json {
  const { json } = base
  const column = columnsByRole({ ...choices, columns: choices.columns.filter(({ role }) => updateRoles.has(role)) })
  const own =
    'update' in json ? json : pickKeys(json, ['match', 'encoding', 'delimiter', 'headerRow', 'xml', 'optional'])
  const settings = new Set(['price', 'stock', 'incoming', 'shelf', ...supplySettings])
  const others = Object.fromEntries(Object.entries(own).filter(([key]) => !settings.has(key)))
  return {
    ...others,
    name: choices.profile,
    update: { sku: column('sku') },
    ...priceOf(choices, column('price'), json),
    ...columnSetting('stock', column('stock')),
    ...columnSetting('incoming', column('incoming')),
    ...columnSetting('shelf', column('shelf')),
    ...supplyOf(choices, base),
    numbers: numbersOf(choices),
    missing: choices.supplier !== '' && choices.missing === 'sold-out' ? 'sold-out' : 'keep',
  }
}

/** Settings that a form says; the others of a profile stay as they are. */
const governed: ReadonlySet<string> = new Set([
  'brand',
  'category',
  'price',
  'campaign',
  'stock',
  'weight',
  'ean',
  'picture',
  'incoming',
  'shelf',
  'sku',
  'update',
  ...linkSettings,
  ...supplySettings,
])

function productsOf(choices: FeedChoices, base: Base): Json {
  const { json, kept } = base
  const column = columnsByRole(choices)
  const columns = (role: ColumnRole) => choices.columns.filter((each) => each.role === role).map((each) => each.column)
  const others = Object.fromEntries(Object.entries(json).filter(([key]) => kept.has(key) || !governed.has(key)))
  const photos = columns('pictures')
  const files = photosOf(choices, base)
  const texts = textsOf(column, base)
  return {
    ...others,
    name: choices.profile,
    ...identityOf(choices, base, column('sku')),
    texts,
    ...replaced('brand', column('brand'), json),
    ...categoryOf(choices, column, base),
    ...priceOf(choices, column('price'), json),
    ...campaignOf(column, json),
    ...replaced('stock', column('stock'), json),
    ...replaced('incoming', column('incoming'), json),
    ...columnSetting('shelf', column('shelf')),
    ...weightOf(column),
    ...replaced('ean', column('ean'), json),
    ...(photos.length > 0 ? { picture: { urls: photos.slice(0, 12) } } : files ? { picture: files } : {}),
    ...supplyOf(choices, base),
    ...linksOf(choices, base, { en: texts.en.name, sv: texts.sv.name }),
    numbers: numbersOf(choices),
    attributes: attributesOf(choices, base),
    missing: choices.missing,
  }
}

type ColumnOf = (role: ColumnRole) => string | undefined

function columnsByRole({ columns }: Pick<FeedChoices, 'columns'>): ColumnOf {
  return (role) => columns.find((each) => each.role === role)?.column
}

const columnSetting = (key: string, column: string | undefined): Json =>
  column === undefined ? {} : { [key]: { column } }
const numbersOf = ({ decimal, thousands }: FeedChoices): Json => ({
  decimal,
  thousands: thousands === decimal ? '' : thousands,
})

function pickKeys(json: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(json).filter(([key]) => keys.includes(key)))
}

function objectIn(json: Json, key: string): Json {
  const value = json[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** A setting of one column; its other settings stay where the column is the one that the profile has. */
function replaced(key: string, column: string | undefined, json: Json): Json {
  if (column === undefined) return {}
  const before = objectIn(json, key)
  return { [key]: before['column'] === column ? before : { column } }
}

function identityOf({ columns, profile }: FeedChoices, { json, kept }: Base, sku: string | undefined): Json {
  const ticked = columns.filter(({ isId }) => isId).map(({ column }) => column)
  const changing: ReadonlySet<ColumnRole> = new Set(['price', 'sale_price', 'stock', 'incoming', 'shelf'])
  const stable = columns.filter(({ role }) => !changing.has(role)).map(({ column }) => column)
  const id = ticked.length > 0 ? ticked : sku === undefined ? stable : [sku]
  if (sku !== undefined) return { id, sku: { column: sku } }
  const letters = profile
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 3)
    .toUpperCase()
  return { id, sku: kept.has('sku') ? json['sku'] : { pattern: `${letters || 'A'}-{code}` } }
}

function textsOf(column: ColumnOf, { json, kept }: Base): { en: Json; sv: Json } {
  const before = objectIn(json, 'texts')
  const inLanguage = (language: 'en' | 'sv') => {
    const old = objectIn(before, language)
    const other = language === 'en' ? 'sv' : 'en'
    const of = (text: 'name' | 'description') =>
      column(`${text}_${language}`) ?? column(text) ?? column(`${text}_${other}`)
    const [name, description] = [of('name'), of('description')]
    const keeps = (text: string, own: string | undefined) => own === undefined && kept.has(`${text}.${language}`)
    return {
      ...old,
      name: name === undefined ? old['name'] : `{${name}}`,
      description:
        description === undefined ? (keeps('description', description) ? old['description'] : '') : `{${description}}`,
    }
  }
  return { en: inLanguage('en'), sv: inLanguage('sv') }
}

function categoryOf({ category, separator }: FeedChoices, column: ColumnOf, { json, kept }: Base): Json {
  const en = column('category_en') ?? column('category') ?? column('category_sv')
  const sv = column('category_sv')
  if (en !== undefined) {
    const before = objectIn(json, 'category')
    const also = 'columns' in before && 'also' in before ? { also: before['also'] } : {}
    return { category: { ...also, columns: { en, ...(sv && sv !== en ? { sv } : {}) }, separator: separator || '>' } }
  }
  if (kept.has('category')) return {}
  return { category: { en: chainOf(category.en), sv: chainOf(category.sv) } }
}

function chainOf(text: string): string[] {
  return text
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function priceOf({ currency, vat, columns }: FeedChoices, column: string | undefined, json: Json): Json {
  if (column === undefined) return {}
  const before = objectIn(json, 'price')
  const tiers = columns.flatMap(({ role, column: tier, unit }) => {
    const quantity = role === 'tier_price' ? unitsIn(unit) : undefined
    return quantity === undefined ? [] : [{ column: tier, quantity }]
  })
  return { price: { ...(before['column'] === column ? before : {}), column, currency, vat, tiers } }
}

/** How many units a price is for at least, from 2 to 5,000; undefined for anything else. */
function unitsIn(text: string): number | undefined {
  const units = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return units >= 2 && units <= 5_000 ? units : undefined
}

/** The reduced price; the days of a profile that has both ends in one column stay until columns are chosen for them. */
function campaignOf(column: ColumnOf, json: Json): Json {
  const price = column('price') && column('sale_price')
  if (price === undefined) return {}
  const { from: _from, until: _until, dates, ...before } = objectIn(json, 'campaign')
  const [from, until] = [column('campaign_from'), column('campaign_until')]
  const ends = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
  const isSame = before['column'] === price && dates !== undefined && Object.keys(ends).length === 0
  return { campaign: { column: price, ...(isSame ? { dates } : ends) } }
}

function weightOf(column: ColumnOf): Json {
  const [kilograms, grams] = [column('weight_kg'), column('weight_g')]
  if (kilograms !== undefined) return { weight: { column: kilograms, multiply: 1000 } }
  return grams === undefined ? {} : { weight: { column: grams, multiply: 1 } }
}

function attributesOf({ columns }: FeedChoices, base: Base): Json[] {
  const roles = new Map(columns.map(({ column, role }) => [column, role]))
  // What a form says of a column is one attribute of it; others that the profile reads from the same column stay.
  const kept = base.attributes.filter(
    ({ column }) => base.ids.has(column) || !(roles.get(column) ?? 'keep').startsWith('attribute_'),
  )
  const taken = new Set(kept.filter(({ column }) => roles.get(column) !== 'ignore').map(({ id }) => id))
  const stay = kept.filter(({ id }) => taken.has(id)).map(({ json }) => json)
  const chosen = columns.filter(isAttribute).map((each) => {
    const id = base.ids.get(each.column) ?? freeId(each.en || each.column, taken)
    taken.add(id)
    const name = each.column.slice(0, 80)
    const before = attributesIn(base.json).find((one) => one['id'] === id && one['kind'] === attributeKinds[each.role])
    return {
      ...before,
      id,
      column: each.column,
      en: each.en || name,
      sv: each.sv || each.en || name,
      unit: each.role === 'attribute_number' ? each.unit : '',
      facet: each.isFilter,
      kind: attributeKinds[each.role],
    }
  })
  return sortLike(attributesIn(base.json), [...stay, ...chosen])
}

const attributesIn = ({ attributes }: Json): Json[] => (Array.isArray(attributes) ? attributes : [])

/** The attributes in the order that the profile has them, the new ones last: products keep theirs in this order. */
function sortLike(before: readonly Json[], attributes: readonly Json[]): Json[] {
  const ids = before.map(({ id }) => id)
  const placeOf = ({ id }: Json): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return attributes.toSorted((one, other) => placeOf(one) - placeOf(other))
}

type AttributeChoice = ColumnChoice & { role: keyof typeof attributeKinds }
const isAttribute = (each: ColumnChoice): each is AttributeChoice => Object.hasOwn(attributeKinds, each.role)

function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = slugify(name)
    .replaceAll('-', '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 36)
  const stem = plain || 'attribute'
  for (let at = 1; ; at += 1) {
    const id = at === 1 ? stem : `${stem}_${at}`
    if (!taken.has(id)) return id
  }
}
