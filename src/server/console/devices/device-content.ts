import type { DevicePage } from '../../../contracts/console/devices.ts'
import { languages } from '../../../domain/places/locales.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { href } from '../../../routes.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Row } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { countParts, partsOfDevice } from './device-list-queries.ts'
import { undoingOf } from './device-log.ts'

const noDevice: Omit<DevicePage, 'mayChange'> = {
  id: '',
  name: '',
  version: '',
  fields: { brand: '', series: '', model: '', type_numbers: '' },
  parts: [],
  partCount: 0,
  addresses: [],
  audit: [],
}

/** Changes with the names and numbers of a device; not with the parts that fit it. */
export function deviceVersion(device: Row<'devices'>): string {
  return hashSecret(JSON.stringify(Object.entries(device).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 20)
}

/** Everything that the page of a device shows; of a new one, an empty form. */
export async function deviceContent(context: ConsoleContext, device: Row<'devices'> | undefined): Promise<DevicePage> {
  const { shop, session } = context
  const mayChange = may(session, 'products.change')
  if (!device) return { ...noDevice, mayChange }
  const { id, slug, brand, series, model, type_numbers } = device
  const parts = await partsOfDevice(shop.reportDb, id, session.staff.language)
  return {
    id,
    name: deviceName(device),
    version: deviceVersion(device),
    fields: { brand, series, model, type_numbers },
    parts: parts.map((part) => ({
      id: part.id,
      sku: part.sku,
      name: part.name ?? '',
      isDraft: part.status === 'draft',
    })),
    partCount: await countParts(shop.reportDb, id),
    addresses: languages.map((language) => {
      const path = href(language, 'device', { slug })
      return { language, path, address: shop.env.ORIGIN + path }
    }),
    audit: await undoableHistory(context, await undoingOf(context, device)),
    mayChange,
  }
}
