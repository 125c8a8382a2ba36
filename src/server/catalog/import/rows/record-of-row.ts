import type { Language } from '../../../../domain/places/locales.ts'
import { productType } from '../../../../domain/products/products.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { ProductRecord, ProductTexts } from '../../maintenance/product-record.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import { nameTemplate, type TemplateSource } from '../profile/name-template.ts'
import type { ProfileAttribute } from '../profile/profile-attribute.ts'
import type { Profile } from '../profile/profile.ts'
import { attributeValues, type AttributeValue } from './attribute-values.ts'
import { brandedOnce, brandReader } from './brand-of-row.ts'
import { campaignOfRow } from './campaign-of-row.ts'
import { categoryReader } from './categories-of-row.ts'
import { maxStock, parseNumber, parseWholeNumber } from './cell-numbers.ts'
import { cleanText, itemsOf, limitedText, longText } from './cell-text.ts'
import { documentsOfRow } from './documents-of-row.ts'
import { fieldsOfRow, vatClassOf } from './fields-of-row.ts'
import type { ImportContext } from './import-context.ts'
import type { Group, Link } from './link.ts'
import { linkReader } from './links-of-row.ts'
import { offerOfRow } from './offer-of-row.ts'
import { pictureReader } from './picture-of-row.ts'
import { pricesOfRow } from './prices-of-row.ts'
import { idIn, productIdOf } from './product-id.ts'
import { refuseOtherKind } from './refuse-other-kind.ts'
import { restReader } from './rest-of-row.ts'

const limits = { name: 250, description: 20_000, number: 60, grams: 1_000_000 }

/**
 * A product; its attributes that cannot be read, which it does not have; other cells that were left out; and the
 * products that it names.
 */
export type ReadProduct = {
  record: ProductRecord
  unread: RowProblem[]
  leftOut: RowProblem[]
  links: readonly Link[]
  group: Group | null
}

/** Creates a function that converts rows to product records; it throws RowProblem for an invalid row. */
export function recordReader(profile: Profile, context: ImportContext): (row: FeedRow) => ReadProduct {
  const texts = textReader(profile, context)
  const brand = brandReader(profile, context.definitions)
  const pictures = pictureReader(profile, context)
  const rest = restReader(profile, context.definitions)
  const categories = categoryReader(profile, context.definitions.categories)
  const links = linkReader(profile)
  for (const { id, en, sv, unit, facet } of profile.attributes)
    context.definitions.attribute({ id, name: { en, sv }, unit, facet, from: 'given' })
  return (row) => {
    const id = productIdOf(profile, row)
    const { values, unread } = attributesOf(profile, context, row)
    const source = templateSource(row, values)
    const { fields, eans, incoming, leftOut } = fieldsOfRow(profile, row, context.now)
    const { reduced, ...money } = moneyOf(profile, context, row)
    const categoryIds = categories(row, source)
    const { problems = [], ...shown } = pictures(row, id)
    const { problems: unreadDocuments, ...documented } = documentsOfRow(profile, row, context)
    const { label, ...linked } = links(row, source)
    const record = {
      ...plainProduct,
      ...fields,
      ...money,
      id,
      type: profile.type === 'gift-card' ? productType.giftCard : productType.standard,
      sku: skuOf(profile, row, id),
      brand_id: brand(row),
      main_category_id: categoryIds[0] ?? null,
      category_ids: categoryIds,
      texts: labelled(texts(row, values), label),
      ...shown,
      ...documented,
      discount_category: profile.discountCategory ?? null,
      weight_grams: weightOf(profile, row),
      ...(typeof profile.weight === 'number' && profile.weight > 0 ? { weight_assumed: true } : {}),
      feed: profile.name,
      ...stockOf(profile, context, row, incoming),
      attributes: [...storedValues(values), ...rest(row)],
      part_numbers: [...partNumbersOf(profile, row), ...eans],
      relations: successorOf(profile, row, id),
      device_ids: devicesOf(profile, context, row, leftOut),
    }
    return {
      record: { ...record, ...reduced.campaign },
      unread,
      leftOut: [...leftOut, ...reduced.leftOut, ...problems, ...unreadDocuments],
      ...linked,
    }
  }
}

