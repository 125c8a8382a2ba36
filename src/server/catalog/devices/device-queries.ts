import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { deviceNames, withoutSeries } from '../../../domain/products/devices.ts'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

/** Upper limit; no maker has as many series, and no series as many models. */
const maxChoices = 1_000
const lastSign = '\u{10ffff}'
/** A serial number begins with its type number; a shorter prefix would match too many devices. */
const minTypeLength = 4

/** Rebuilds the search texts of devices. */
export async function indexDevices(db: Database, kind: DatabaseKind): Promise<void> {
  const devices = await db.selectFrom('devices').select(['id', 'brand', 'series', 'model', 'type_numbers']).execute()
  const rows = devices.flatMap(({ id, ...device }) =>
    deviceNames(device).map((normalized) => ({ normalized, device_id: id })),
  )
  await db.deleteFrom('device_names').execute()
  await insertRows(db, kind, 'device_names', rows)
}

export async function deviceBrands(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('devices').select('brand').distinct().orderBy('brand').limit(maxChoices).execute()
  return rows.map((row) => row.brand)
}

/** Reads the series of a maker; models without one are another. */
export async function deviceSeries(db: Queryable, brand: string): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('series')
    .distinct()
    .where('brand', '=', brand)
    .orderBy('series')
    .limit(maxChoices)
    .execute()
  return rows.map((row) => row.series || withoutSeries)
}

export function deviceModels(db: Queryable, brand: string, series: string) {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('brand', '=', brand)
    .where('series', '=', series === withoutSeries ? '' : series)
    .orderBy('model')
    .limit(maxChoices)
    .execute()
}

/**
 * Finds devices by normalized text (`plainDeviceText`): an exact match, else devices whose text begins with it, else
 * devices whose type number is a prefix of it, as in a serial number.
 */
export async function devicesByText(db: Queryable, kind: DatabaseKind, text: string, limit: number) {
  const named = () =>
    db
      .selectFrom('device_names as n')
      .innerJoin('devices as d', 'd.id', 'n.device_id')
      .selectAll('d')
      .distinct()
      .orderBy('d.brand')
      .orderBy('d.series')
      .orderBy('d.model')
      .limit(limit)
  const whole = await named().where('n.normalized', '=', text).execute()
  if (whole.length > 0) return whole
  const begun = await named()
    .where('n.normalized', '>=', text)
    .where('n.normalized', '<', text + lastSign)
    .execute()
  if (begun.length > 0) return begun
  const signs = Array.from(text)
  const beginnings = signs.map((_, at) => signs.slice(0, at + 1).join('')).slice(minTypeLength - 1)
  const known = await db
    .selectFrom('device_names')
    .select('normalized')
    .where('normalized', 'in', textList(kind, beginnings))
    .execute()
  const [maxLength] = known
    .map((row) => row.normalized)
    .filter((name) => /\d/.test(name))
    .sort((one, other) => other.length - one.length)
  return maxLength === undefined ? [] : named().where('n.normalized', '=', maxLength).execute()
}

/** Reads the categories that have parts for a device, those with the most parts first. */
export function deviceCategories(db: Queryable, language: Language, deviceId: string, limit: number) {
  return db
    .selectFrom('product_devices as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .innerJoin('category_products as c', (join) =>
      join.onRef('c.product_id', '=', 'p.id').on('c.main', '=', 1).on('c.direct', '=', 1),
    )
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.category_id').on('t.language', '=', language),
    )
    .select(['t.name', 't.path'])
    .select((row) => row.fn.countAll<number>().as('products'))
    .where('f.device_id', '=', deviceId)
    .where('p.parent_id', 'is', null)
    .where('p.status', '=', 'published')
    .groupBy(['t.name', 't.path'])
    .orderBy('products', 'desc')
    .orderBy('t.name')
    .limit(limit)
    .execute()
}

/** Tells whether a category has a product with these two connectors, in this order. */
export async function hasCable(
  db: Queryable,
  categoryId: string,
  ends: readonly { attribute: string; value: string }[],
): Promise<boolean> {
  let query = db.selectFrom('category_products as c').select('c.product_id').where('c.category_id', '=', categoryId)
  for (const { attribute, value } of ends) {
    query = query.where('c.product_id', 'in', (row) =>
      row
        .selectFrom('product_attributes')
        .select('product_id')
        .where('attribute_id', '=', attribute)
        .where('value', '=', value),
    )
  }
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Reads devices that have one of these normalized texts as a name or number. */
export async function devicesByNumbers(db: Queryable, kind: DatabaseKind, texts: readonly string[]) {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('id', 'in', (row) =>
      row.selectFrom('device_names').select('device_id').where('normalized', 'in', textList(kind, texts)),
    )
    .orderBy('brand')
    .orderBy('series')
    .orderBy('model')
    .execute()
}

/** Reads which of these categories list published parts for which of these devices. */
export async function categoriesWithPartsFor(
  db: Queryable,
  deviceIds: readonly string[],
  categoryIds: readonly string[],
) {
  if (deviceIds.length === 0 || categoryIds.length === 0) return []
  return db
    .selectFrom('product_devices as f')
    .innerJoin('category_products as c', 'c.product_id', 'f.product_id')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select(['f.device_id', 'c.category_id'])
    .distinct()
    .where('f.device_id', 'in', deviceIds)
    .where('c.category_id', 'in', categoryIds)
    .where('p.status', '=', 'published')
    .execute()
}

/**
 * Reads which published products are recorded for any device, and whether this is one of them; a choice fits what its
 * product fits.
 */
export function fitsOfProducts(db: Queryable, kind: DatabaseKind, deviceId: string, ids: readonly string[]) {
  const recorded = sql`select 1 from product_devices as f where f.product_id in (p.id, p.parent_id)`
  return db
    .selectFrom('products as p')
    .select('p.id')
    .select(sql<number>`case when exists (${recorded} and f.device_id = ${deviceId}) then 1 else 0 end`.as('fits'))
    .where('p.id', 'in', textList(kind, ids))
    .where('p.status', '=', 'published')
    .where(sql<boolean>`exists (${recorded})`)
    .execute()
}

/**
 * Reads which published products are recorded for any device, and which of the customer's saved devices each fits, the
 * last saved first; null for none of them.
 */
export function savedFits(db: Queryable, kind: DatabaseKind, customerId: string, ids: readonly string[]) {
  const recorded = sql`select 1 from product_devices as f where f.product_id in (p.id, p.parent_id)`
  const saved = sql<string | null>`(select s.device_id from saved_devices as s
    where s.customer_id = ${customerId} and exists (${recorded} and f.device_id = s.device_id)
    order by s.saved_at desc, s.device_id limit 1)`
  return db
    .selectFrom('products as p')
    .select('p.id')
    .select(saved.as('device_id'))
    .where('p.id', 'in', textList(kind, ids))
    .where('p.status', '=', 'published')
    .where(sql<boolean>`exists (${recorded})`)
    .execute()
}
