import type { SavedDevice } from '../../../contracts/customer-pages/saved-devices.ts'
import { maxSavedDevices } from '../../../domain/lists/saved-devices.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { href } from '../../../routes.ts'
import { categoryHref } from '../../catalog/categories/categories.ts'
import { requireCustomer } from '../sessions/guards.ts'
import type { Shop } from '../shop.ts'
import {
  categoriesOfDevices,
  isDeviceSaved,
  countSavedDevices,
  putSavedDevice,
  savedDevicesOf,
} from './saved-device-queries.ts'

const maxCategories = 5
/** The device's page then remembers the device in this browser, as after a choice in the device finder. */
const chosenHash = '#your-device'

/** Lists a customer's saved devices, the last saved first, with the categories that have most of their parts. */
export async function savedDevices(
  { db }: Pick<Shop, 'db'>,
  language: Language,
  customerId: string,
): Promise<SavedDevice[]> {
  const rows = await savedDevicesOf(db, customerId)
  const ids = rows.map(({ id }) => id)
  const categories = Map.groupBy(await categoriesOfDevices(db, language, ids), ({ device_id: id }) => id)
  return rows.map((row) => ({
    slug: row.slug,
    model: deviceName(row),
    ownName: row.own_name,
    typeNumbers: row.type_numbers,
    path: href(language, 'device', { slug: row.slug }) + chosenHash,
    categories: (categories.get(row.id) ?? []).slice(0, maxCategories).map(({ name, path, products }) => ({
      name,
      count: Number(products),
      path: `${categoryHref(language, path)}?${new URLSearchParams({ device: row.slug })}`,
    })),
  }))
}

/** Saves a device; `too_many` above the limit, which holds under simultaneous requests. */
export async function saveDevice(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { customerId, deviceId, name }: { customerId: string; deviceId: string; name: string },
): Promise<'too_many' | null> {
  return db.transaction().execute(async (trx) => {
    await requireCustomer(trx, customerId)
    const count = await countSavedDevices(trx, customerId)
    if (count >= maxSavedDevices && !(await isDeviceSaved(trx, customerId, deviceId))) return 'too_many'
    const row = { customer_id: customerId, device_id: deviceId, name, saved_at: now().toISOString() }
    await putSavedDevice(trx, row)
    return null
  })
}