/** Reads the prices of a row, which include the VAT of its class. */
function moneyOf(profile: Profile, context: ImportContext, row: FeedRow) {
  const { basis, vatClasses } = context
  const vatClass = vatClassOf(profile, row, context)
  const free = isFree(profile, row)
  const vatRate = vatClass === 'standard' ? undefined : vatClasses.get(vatClass)
  const prices = free
    ? [{ currency: basis.base, min_quantity: 1, amount: 0 }]
    : pricesOfRow(profile, row, { basis, vatRate })
  const { priced, unpriced } = profile.popularity
  const reduced = reducedOf(profile, row, { prices, basis, vatRate })
  return { vat_class: vatClass, prices, free, popularity: prices.length > 0 ? priced : unpriced, reduced }
}

/** Reads the reduced price; one that cannot be is left out. */
function reducedOf(profile: Profile, row: FeedRow, priced: Parameters<typeof campaignOfRow>[2]) {
  try {
    const campaign = campaignOfRow(profile, row, priced)
    return { campaign: campaign ? { campaign } : {}, leftOut: [] }
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    return { campaign: {}, leftOut: [error] }
  }
}

function storedValues(values: readonly ReadAttribute[]): ProductRecord['attributes'] {
  return values.flatMap(({ attribute, values: found }) =>
    found.map(({ value }) => ({ attribute_id: attribute.id, value })),
  )
}

/** Reads the attributes of a row; of those in `unread` the product has no value. */
function attributesOf({ attributes, numbers }: Profile, { definitions }: ImportContext, row: FeedRow) {
  const unread: RowProblem[] = []
  const values = attributes.map((attribute): ReadAttribute => {
    try {
      const read = attributeValues(attribute, row.get(attribute.column), numbers)
      for (const { value } of read) refuseOtherKind(value, definitions.kindOf(attribute.id), attribute.column)
      return { attribute, values: read }
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      unread.push(error)
      return { attribute, values: [] }
    }
  })
  for (const { attribute, values: found } of values) for (const value of found) definitions.label(attribute.id, value)
  return { values, unread }
}

function labelled(texts: ProductRecord['texts'], label: Record<Language, string>): ProductRecord['texts'] {
  return { en: { ...texts.en, label: label.en }, sv: { ...texts.sv, label: label.sv } }
}

/** Fields that are the same for every product of a feed. */
const plainProduct = {
  parent_id: null,
  position: 0,
  decoration: '',
  set_items: [],
} satisfies Partial<ProductRecord>

function isFree({ free }: Profile, row: FeedRow): boolean {
  return free !== undefined && free.values.includes(cleanText(row.get(free.column)))
}

/** The part that replaces this one, which may stand further down in the feed or be missing. */
function successorOf({ name, successor }: Profile, row: FeedRow, id: string): ProductRecord['relations'] {
  const cell = successor ? limitedText(row.get(successor.column), successor.column, limits.number) : ''
  if (cell === '' || !successor) return []
  const related = idIn(name, [cell])
  if (related === id) throw new RowProblem(successor.column, 'own_successor')
  return [{ related_id: related, kind: 'successor', discount_percent: 0 }]
}

function skuOf({ sku }: Profile, row: FeedRow, id: string): string {
  if ('pattern' in sku) return sku.pattern.replaceAll('{code}', codeOf(id))
  const text = limitedText(row.get(sku.column), sku.column, limits.number)
  if (text === '') throw new RowProblem(sku.column, 'no_sku')
  return text
}

const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Derives a SKU of nine letters and digits that are hard to misread, from 45 of the id's 96 bits. */
function codeOf(id: string): string {
  return Array.from(Buffer.from(id, 'base64url').subarray(0, 9), (byte) => codeLetters[byte & 31]).join('')
}

type ReadAttribute = { attribute: ProfileAttribute; values: readonly AttributeValue[] }

function textReader({ texts, brand }: Profile, { rowTexts }: ImportContext) {
  const templates = { en: textTemplates(texts.en), sv: textTemplates(texts.sv) }
  return (row: FeedRow, values: readonly ReadAttribute[]): Record<Language, ProductTexts> => {
    const source = templateSource(row, values)
    const given = rowTexts?.(row)
    const inLanguage = (language: Language): ProductTexts => {
      const { columns, name, description } = templates[language]
      const own = given?.[language]
      const full =
        own?.name || limitedText(brandedOnce(name.words(source, language), { brand }), columns[0] ?? '', limits.name)
      if (!own?.name) checkName(full, row, columns)
      const story = longText(
        description.words({ ...source, cell: (column) => row.get(column) }, language),
        'description',
        limits.description,
      )
      return {
        name: full,
        prefix: own?.prefix || texts[language].prefix,
        slug: slugify(full),
        description: own?.description || story,
        label: '',
      }
    }
    return { en: inLanguage('en'), sv: inLanguage('sv') }
  }
}

