import type { FitAnswer } from '../../../contracts/catalog-pages/product-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { href } from '../../../routes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import { categoryChain, categoryHref } from '../categories/categories.ts'
import { categoriesByIds } from '../categories/category-queries.ts'
import { categoriesWithPartsFor } from './device-queries.ts'
import { readDevice, type ReadDevice } from './read-device.ts'

const maxNamed = 12
const { compare } = new Intl.Collator('en', { numeric: true })

/** The part that is asked about, with the devices it fits; `categoryId` is its main category. */
type Part = { devices: readonly { slug: string }[]; categoryId: string | null; path: string }

/**
 * Answers whether a part fits the device that a text names. Only recorded devices count: a text that names none is
 * `unknown`, one that names several of which some fit is a choice.
 */
export async function fitAnswer(
  shop: Pick<Shop, 'db' | 'listDb' | 'kind'>,
  language: Language,
  part: Part,
  text: string,
): Promise<FitAnswer> {
  const devices = await readDevice(shop, text)
  const fits = new Set(part.devices.map(({ slug }) => slug))
  const fitting = devices.filter(({ slug }) => fits.has(slug))
  const named = (list: readonly ReadDevice[], pathOf: (device: ReadDevice) => string) =>
    list
      .slice(0, maxNamed)
      .map((device) => ({ name: deviceName(device), path: pathOf(device) }))
      .sort((one, other) => compare(one.name, other.name))
  const ofDevice = ({ slug }: ReadDevice) => href(language, 'device', { slug })
  if (devices.length === 0) return { kind: 'unknown', text, devices: [] }
  if (fitting.length === devices.length) return { kind: 'yes', text, devices: named(devices, ofDevice) }
  if (fitting.length > 0) {
    const again = (device: ReadDevice) => `${part.path}?${new URLSearchParams({ fits: deviceName(device) })}#devices`
    return { kind: 'choose', text, devices: named([...new Set([...fitting, ...devices])], again) }
  }
  const shownDevices = devices.slice(0, maxNamed)
  const chain = await categoriesAbove(shop.db, language, part.categoryId)
  const deepest = await deepestCategories(shop.listDb, chain, shownDevices)
  return {
    kind: 'no',
    text,
    devices: named(shownDevices, (device) => {
      const category = deepest.get(device.id)
      if (category === undefined) return ofDevice(device)
      return `${categoryHref(language, category)}?${new URLSearchParams({ device: device.slug })}`
    }),
  }
}

type Category = { id: string; path: string }

/** Reads a category with those above it, the root first. */
async function categoriesAbove(db: Queryable, language: Language, id: string | null): Promise<Category[]> {
  const [category] = id === null ? [] : await categoriesByIds(db, language, [id])
  return category ? ((await categoryChain(db, language, category.path)) ?? []) : []
}

/** Finds the path of the lowest category that has parts for each device, by device id. */
async function deepestCategories(db: Queryable, categories: readonly Category[], devices: readonly ReadDevice[]) {
  const rows = await categoriesWithPartsFor(
    db,
    devices.map(({ id }) => id),
    categories.map(({ id }) => id),
  )
  const has = new Set(rows.map((row) => `${row.device_id} ${row.category_id}`))
  return new Map(
    devices.map((device) => [device.id, categories.findLast(({ id }) => has.has(`${device.id} ${id}`))?.path]),
  )
}
