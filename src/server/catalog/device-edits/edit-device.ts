import { languages } from '../../../domain/places/locales.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { href } from '../../../routes.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { rewriteProduct } from '../changes/rewrite-product.ts'
import { redirect } from '../maintenance/write-queries.ts'
import { reindex } from '../reindex/reindex.ts'
import { storableLine } from '../storable-text.ts'
import {
  deleteDevice,
  deviceById,
  deviceLike,
  isDeviceNamed,
  productsFitting,
  productsOfSkus,
  writeDevice,
} from './device-edit-queries.ts'

export type DeviceServices = Pick<Shop, 'db' | 'kind' | 'now'>
export type DeviceText = { brand: string; series: string; model: string; typeNumbers: string }

const maxLengths = { name: 80, typeNumbers: 4_000 }
const maxFits = 200

/**
 * Makes a device, whose address follows from its name and never changes; one that was deleted has its former address
 * again. Throws CatalogError.
 */
export async function makeDevice(
  { db, now }: DeviceServices,
  id: string,
  { slug: former, ...wanted }: DeviceText & { slug?: string },
): Promise<void> {
  const device = validDevice(wanted)
  const slug = former ?? slugify(deviceName(device))
  if (slug === '') throw new CatalogError('catalog_device_name', 'A device has a brand and a model.')
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    await refuseTaken(trx, { id, slug, ...device })
    await writeDevice(trx, { id, slug, ...device })
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Changes a device; the search finds its parts by the new name and numbers. Throws CatalogError. */
export async function changeDevice({ db, now }: DeviceServices, id: string, wanted: DeviceText): Promise<void> {
  const device = validDevice(wanted)
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const { slug } = await knownDevice(trx, id)
    await refuseTaken(trx, { id, slug, ...device })
    await writeDevice(trx, { id, slug, ...device })
    await reindex(trx, now(), { of: 'device', id, values: null })
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/** Deletes a device that no product fits, no customer has saved and no guide names. Throws CatalogError. */
export async function removeDevice({ db, now }: DeviceServices, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockImports(trx)
    const device = await knownDevice(trx, id)
    if ((await productsFitting(trx, id, 1)).length > 0 || (await isDeviceNamed(trx, device)))
      throw new CatalogError('catalog_used', 'Only a device that nothing uses is deleted.')
    await deleteDevice(trx, id)
    const { slug } = device
    for (const language of languages)
      await redirect(trx, href(language, 'device', { slug }), href(language, 'find-parts'))
    await insertInvalidations(trx, [pagesTag], now().toISOString())
  })
}

/**
 * Says of articles that they fit a device, or no longer do, the way an import does. Throws CatalogError, and changes
 * nothing, for numbers that no product has.
 */
export async function changeFits(
  { db, kind, now }: DeviceServices,
  id: string,
  { skus, fits }: { skus: readonly string[]; fits: boolean },
): Promise<void> {
  if (skus.length === 0 || skus.length > maxFits)
    throw new CatalogError('catalog_numbers', `Name 1 to ${maxFits} articles at a time.`, { most: maxFits })
  await db.transaction().execute(async (trx) => {
    await knownDevice(trx, id)
    const products = await productsOfSkus(trx, skus)
    const unknown = skus.filter((sku) => !products.some((product) => product.sku === sku))
    if (unknown.length > 0)
      throw new CatalogError('catalog_skus', `There is no product ${unknown[0]}.`, {
        names: unknown.slice(0, 10).join(', '),
      })
    for (const product of products)
      await rewriteProduct(trx, { kind, now: now() }, product.id, (record) => {
        const others = record.device_ids.filter((each) => each !== id)
        return { ...record, device_ids: fits ? [...others, id].sort() : others }
      })
  })
}

async function knownDevice(trx: DatabaseTransaction, id: string): Promise<Row<'devices'>> {
  const device = await deviceById(trx, id)
  if (!device) throw new CatalogError('catalog_unknown', `There is no device "${id.slice(0, 120)}".`)
  return device
}

async function refuseTaken(trx: DatabaseTransaction, device: Omit<Row<'devices'>, 'type_numbers'>): Promise<void> {
  if (!(await deviceLike(trx, device))) return
  const name = deviceName(device)
  throw new CatalogError('catalog_device_taken', `There is a device ${name}.`, { name })
}

function validDevice({ brand, series, model, typeNumbers }: DeviceText) {
  const device = { brand: storableLine(brand), series: storableLine(series), model: storableLine(model) }
  const isLong = Object.values(device).some((text) => text.length > maxLengths.name)
  if (device.brand === '' || device.model === '' || isLong)
    throw new CatalogError('catalog_device_name', 'A device has a brand and a model of at most 80 characters each.')
  const numbers = typeNumbers.split(/[\n,;]/).map(storableLine)
  const unique = [...new Set(numbers.filter((number) => number !== ''))]
  return { ...device, type_numbers: unique.join(', ').slice(0, maxLengths.typeNumbers) }
}
