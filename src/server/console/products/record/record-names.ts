import type { Language } from '../../../../domain/places/locales.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import type { OwnNames } from '../../../catalog/own-files/own-names.ts'
import { idsBySku, skusById } from '../../../catalog/own-files/own-queries.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import type { Database } from '../../../platform/db/tables.ts'
import { attributeRows, brandsNamed, categoryRows, devicesNamed, tagRows } from './record-names-queries.ts'

type Device = { id: string; name: string; slug: string }
type Attribute = { id: string; unit: string; name: string }

/** What fields of a product may name, with what the page calls it. */
export type RecordNames = OwnNames & {
  brandName: ReadonlyMap<string, string>
  brandId: ReadonlyMap<string, string>
  tagName: ReadonlyMap<string, string>
  tagId: ReadonlyMap<string, string>
  devices: readonly Device[]
  attributeList: readonly Attribute[]
  /** The names of categories in the order of the alphabet. */
  categoryNames: readonly string[]
}

/** What somebody wrote in the fields that name other records. */
export type Named = { skus?: readonly string[]; devices?: readonly string[]; brands?: readonly string[] }

/** Whether categories and tags are called what people call them, or what files do: the log outlives a language. */
export type Style = 'people' | 'files'

/**
 * Reads the names that a product's fields have, and those that somebody wrote in them. Only the devices, brands and
 * products that are named are read: a shop may have a hundred thousand.
 */
export async function recordNames(
  db: Database,
  record: ProductRecord,
  { language, style = 'people', named = {} }: { language: Language; style?: Style; named?: Named },
): Promise<RecordNames> {
  const inFiles = style === 'files'
  const attributes = await attributeRows(db, language)
  return {
    ...(await categoryNames(db, inFiles ? 'en' : language, style)),
    ...(await deviceNames(db, record, named.devices ?? [])),
    ...(await brandNames(db, record, named.brands ?? [])),
    ...(await tagNames(db, inFiles ? 'en' : language, style)),
    ...(await productNames(db, record, named.skus ?? [])),
    pictures: new Set(record.picture_ids),
    documents: new Set((record.documents ?? []).map(({ id }) => id)),
    attributes: attributes.map(({ id, kind }) => ({ id, kind })),
    attributeList: attributes.map(({ id, unit, name }) => ({ id, unit, name: name ?? id })),
  }
}

/** Devices are named by their slug, or by what would be slugged so. */
async function deviceNames(db: Database, { device_ids: ids }: ProductRecord, named: readonly string[]) {
  const slugs = named.flatMap((device) => [device, slugify(device)])
  const devices = await devicesNamed(db, kindOf(db), ids, slugs)
  return {
    deviceSlug: new Map(devices.map(({ id, slug }) => [id, slug])),
    deviceId: new Map(devices.map(({ id, slug }) => [slug, id])),
    devices: devices.map(({ id, slug, brand, series, model }) => ({
      id,
      slug,
      name: [brand, model.startsWith(series) ? '' : series, model].filter((part) => part !== '').join(' '),
    })),
  }
}

async function brandNames(db: Database, { brand_id: own }: ProductRecord, named: readonly string[]) {
  const brands = await brandsNamed(db, own === null ? [] : [own], named)
  return {
    brands: new Set(brands.map(({ id }) => id)),
    brandName: new Map(brands.map(({ id, name }) => [id, name])),
    brandId: new Map(brands.flatMap(({ id, name, slug }) => [[slug, id] as const, [name.toLowerCase(), id] as const])),
  }
}

async function tagNames(db: Database, language: Language, style: Style) {
  const tags = await tagRows(db, language)
  return {
    tagName: new Map(tags.map(({ id, name, slug }) => [id, style === 'files' ? slug : name])),
    tagId: new Map(tags.flatMap(({ id, name, slug }) => [[slug, id] as const, [name.toLowerCase(), id] as const])),
  }
}

/** The products that a product names, and those that somebody wrote. */
async function productNames(db: Database, record: ProductRecord, named: readonly string[]) {
  const ids = [
    ...(record.parent_id === null ? [] : [record.parent_id]),
    ...record.set_items.map((item) => item.product_id),
    ...record.relations.map((relation) => relation.related_id),
  ]
  const byId = ids.length === 0 ? [] : await skusById(db, kindOf(db), ids)
  const bySku = named.length === 0 ? [] : await idsBySku(db, kindOf(db), named)
  return {
    sku: new Map(byId.map(({ id, sku }) => [id, sku])),
    id: new Map(bySku.map(({ id, sku }) => [sku, id])),
    type: new Map(bySku.map(({ type, sku }) => [sku, type])),
  }
}

/** Categories are called `Spare parts / Fans`, where no two are called the same, else by their path. */
async function categoryNames(db: Database, language: Language, style: Style) {
  const rows = await categoryRows(db, language)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const nameOf = (id: string, deep = 0): string => {
    const row = byId.get(id)
    if (!row || deep > 20) return ''
    return row.parent_id === null ? row.name : `${nameOf(row.parent_id, deep + 1)} / ${row.name}`
  }
  const names = style === 'files' ? [] : rows.map(({ id }) => [id, nameOf(id)] as const)
  const count = Map.groupBy(names, ([, name]) => name)
  const own = new Map(names.filter(([, name]) => count.get(name)?.length === 1))
  const categoryPath = new Map(rows.map(({ id, path }) => [id, own.get(id) ?? path]))
  return {
    categoryPath,
    categoryId: new Map([
      ...rows.map(({ id, path }) => [path, id] as const),
      ...[...own].map(([id, name]) => [name, id] as const),
    ]),
    categoryNames: [...categoryPath.values()].toSorted((one, other) => one.localeCompare(other)),
  }
}
