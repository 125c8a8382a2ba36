import { deviceNames } from '../../../domain/products/devices.ts'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export function deviceById(db: Queryable, id: string): Promise<Row<'devices'> | undefined> {
  return db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Another device with the same address or the same name. */
export function deviceLike(db: Queryable, { id, slug, brand, series, model }: Omit<Row<'devices'>, 'type_numbers'>) {
  return db
    .selectFrom('devices')
    .select('id')
    .where('id', '!=', id)
    .where((on) =>
      on.or([
        on('slug', '=', slug),
        on.and([on('brand', '=', brand), on('series', '=', series), on('model', '=', model)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
}

/** Writes a device and the texts by which it is found. */
export async function writeDevice(trx: DatabaseTransaction, row: NewRow<'devices'>): Promise<void> {
  const { id, ...columns } = row
  await trx
    .insertInto('devices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
  await trx.deleteFrom('device_names').where('device_id', '=', id).execute()
  const names = deviceNames(row).map((normalized) => ({ normalized, device_id: id }))
  await insertRows(trx, kindOf(trx), 'device_names', names)
}

/** The products that fit a device. */
export async function productsFitting(db: Queryable, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product_devices')
    .select('product_id')
    .where('device_id', '=', id)
    .limit(limit)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Whether a customer has saved a device, or a guide applies to it. */
export async function isDeviceNamed(
  db: Queryable,
  { id, slug }: Pick<Row<'devices'>, 'id' | 'slug'>,
): Promise<boolean> {
  const saved = await db
    .selectFrom('saved_devices')
    .select('device_id')
    .where('device_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const guides = await db.selectFrom('guides').select(['draft', 'published']).execute()
  const text = JSON.stringify(slug)
  return saved !== undefined || guides.some(({ draft, published }) => `${draft} ${published}`.includes(text))
}

export async function deleteDevice(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('device_names').where('device_id', '=', id).execute()
  await trx.deleteFrom('devices').where('id', '=', id).execute()
}

/** The ids of products by their article numbers, in their own order. */
export function productsOfSkus(db: Queryable, skus: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('sku', 'in', textList(kindOf(db), skus))
    .orderBy('id')
    .execute()
}
