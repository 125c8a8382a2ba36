import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database, NewRow } from '../platform/db/tables.ts'
import {
  attributeLabels,
  attributeNames,
  attributeUnits,
  brandNames,
  categoryNames,
  devicesByIds,
  hasChoices,
  listedProducts,
  members,
  productAttributes,
  productCategories,
  productDevices,
  productNumbers,
  productTexts,
} from './document-queries.ts'

/** How an attribute says that something holds, here as on cards. */
export const yesValue = 'yes'

type Rows<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>
type Ids = readonly string[]

/** Where the facts of products come from that their search documents tell. */
export type DocumentSource = {
  listed(ids: Ids): Promise<Pick<Rows<typeof listedProducts>[number], 'id' | 'popularity' | 'brand'>[]>
  members(ids: Ids): Promise<Pick<Rows<typeof members>[number], 'id' | 'sku' | 'owner'>[]>
  texts(ids: Ids): Promise<Rows<typeof productTexts>>
  numbers(ids: Ids): Promise<Rows<typeof productNumbers>>
  categories(ids: Ids): Promise<Rows<typeof productCategories>>
  attributes(ids: Ids): Promise<Rows<typeof productAttributes>>
  devices(ids: Ids): Promise<Rows<typeof productDevices>>
  categoryNames(): Promise<Rows<typeof categoryNames>>
  labels(values: Ids): Promise<Rows<typeof attributeLabels>>
  attributeNames(ids: Ids): Promise<Rows<typeof attributeNames>>
  devicesByIds(ids: Ids): Promise<Rows<typeof devicesByIds>>
}

/** All rows of some products in these tables, which the transaction writes. */
export type WrittenRows = {
  products: readonly Pick<NewRow<'products'>, 'id' | 'sku' | 'parent_id' | 'status' | 'popularity' | 'brand_id'>[]
  texts: Rows<typeof productTexts>
  numbers: readonly Pick<NewRow<'part_numbers'>, 'product_id' | 'number' | 'normalized' | 'kind'>[]
  listings: readonly Pick<NewRow<'category_products'>, 'product_id' | 'category_id'>[]
  attributes: readonly Pick<NewRow<'product_attributes'>, 'product_id' | 'attribute_id' | 'value'>[]
  devices: readonly Pick<NewRow<'product_devices'>, 'product_id' | 'device_id'>[]
}

/** The catalogue's tables. */
export function storedSource(db: Database, kind: DatabaseKind): DocumentSource {
  return {
    listed: (ids) => listedProducts(db, kind, ids),
    members: (ids) => members(db, kind, ids),
    texts: (ids) => productTexts(db, kind, ids),
    numbers: (ids) => productNumbers(db, kind, ids),
    categories: (ids) => productCategories(db, kind, ids),
    attributes: (ids) => productAttributes(db, kind, ids),
    devices: (ids) => productDevices(db, kind, ids),
    categoryNames: () => categoryNames(db),
    labels: (values) => attributeLabels(db, kind, values),
    attributeNames: (attributes) => namesOf(db, kind, attributes),
    devicesByIds: (ids) => devicesByIds(db, kind, ids),
  }
}

/**
 * What is written need not be read again: after this, making documents asks the database nothing. Undefined where
 * documents have rows of other products, too: where products are choices or have some.
 */
export async function writtenSource(
  db: Database,
  kind: DatabaseKind,
  { products, texts, numbers, listings, attributes, devices }: WrittenRows,
): Promise<DocumentSource | undefined> {
  if (products.some((row) => row.parent_id !== null)) return undefined
  const unique = (values: readonly (string | null | undefined)[]) => [
    ...new Set(values.filter((value) => typeof value === 'string')),
  ]
  const said = unique(attributes.filter(({ value }) => value === yesValue).map((row) => row.attribute_id))
  const [isParent, brands, categories, units, labels, names, named] = await Promise.all([
    hasChoices(db, kind, unique(products.map((row) => row.id))),
    brandNames(db, kind, unique(products.map((row) => row.brand_id))),
    categoryNames(db),
    attributeUnits(db, kind, unique(attributes.map((row) => row.attribute_id))),
    attributeLabels(db, kind, unique(attributes.map((row) => row.value))),
    namesOf(db, kind, said),
    devicesByIds(db, kind, unique(devices.map((row) => row.device_id))),
  ])
  if (isParent) return undefined
  const [brandOf, unitOf] = [
    new Map(brands.map((row) => [row.id, row.name])),
    new Map(units.map((row) => [row.id, row.unit])),
  ]
  const listed = products.filter((row) => row.status === 'published').toSorted(byId)
  const isListed = new Set(listed.map((row) => row.id))
  const ofListed = <Row extends { product_id: string }>(rows: readonly Row[]): Row[] =>
    rows.filter((row) => isListed.has(row.product_id))
  return {
    listed: async () => listed.map((row) => ({ ...row, brand: brandOf.get(row.brand_id ?? '') ?? null })),
    members: async () => listed.map(({ id, sku }) => ({ id, sku, owner: id })),
    texts: async () => ofListed(texts),
    numbers: async () => ofListed(numbers).sort(byNumber),
    categories: async () => ofListed(listings).map(({ product_id, category_id: fact }) => ({ product_id, fact })),
    attributes: async () => ofListed(attributes).map((row) => ({ ...row, unit: unitOf.get(row.attribute_id) ?? '' })),
    devices: async () => ofListed(devices).map(({ product_id, device_id: fact }) => ({ product_id, fact })),
    categoryNames: async () => categories,
    labels: async () => labels,
    attributeNames: async () => names,
    devicesByIds: async () => named,
  }
}

/** Most products have no attribute that says yes. */
async function namesOf(db: Database, kind: DatabaseKind, ids: Ids): Promise<Rows<typeof attributeNames>> {
  return ids.length === 0 ? [] : attributeNames(db, kind, ids)
}

type Numbered = WrittenRows['numbers'][number]

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)

/** The order in which the table has them. */
function byNumber(one: Numbered, other: Numbered): number {
  if (one.product_id !== other.product_id) return one.product_id < other.product_id ? -1 : 1
  if (one.normalized !== other.normalized) return one.normalized < other.normalized ? -1 : 1
  return one.kind < other.kind ? -1 : 1
}
