import type { DevicePage } from '../../../contracts/catalog-pages/device-page.ts'
import type { ListQuery } from '../../../contracts/catalog-pages/list-query.ts'
import { maxQueryLength } from '../../../contracts/catalog-pages/search-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import type { GuideDevice } from '../../../domain/products/guides.ts'
import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { runDetached } from '../../platform/db/request-signal.ts'
import { missing, publicPage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { cacheUntilChange } from '../cached-reads.ts'
import { categoryHref } from '../categories/categories.ts'
import { guidesOfDevice } from '../guides/guide-links.ts'
import { guidesTag } from '../guides/guides-tag.ts'
import { deviceBySlug } from '../listing/listing-queries.ts'
import { readListing } from '../listing/listing.ts'
import { namedDevice } from '../listing/named-device.ts'
import type { Shop } from '../shop.ts'
import { deviceCategories } from './device-queries.ts'
import { finderForm } from './finder-form.ts'

const maxCategories = 24

/**
 * Loads the page of all parts that fit a device; missing when the device is unknown or the page number is beyond the
 * last page.
 */
export async function devicePage(
  shop: Shop,
  context: ShoppingContext,
  slug: string,
  requested: ListQuery,
): Promise<PageResult<DevicePage>> {
  const { db } = shop
  const { language } = context
  const device = await deviceBySlug(db, slug)
  if (!device) return missing()
  const named = namedDevice(device)
  const path = named.paths[language]
  const query = { ...requested, device: undefined, q: undefined }
  const listed = await readListing(shop, { context, query, scope: { device: device.id }, path, now: shop.now() })
  if (listed instanceof Response) return listed
  const t = translator(language)
  const { categories, guides } = await readBeside(shop, language, device)
  const { brand, series } = device
  const page: DevicePage = {
    name: t('finder.parts_of', { device: deviceName(device) }),
    description: '',
    path,
    alternates: named.paths,
    query: (requested.q ?? '').trim().slice(0, maxQueryLength),
    typeNumbers: device.type_numbers,
    crumbs: [
      { name: t('finder.title'), path: href(language, 'find-parts') },
      { name: brand, path: href(language, 'find-parts', {}, { brand }) },
      { name: series, path: href(language, 'find-parts', {}, { brand, series }) },
      { name: device.model, path },
    ],
    categories: categories.map((row) => ({
      name: row.name,
      count: Number(row.products),
      path: `${categoryHref(language, row.path)}?${new URLSearchParams({ device: slug })}`,
    })),
    listing: { ...listed.listing, device: named },
    guides,
    form: await finderForm(shop),
  }
  return publicPage(page, { tags: ['catalog', guidesTag, ...listed.tags], changesAt: listed.changesAt })
}

/**
 * Reads the categories and the guides of a device until something changes. Both read all of its parts, of which there
 * may be many thousands, so that the process for lists does it.
 */
async function readBeside(shop: Shop, language: Language, device: GuideDevice & { id: string }) {
  const { db, listDb } = shop
  const cached = await cacheUntilChange(shop, db)
  return cached(`device:${language}:${device.id}`, () =>
    runDetached(async () => ({
      categories: await deviceCategories(listDb, language, device.id, maxCategories),
      guides: await guidesOfDevice(listDb, language, device),
    })),
  )
}
