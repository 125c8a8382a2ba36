import { sql } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { plainDeviceText } from '../../../domain/products/devices.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

const maxParts = 200
const lastSign = '\u{10ffff}'

/** One page of the devices in the order of their addresses, each with how many parts fit it. */
export function deviceListRows(db: Queryable, query: ListQuery, limit: number) {
  const { isDescending, cursor } = query
  const rows = filtered(db, query)
    .select(['d.id', 'd.brand', 'd.series', 'd.model', 'd.slug', 'd.type_numbers'])
    .select((row) =>
      row
        .selectFrom('product_devices as f')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('f.device_id', '=', 'd.id')
        .as('parts'),
    )
  return pageByKey(rows, { sort: 'd.slug', id: 'd.slug', isDescending, cursor, limit })
}

export function countDevices(db: Queryable, query: ListQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('d.id'))
}

function filtered(db: Queryable, { search, filters }: ListQuery) {
  let query = db.selectFrom('devices as d')
  const brand = filters['brand']
  if (brand) query = query.where(sql<boolean>`lower(d.brand) = ${brand.toLowerCase()}`)
  if (filters['parts'] === 'none')
    query = query.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_devices as f').select('f.device_id').whereRef('f.device_id', '=', 'd.id'))),
    )
  if (search === '') return query
  const text = plainDeviceText(search)
  return query.where('d.id', 'in', (from) =>
    from
      .selectFrom('device_names')
      .select('device_id')
      .where('normalized', '>=', text)
      .where('normalized', '<', text === '' ? '' : text + lastSign),
  )
}

/** The first parts that fit a device, by article number. */
export function partsOfDevice(db: Queryable, id: string, language: Language) {
  return db
    .selectFrom('product_devices as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .leftJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .select(['p.id', 'p.sku', 'p.status', 't.name'])
    .where('f.device_id', '=', id)
    .orderBy('p.sku')
    .limit(maxParts)
    .execute()
}

export async function countParts(db: Queryable, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('product_devices')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('device_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The article numbers of the products that fit a device, for the log. */
export async function skusOfDevice(db: Queryable, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_devices as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select('p.sku')
    .where('f.device_id', '=', id)
    .orderBy('p.sku')
    .execute()
  return rows.map(({ sku }) => sku)
}
