import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database, NewRow } from '../platform/db/tables.ts'
import {
  attributeUnits,
  brandNames,
  hasChoices,
  listedProducts,
  members,
  productAttributes,
  productCategories,
  productDevices,
  productNumbers,
  productTexts,
} from './document-queries.ts'

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
}

/** All rows of some products in these tables, as the transaction has written them. */
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
  }
}

/**
 * What has just been written, which need not be read again. Undefined where documents have rows of other products, too:
 * where products are choices or have some.
 */
export async function writtenSource(
  db: Database,
  kind: DatabaseKind,
  { products, texts, numbers, listings, attributes, devices }: WrittenRows,
): Promise<DocumentSource | undefined> {
  if (products.some((row) => row.parent_id !== null)) return undefined
  const ids = products.map((row) => row.id)
  if (await hasChoices(db, kind, ids)) return undefined
  const brandIds = new Set(products.flatMap((row) => row.brand_id ?? []))
  const brands = new Map((await brandNames(db, kind, [...brandIds])).map((row) => [row.id, row.name]))
  const listed = products.filter((row) => row.status === 'published').toSorted(byId)
  // Where all rows are of listed products, as usual, none has to be left out.
  const isListed = new Set(listed.map((row) => row.id))
  const listedRows = <Row extends { product_id: string }>(rows: readonly Row[]): Row[] =>
    listed.length === products.length ? [...rows] : rows.filter((row) => isListed.has(row.product_id))
  return {
    listed: async () =>
      listed.map(({ id, popularity, brand_id: brand }) => ({ id, popularity, brand: brands.get(brand ?? '') ?? null })),
    members: async () => listed.map(({ id, sku }) => ({ id, sku, owner: id })),
    texts: async () => listedRows(texts),
    numbers: async () => listedRows(numbers).sort(byNumber),
    categories: async () => listedRows(listings).map(({ product_id, category_id: fact }) => ({ product_id, fact })),
    attributes: async () => {
      const rows = listedRows(attributes)
      const named = [...new Set(rows.map((row) => row.attribute_id))]
      const units = new Map((await attributeUnits(db, kind, named)).map((row) => [row.id, row.unit]))
      return rows.map((row) => ({ ...row, unit: units.get(row.attribute_id) ?? '' }))
    },
    devices: async () => listedRows(devices).map(({ product_id, device_id: fact }) => ({ product_id, fact })),
  }
}

type Numbered = WrittenRows['numbers'][number]

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)

/** The order in which the table has them. */
function byNumber(one: Numbered, other: Numbered): number {
  if (one.product_id !== other.product_id) return one.product_id < other.product_id ? -1 : 1
  if (one.normalized !== other.normalized) return one.normalized < other.normalized ? -1 : 1
  return one.kind < other.kind ? -1 : 1
}
