import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Queryable, Tables } from '../../platform/db/tables.ts'
import { isOn } from '../../platform/settings/settings-queries.ts'

/** More guides than this for one part or device are not read. */
const maxGuides = 50

/** How a series is named in `guide_targets`. */
export function seriesTarget({ brand, series }: { brand: string; series: string }): string {
  return `${brand}/${series}`
}

type Targets = ExpressionBuilder<Tables & { t: Tables['guide_targets'] }, 't'>

/** Reads published guides by what they name, which the index of their targets finds however many guides there are. */
function guidesNaming(db: Queryable, language: Language, naming: (row: Targets) => Expression<SqlBool>) {
  return db
    .selectFrom('guides as g')
    .select(['g.id', 'g.slug', 'g.published'])
    .where('g.language', '=', language)
    .where('g.published', 'is not', null)
    .where(isOn('guides'))
    .where('g.id', 'in', (row) =>
      row
        .selectFrom('guide_targets as t')
        .select('t.guide_id')
        .where('t.language', '=', language)
        .where((target) => naming(target)),
    )
    .orderBy('g.id')
    .limit(maxGuides)
}

/** Reads published guides that name a part or a category it is in. */
export async function guidesNamingPart(db: Queryable, language: Language, { id, sku }: { id: string; sku: string }) {
  return namingPart(db, language, sku, id).execute()
}

const namingPart = compileOnce((db, language: Language, sku: string, id: string) =>
  guidesNaming(db, language, (row) =>
    row.or([
      row.and([row('t.kind', '=', 'part'), row('t.target', '=', sku)]),
      row.and([
        row('t.kind', '=', 'category'),
        row('t.target', 'in', row.selectFrom('category_products').select('category_id').where('product_id', '=', id)),
      ]),
    ]),
  ),
)

type DeviceTarget = { slug: string; brand: string; series: string }

/** Reads published guides that name a device, its series or one of these categories. */
export async function guidesNamingDevice(
  db: Queryable,
  language: Language,
  device: DeviceTarget,
  categories: readonly string[],
) {
  return guidesNaming(db, language, (row) =>
    row.or([
      row.and([row('t.kind', '=', 'device'), row('t.target', '=', device.slug)]),
      row.and([row('t.kind', '=', 'series'), row('t.target', '=', seriesTarget(device))]),
      ...(categories.length > 0 ? [row.and([row('t.kind', '=', 'category'), row('t.target', 'in', categories)])] : []),
    ]),
  ).execute()
}

/** Reads the ids of all categories that list a product. */
export async function categoriesListing(db: Queryable, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('category_products')
    .select('category_id')
    .where('product_id', '=', productId)
    .execute()
  return rows.map((row) => row.category_id)
}

/** Reads the ids of all categories that list a published part of a device. */
export async function categoriesOfDevice(db: Queryable, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_devices as f')
    .innerJoin('category_products as c', 'c.product_id', 'f.product_id')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select('c.category_id')
    .distinct()
    .where('f.device_id', '=', deviceId)
    .where('p.status', '=', 'published')
    .execute()
  return rows.map((row) => row.category_id)
}

/** Most guides that a search looks at. */
const maxSearched = 300

/** Reads the published guides of a language. */
export async function publishedGuides(db: Queryable, language: Language) {
  return db
    .selectFrom('guides')
    .select(['slug', 'published'])
    .where('language', '=', language)
    .where('published', 'is not', null)
    .orderBy('id')
    .limit(maxSearched)
    .execute()
}

export async function deviceBrands(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('devices').select('brand').distinct().execute()
  return rows.map(({ brand }) => brand)
}

type Fitted = { deviceIds: readonly string[]; brands: readonly string[] }

/** Tells whether a category lists a published part for one of these devices, or for a device of one of these brands. */
export async function hasPartFor(db: Queryable, category: string, { deviceIds, brands }: Fitted): Promise<boolean> {
  const row = await db
    .selectFrom('category_products as c')
    .innerJoin('product_devices as f', 'f.product_id', 'c.product_id')
    .innerJoin('devices as d', 'd.id', 'f.device_id')
    .innerJoin('products as p', 'p.id', 'c.product_id')
    .select('c.category_id')
    .where('c.category_id', '=', category)
    .where('p.status', '=', 'published')
    .where(deviceIds.length > 0 ? 'd.id' : 'd.brand', 'in', deviceIds.length > 0 ? deviceIds : brands)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
