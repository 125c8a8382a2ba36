import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

/** Reads a customer's saved devices, the last saved first. */
export async function savedDevicesOf(db: Queryable, customerId: string) {
  return db
    .selectFrom('saved_devices as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .selectAll('d')
    .select(['s.name as own_name', 's.saved_at'])
    .where('s.customer_id', '=', customerId)
    .orderBy('s.saved_at', 'desc')
    .orderBy('d.id')
    .execute()
}

/** Reads the categories that have parts for devices, for each device those with the most parts first. */
export async function categoriesOfDevices(db: Queryable, language: Language, deviceIds: readonly string[]) {
  if (deviceIds.length === 0) return []
  return db
    .selectFrom('product_devices as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .innerJoin('category_products as c', (join) =>
      join.onRef('c.product_id', '=', 'p.id').on('c.main', '=', 1).on('c.direct', '=', 1),
    )
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.category_id').on('t.language', '=', language),
    )
    .select(['f.device_id', 't.name', 't.path'])
    .select((row) => row.fn.countAll<number>().as('products'))
    .where('f.device_id', 'in', deviceIds)
    .where('p.parent_id', 'is', null)
    .where('p.status', '=', 'published')
    .groupBy(['f.device_id', 't.name', 't.path'])
    .orderBy('products', 'desc')
    .orderBy('t.name')
    .execute()
}

export async function countSavedDevices(trx: DatabaseTransaction, customerId: string): Promise<number> {
  const row = await trx
    .selectFrom('saved_devices')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Saves a device, or renames it if it is saved already and a name is given. */
export async function putSavedDevice(trx: DatabaseTransaction, row: NewRow<'saved_devices'>): Promise<void> {
  await trx
    .insertInto('saved_devices')
    .values(row)
    .onConflict((conflict) => {
      const known = conflict.columns(['customer_id', 'device_id'])
      return row.name === '' ? known.doNothing() : known.doUpdateSet({ name: row.name })
    })
    .execute()
}

export async function isDeviceSaved(db: Queryable, customerId: string, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('saved_devices')
    .select('device_id')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row !== undefined
}

export async function renameSavedDevice(
  db: Queryable,
  { customerId, deviceId, name }: { customerId: string; deviceId: string; name: string },
): Promise<void> {
  await db
    .updateTable('saved_devices')
    .set({ name })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute()
}

export async function deleteSavedDevice(db: Queryable, customerId: string, deviceId: string): Promise<void> {
  await db.deleteFrom('saved_devices').where('customer_id', '=', customerId).where('device_id', '=', deviceId).execute()
}
