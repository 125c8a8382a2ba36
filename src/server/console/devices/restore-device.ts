import { deviceById } from '../../catalog/device-edits/device-edit-queries.ts'
import { makeDevice } from '../../catalog/device-edits/edit-device.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { remake, type Restorable } from '../staff/restorable.ts'
import { deletedDevice, deviceLog, isWholeDevice } from './device-log.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await deviceById(db, id)) !== undefined

/** Devices that were deleted; no part fitted them. */
export const restorableDevices: Restorable = {
  kind: 'device',
  removedBy: ['devices.remove'],
  isThere,
  canBe: (_context, { fields }) => isWholeDevice(fields),
  restore: (context, removed) =>
    remake(
      context,
      removed,
      { kind: 'device', operation: 'devices.restore', lock: lockImports, isThere, log: deviceLog },
      (shop) => {
        const { brand, series, model, slug, type_numbers: typeNumbers } = deletedDevice(removed.fields)
        return makeDevice(shop, removed.id, { brand, series, model, slug, typeNumbers })
      },
    ),
}
