import { deviceForm, type DevicesPage } from '../../../contracts/customer-pages/saved-devices.ts'
import { listText } from '../../../domain/lists/part-lists.ts'
import { maxDeviceNameLength } from '../../../domain/lists/saved-devices.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { href } from '../../../routes.ts'
import { finderForm } from '../../catalog/devices/finder-form.ts'
import { deviceBySlug } from '../../catalog/listing/listing-queries.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { Account, AccountRequest } from '../access/require-account.ts'
import type { Shop } from '../shop.ts'
import { deleteSavedDevice, renameSavedDevice } from './saved-device-queries.ts'
import { saveDevice, savedDevices } from './saved-devices.ts'

/**
 * GET and POST /{lang}/my-account/devices: lists, saves, names and removes devices. `?add=` is the slug of a device to
 * save, which the page asks about after a login; the form on the device's page saves it at once.
 */
export async function devicesPage(
  shop: Shop,
  account: Account,
  request: AccountRequest,
): Promise<PageResult<DevicesPage>> {
  if (request.request.method !== 'POST') return privatePage(await pageOf(shop, account, request))
  const { action, slug, name: typed } = await readForm(request.request, deviceForm)
  const device = await deviceBySlug(shop.db, slug)
  if (!device || !action) return missing()
  const of = { customerId: account.session.customer.id, deviceId: device.id }
  const name = listText(typed, maxDeviceNameLength)
  if (action === 'save' && (await saveDevice(shop, { ...of, name })) === 'too_many')
    return privatePage({ ...(await pageOf(shop, account, request)), fault: 'too_many' }, 422)
  if (action === 'rename') await renameSavedDevice(shop.db, { ...of, name })
  if (action === 'remove') await deleteSavedDevice(shop.db, of.customerId, of.deviceId)
  return goTo(href(request.locals.shopping.language, 'my-account-devices', {}, { saved: 1 }))
}

async function pageOf(shop: Shop, { session }: Account, { url, locals }: AccountRequest): Promise<DevicesPage> {
  const devices = await savedDevices(shop, locals.shopping.language, session.customer.id)
  const requested = url.searchParams.get('add')
  const adding = requested === null ? undefined : await deviceBySlug(shop.db, requested.slice(0, 200))
  const isNew = adding && devices.every(({ slug }) => slug !== adding.slug)
  return {
    devices,
    adding: isNew ? { slug: adding.slug, model: deviceName(adding) } : null,
    finder: await finderForm(shop),
    fault: null,
    isSaved: url.searchParams.has('saved'),
  }
}
