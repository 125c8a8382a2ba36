import type { Home } from '../../../../domain/places/home.ts'
import { fileReason, type FileReason } from '../../../../domain/products/file-reasons.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import { FeedError, type FeedRow } from '../feeds/feed-row.ts'
import { profileColumns } from '../profile/profile-columns.ts'
import { parseProfile } from '../profile/profile.ts'
import { columnFacts, numberStyle, type ColumnFacts } from './column-facts.ts'
import { columnRoles, isCost, languageOf, type Roles } from './column-roles.ts'
import type { NamedColumn } from './feature-columns.ts'
import { guessAttributes, headingAndUnit } from './guess-attributes.ts'
import { linksOf } from './guess-links.ts'
import { priceOf } from './guess-price.ts'
import { unitsInStock, unitsOfWord, unitsOfWords } from './stock-words.ts'

/** A profile as its author would write it, and what its author has to check. */
export type Guess = { profile: { name: string } & Record<string, unknown>; doubts: FileReason[] }

/** Which elements of an XML file are rows, and whether it groups them as BMEcat does. */
export type GuessedXml = { rows: string; groups?: 'bmecat'; columns?: Readonly<Record<string, string>> }
type Known = {
  home: Home
  xml?: GuessedXml | undefined
  headerRow?: number | undefined
  /** What columns are called whose format says it. */
  features?: ReadonlyMap<string, NamedColumn> | undefined
  /** Rows whose price is that of several units. */
  pricesOfSeveral?: number | undefined
  /** Tells whether the shop has a device of this name. */
  isDevice?: (name: string) => boolean
}

/**
 * Writes a profile by looking at a feed's headings and first rows. Every setting is a guess; what is most likely wrong
 * is told in `doubts`. Throws FeedError when no column can be a name.
 */
export function guessProfile(
  file: string,
  columns: readonly string[],
  rows: readonly FeedRow[],
  { home, xml, headerRow = 1, features, pricesOfSeveral = 0, isDevice = () => false }: Known,
): Guess {
  const isPath = (column: string) => xml !== undefined && !Object.hasOwn(xml.columns ?? {}, column)
  const heading = (column: string) => (isPath(column) ? column.replace(/^.*[/@:]/, '') : column)
  const facts = columnFacts(columns, rows, heading)
  const roles = columnRoles(facts)
  const doubts: FileReason[] = headerRow > 1 ? [fileReason('doubt_header', { row: headerRow })] : []
  const name = slugify(file.replace(/\.[^.]+$/, '')).slice(0, 60) || 'feed'
  const amounts = [roles.price, roles.sale, roles.tier, roles.stock, roles.weight, facts.filter(isCost)].flat()
  const style = numberStyle(amounts.length > 0 ? amounts : facts.filter(({ isNumeric }) => isNumeric))
  const read = {
    name,
    match: [file],
    ...(xml === undefined ? {} : { xml }),
    ...(headerRow > 1 ? { headerRow } : {}),
    ...identityOf(roles, facts, name, doubts),
    texts: textsOf(roles, facts),
    ...brandOf(roles, doubts),
    category: categoryOf(roles, name, doubts),
    ...priceOf(roles, doubts, home, pricesOfSeveral),
    ...campaignOf(roles),
    numbers: style,
    ...stockOf(roles, doubts),
    ...weightOf(roles),
    ...linksOf(roles, isDevice),
    ...(roles.shelf[0] ? { shelf: { column: roles.shelf[0].column } } : {}),
    ...(roles.ean[0] ? { ean: { column: roles.ean[0].column } } : {}),
    ...pictureOf(roles),
  }
  // Of what there is twice (prices with and without VAT), the second is nothing that shoppers look for.
  const silent = [roles.parent, roles.group, roles.currency, roles.priceKind, roles.vatIncluded, roles.price]
  const keys = new Set([...silent, roles.category, roles.stock, roles.availability].flat().map(({ column }) => column))
  const used = new Set(profileColumns(parseProfile({ ...read, id: ['-'] }, name)))
  const others = facts.filter(({ column }) => !used.has(column))
  const cost = others.filter(isCost)
  for (const { column } of cost) doubts.push(fileReason('doubt_cost', { column }))
  // What choices are called by is an attribute of theirs, too; a rate of VAT is nothing that shoppers look for.
  const named = others.filter((each) => !keys.has(each.column) && !cost.includes(each) && !isNoProperty(each))
  const nameOf = (column: string) =>
    features?.get(column) ??
    headingAndUnit(/\.json(?:\.|$)/i.test(file) ? column.replace(/^.*\./, '') : heading(column))
  const attributes = guessAttributes(named, style, nameOf)
  const ids = new Map(attributes.flatMap(({ column, id, kind }) => (kind === 'number' ? [[column, id]] : [])))
  return { profile: { ...read, ...variantsOf(roles, facts, ids), attributes }, doubts }
}

