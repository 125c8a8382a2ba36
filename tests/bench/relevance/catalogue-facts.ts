import { productType } from '../../../src/domain/products/products.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'

/** A part as sold: a product or one of its variants. */
export type Version = { attributes: ReadonlySet<string>; purchasable: boolean }

/** What the database says of one product that lists can show; variants are merged into their product. */
export type PartFacts = {
  id: string
  sku: string
  name: { en: string; sv: string }
  /** The main category and those above it, by id and by English address. */
  categories: ReadonlySet<string>
  brand: string
  devices: ReadonlySet<string>
  versions: readonly Version[]
  numbers: ReadonlySet<string>
  /** Ids of what a kit holds, its main part first; empty for other products. */
  contents: readonly string[]
}

export type CatalogueFacts = {
  parts: readonly PartFacts[]
  /** The part of an article number, by the number of one of its variants as well. */
  bySku: ReadonlyMap<string, PartFacts>
  byId: ReadonlyMap<string, PartFacts>
  /** Ids and English addresses. */
  categories: ReadonlySet<string>
  brands: ReadonlySet<string>
  devices: readonly { id: string; slug: string; series: string }[]
  /** `attribute=value` of all products. */
  values: ReadonlySet<string>
  units: ReadonlyMap<string, string>
}

type Rows = Awaited<ReturnType<typeof readRows>>
type Row = Rows['products'][number]

/** Reads all published products. */
export async function readFacts(db: Database): Promise<CatalogueFacts> {
  const rows = await readRows(db)
  const read = partReader(rows)
  const parts = rows.products.filter((row) => row.parent_id === null).map(read)
  const byId = new Map(parts.map((part) => [part.id, part]))
  const bySku = new Map(
    rows.products.flatMap((row) => {
      const part = byId.get(row.parent_id ?? row.id)
      return part ? [[row.sku, part]] : []
    }),
  )
  return {
    parts,
    byId,
    bySku,
    categories: new Set(rows.categories.flatMap(({ id, path }) => [id, path])),
    brands: new Set(rows.brands.map(({ slug }) => slug)),
    devices: rows.devices,
    values: new Set(rows.attributes.map((each) => `${each.attribute_id}=${each.value}`)),
    units: new Map(rows.units.map(({ id, unit }) => [id, unit])),
  }
}

async function readRows(db: Database) {
  return {
    products: await db
      .selectFrom('products as p')
      .innerJoin('product_texts as en', (join) => join.onRef('en.product_id', '=', 'p.id').on('en.language', '=', 'en'))
      .innerJoin('product_texts as sv', (join) => join.onRef('sv.product_id', '=', 'p.id').on('sv.language', '=', 'sv'))
      .leftJoin('brands as b', 'b.id', 'p.brand_id')
      .leftJoin('stock as s', 's.product_id', 'p.id')
      .select(['p.id', 'p.sku', 'p.type', 'p.parent_id', 'p.main_category_id', 'p.sort_price', 'b.slug as brand'])
      .select(['en.name as name_en', 'sv.name as name_sv', 's.on_hand', 's.reserved'])
      .where('p.status', '=', 'published')
      .orderBy('p.id')
      .execute(),
    categories: await db
      .selectFrom('categories as c')
      .innerJoin('category_texts as t', (join) => join.onRef('t.category_id', '=', 'c.id').on('t.language', '=', 'en'))
      .select(['c.id', 'c.parent_id', 't.path'])
      .execute(),
    brands: await db.selectFrom('brands').select('slug').execute(),
    devices: await db.selectFrom('devices').select(['id', 'slug', 'series']).execute(),
    attributes: await db.selectFrom('product_attributes').select(['product_id', 'attribute_id', 'value']).execute(),
    units: await db.selectFrom('attributes').select(['id', 'unit']).execute(),
    fits: await db.selectFrom('product_devices').select(['product_id', 'device_id']).execute(),
    numbers: await db.selectFrom('part_numbers').select(['product_id', 'number']).execute(),
    contents: await db
      .selectFrom('set_items')
      .select(['set_id', 'product_id', 'quantity'])
      .orderBy('position')
      .execute(),
  }
}

function partReader(rows: Rows): (row: Row) => PartFacts {
  const categories = new Map(rows.categories.map((category) => [category.id, category]))
  const variants = Map.groupBy(rows.products, (row) => row.parent_id)
  const fits = Map.groupBy(rows.fits, (row) => row.product_id)
  const numbers = Map.groupBy(rows.numbers, (row) => row.product_id)
  const contents = Map.groupBy(rows.contents, (row) => row.set_id)
  const versionOf = versionReader(rows, contents)
  return (row) => {
    const children = variants.get(row.id) ?? []
    const family = [row, ...children]
    return {
      id: row.id,
      sku: row.sku,
      name: { en: row.name_en, sv: row.name_sv },
      categories: upwards(row.main_category_id, categories),
      brand: row.brand ?? '',
      devices: new Set(family.flatMap(({ id }) => fits.get(id)?.map((each) => each.device_id) ?? [])),
      versions: children.length > 0 ? children.map((child) => versionOf(child, row)) : [versionOf(row, row)],
      numbers: new Set(family.flatMap(({ id }) => numbers.get(id)?.map((each) => each.number) ?? [])),
      contents: contents.get(row.id)?.map((each) => each.product_id) ?? [],
    }
  }
}

function versionReader(
  rows: Rows,
  contents: ReadonlyMap<string, readonly { product_id: string; quantity: number }[]>,
): (row: Row, parent: Row) => Version {
  const attributes = Map.groupBy(rows.attributes, (row) => row.product_id)
  const byId = new Map(rows.products.map((row) => [row.id, row]))
  const inStock = (row: Row | undefined, quantity = 1): boolean =>
    row !== undefined && (row.on_hand ?? 0) - (row.reserved ?? 0) >= quantity
  const purchasable = (row: Row): boolean => {
    if (row.sort_price === null) return false
    if (row.type === productType.giftCard) return true
    if (row.type !== productType.set) return inStock(row)
    return (contents.get(row.id) ?? []).every((each) => inStock(byId.get(each.product_id), each.quantity))
  }
  return (row, parent) => ({
    attributes: new Set(
      [row, parent].flatMap(({ id }) => attributes.get(id)?.map((each) => `${each.attribute_id}=${each.value}`) ?? []),
    ),
    purchasable: purchasable(row),
  })
}

function upwards(id: string | null, categories: ReadonlyMap<string, Rows['categories'][number]>): Set<string> {
  const names = new Set<string>()
  for (let at = id; at !== null && !names.has(at); at = categories.get(at)?.parent_id ?? null)
    names.add(at).add(categories.get(at)?.path ?? at)
  return names
}