function templateSource(row: FeedRow, values: readonly ReadAttribute[]): TemplateSource {
  return {
    cell: (column) => cleanText(row.get(column)),
    attribute: (id, language) =>
      shownAttribute(
        values.find((value) => value.attribute.id === id),
        language,
      ),
  }
}

function textTemplates(texts: Profile['texts'][Language]) {
  const name = nameTemplate(texts.name, 'once')
  return { name, columns: name.columns, description: nameTemplate(texts.description) }
}

function shownAttribute(found: ReadAttribute | undefined, language: Language): string {
  if (!found) return ''
  const { unit } = found.attribute
  return found.values
    .map(({ value, words }) => words?.[language] ?? (unit === '' ? value : `${value} ${unit}`))
    .join(' / ')
}

/** Checks that a name is text: no formula, and not several cells that an unclosed quotation mark joined. */
function checkName(name: string, row: FeedRow, columns: readonly string[]): void {
  const [column = null] = columns
  if (column !== null && /[\r\n]/.test(row.get(column).trim())) throw new RowProblem(column, 'name_break')
  if (!/[\p{L}\p{N}]/u.test(column === null ? name : row.get(column))) throw new RowProblem(column, 'no_name')
  if (/^[=@]/.test(name)) throw new RowProblem(column, 'name_formula', { sign: name.slice(0, 1) })
}

/** The shop's own stock, or that of a supplier. */
function stockOf(profile: Profile, { currencies }: ImportContext, row: FeedRow, incoming: string | null) {
  const units = unitsOf(profile, row)
  if (profile.supplier === undefined) return { stock: { on_hand: units, incoming_at: incoming } }
  const isSaid = typeof profile.stock === 'object' || profile.stock > 0
  return { stock: null, offer: offerOfRow(profile, row, isSaid ? units : undefined, currencies) }
}

/** Units on hand: of all of the columns, in which words may stand for numbers. */
function unitsOf({ stock, numbers }: Profile, row: FeedRow): number {
  if (typeof stock === 'number') return stock
  const units = ('columns' in stock ? stock.columns : [stock.column]).map((column) => {
    const text = cleanText(row.get(column))
    if (Object.hasOwn(stock.values, text)) return stock.values[text] ?? 0
    return text === '' ? 0 : parseWholeNumber(text, column, numbers, maxStock)
  })
  return Math.min(
    maxStock,
    units.reduce((sum, each) => sum + each, 0),
  )
}

function weightOf({ weight, numbers }: Profile, row: FeedRow): number {
  if (typeof weight === 'number') return Math.round(weight)
  const text = row.get(weight.column).trim()
  const grams = text === '' ? 0 : Math.round(parseNumber(text, weight.column, numbers) * weight.multiply)
  if (grams < 0 || grams > limits.grams)
    throw new RowProblem(weight.column, 'weight', { text, most: limits.grams / 1000 })
  return grams
}

function partNumbersOf({ partNumbers }: Profile, row: FeedRow): ProductRecord['part_numbers'] {
  return partNumbers.flatMap(({ column, kind, separator }) =>
    itemsOf(row.get(column), separator).map((number) => ({ number: limitedText(number, column, limits.number), kind })),
  )
}

/** The devices that a row names. One that the shop lacks throws RowProblem, or is added to `leftOut`. */
function devicesOf({ devices }: Profile, context: ImportContext, row: FeedRow, leftOut: RowProblem[]): string[] {
  if (!devices) return []
  return itemsOf(row.get(devices.column), devices.separator).flatMap((name) => {
    const id = context.devices.get(slugify(name))
    if (id !== undefined) return [id]
    const problem = new RowProblem(devices.column, 'no_device', { text: name.slice(0, 60) })
    if (devices.unknown === 'reject') throw problem
    leftOut.push(problem)
    return []
  })
}