/** Columns that say nothing that shoppers look for: a rate of VAT, what a feed of Google has for itself. */
function isNoProperty({ plain, column, cells, distinct }: ColumnFacts): boolean {
  if (/^(?:alv|moms|mva|mwst|vat|tax)(?:-|$)/.test(plain)) return true
  if (column === 'g:condition' || column === 'condition') return distinct === 1 && cells[0] === 'new'
  return /^g:(?:google_product_category|identifier_exists|custom_label_\d|shipping.*|.*link)$/.test(column)
}

function identityOf(roles: Roles, facts: readonly ColumnFacts[], name: string, doubts: FileReason[]) {
  // The id of a record of a database is the article number only where there is no other.
  const sku = roles.sku.find(({ plain }) => plain !== 'id') ?? roles.sku[0]
  if (sku) return { id: [sku.column], sku: { column: sku.column } }
  const changing = new Set([...roles.price, ...roles.stock].map(({ column }) => column))
  const stable = facts.filter(({ column }) => !changing.has(column)).map(({ column }) => column)
  doubts.push(fileReason('doubt_sku'))
  const letters = name
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 3)
    .toUpperCase()
  return {
    id: stable.length > 0 ? stable : facts.map(({ column }) => column),
    sku: { pattern: `${letters || 'A'}-{code}` },
  }
}

/** Reads names and descriptions from columns that a template can name. */
function textsOf(roles: Roles, facts: readonly ColumnFacts[]) {
  const isNameable = ({ column }: ColumnFacts) => !/[{}[\]@]/.test(column)
  const named = roles.name.filter(isNameable)
  const others = facts.filter((each) => isNameable(each) && each.cells.length > 0)
  const names = named.length > 0 ? named : [others.find(({ isNumeric }) => !isNumeric) ?? others[0]]
  const inLanguage = (language: 'en' | 'sv') => {
    const pick = (columns: readonly ColumnFacts[]) =>
      columns.find((each) => languageOf(each) === language) ?? columns.find((each) => !languageOf(each)) ?? columns[0]
    const [name, description] = [
      pick(names.filter((each) => each !== undefined)),
      pick(roles.description.filter(isNameable)),
    ]
    if (!name) throw new FeedError('doubt_name')
    return { name: `{${name.column}}`, ...(description ? { description: `{${description.column}}` } : {}) }
  }
  return { en: inLanguage('en'), sv: inLanguage('sv') }
}

function brandOf({ brand: [brand] }: Roles, doubts: FileReason[]) {
  if (brand) return { brand: { column: brand.column } }
  doubts.push(fileReason('doubt_brand'))
  return {}
}

function categoryOf({ category }: Roles, name: string, doubts: FileReason[]) {
  // The path of a category says more than its name.
  const first = category.find(({ plain }) => plain.endsWith('-path')) ?? category[0]
  if (!first) {
    const title = name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('-', ' ')
    doubts.push(fileReason('doubt_category', { category: title }))
    return { en: [title], sv: [title] }
  }
  const [en, sv] = [
    category.find((each) => languageOf(each) === 'en') ?? first,
    category.find((each) => languageOf(each) === 'sv'),
  ]
  if (!sv) doubts.push(fileReason('doubt_category_language', { column: en.column }))
  const separator = ['>', '/', '\\', ';', '|'].find((mark) => en.cells.some((cell) => cell.includes(mark)))
  const columns = { en: en.column, ...(sv && sv !== en ? { sv: sv.column } : {}) }
  return { columns, separator: separator ?? '>' }
}

function stockOf({ stock: [stock], availability: [availability] }: Roles, doubts: FileReason[]) {
  if (stock) {
    const values = unitsOfWords(stock.cells)
    const words = Object.entries(values).map(([word, units]) => `${word} = ${units}`)
    if (words.length > 0)
      doubts.push(fileReason('doubt_stock_mixed', { column: stock.column, words: words.join(', ') }))
    return { stock: { column: stock.column, ...(words.length > 0 ? { values } : {}) } }
  }
  if (availability) {
    doubts.push(fileReason('doubt_stock_words', { column: availability.column, units: unitsInStock }))
    const words = [...new Set(availability.cells)]
    const values = Object.fromEntries(words.map((word) => [word, unitsOfWord(word)]))
    return { stock: { column: availability.column, values } }
  }
  doubts.push(fileReason('doubt_stock'))
  return {}
}

function campaignOf({ price: [price], sale: [sale], saleDates: [dates], saleFrom: [from], saleUntil: [until] }: Roles) {
  if (!price || !sale) return {}
  const ends = { ...(from ? { from: from.column } : {}), ...(until ? { until: until.column } : {}) }
  return { campaign: { column: sale.column, ...(dates ? { dates: dates.column } : ends) } }
}

function pictureOf({ photos: [photos], images }: Roles) {
  if (images.length > 0) return { picture: { urls: images.slice(0, 12).map(({ column }) => column) } }
  return photos ? { picture: { files: photos.column } } : {}
}

const choiceNames = new RegExp(
  '^(?:colou?r|farg|farge|farve|farbe|vari|size|storlek|storrelse|koko|grosse|layout|material|pattern|' +
    'capacity|kapasitet|kapacitet|kapazitat|kapasiteetti)(?:-(?:mb|gb|tb))?$',
)

/**
 * Choices by the row that they name, or by what they have in common; called by their colour, size and capacity.
 * `numbers` has the ids of attributes that are numbers, which are read with their units.
 */
function variantsOf(
  { parent: [parent], group: [group], name: [name] }: Roles,
  facts: readonly ColumnFacts[],
  numbers: ReadonlyMap<string, string>,
) {
  const chosen = facts.filter(({ plain, column }) => choiceNames.test(plain) && !/[{}[\]@]/.test(column))
  const columns = chosen.map(({ column }) => (numbers.has(column) ? `{@${numbers.get(column)}}` : `{${column}}`))
  const [first, ...others] = columns.length > 0 || !name ? columns : [`{${name.column}}`]
  const template = first && `${first}${others.map((each) => `[, ${each}]`).join('')}`
  if (template === undefined || (!parent && !group)) return {}
  const label = { en: template, sv: template }
  if (parent) return { variants: { parent: { column: parent.column }, label } }
  return group ? { variants: { group: { column: group.column }, label } } : {}
}

/** Grams where the heading says so, or where the numbers are too large for kilograms. */
function weightOf({ weight: [weight] }: Roles) {
  if (!weight) return {}
  const isGrams = /-(?:g|gram|grams)$/.test(weight.plain) || weight.cells.every((cell) => Number(cell) >= 50)
  const isKilograms = weight.plain.endsWith('-kg') || !isGrams
  return { weight: { column: weight.column, ...(isKilograms ? { multiply: 1000 } : {}) } }
}
