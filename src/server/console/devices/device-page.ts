import { consolePath } from '../../../console-routes.ts'
import {
  deviceForm,
  deviceRemoveForm,
  fitsForm,
  unfitForm,
  type DeviceFields,
  type DevicePage,
} from '../../../contracts/console/devices.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { deviceById } from '../../catalog/device-edits/device-edit-queries.ts'
import { changeDevice, changeFits, makeDevice, removeDevice } from '../../catalog/device-edits/edit-device.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { fieldsWithout } from '../staff/undo-record.ts'
import { deviceContent, deviceVersion } from './device-content.ts'
import { deviceIn, deviceLog, undoingOf } from './device-log.ts'

const permission = 'products.change'

/** The form that makes a device. */
export const newDeviceScreen = consoleScreen<DevicePage>({
  screen: 'device-new',
  permission,
  load: (context) => deviceContent(context, undefined),
  actions: {
    make: consoleAction({
      permission,
      form: deviceForm,
      run: async ({ shop, session }, fields) => {
        const id = newId(shop.now().getTime())
        const subject = { kind: 'device', id, label: `${fields.brand} ${fields.model}` }
        const log = (trx: DatabaseTransaction) => deviceLog(trx, id)
        const action = { operation: 'devices.make', subject, fields: log }
        await audited(shop, session.actor, action, (own) => makeDevice(own, id, textIn(fields)))
        return consolePath('device', { id })
      },
    }),
  },
})

/** One device: what it is called, and the parts that fit it. */
export const deviceScreen = consoleScreen<DevicePage>({
  screen: 'device',
  permission: 'products.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const device = await deviceById(context.shop.db, requestedId(context))
    return device && deviceContent(context, device)
  },
  actions: {
    change: consoleAction({
      permission,
      form: deviceForm,
      run: (context, { version, ...fields }) =>
        onDevice(context, { operation: 'devices.change', version }, (shop, id) =>
          changeDevice(shop, id, textIn(fields)),
        ),
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const device = await deviceById(context.shop.db, requestedId(context))
        if (!device) throw new ConsoleError('unknown')
        const undoing = await undoingOf(context, device)
        const former = deviceIn(await fieldsWithout(context, undoing, entry))
        const fits = fitsBetween(deviceIn(undoing.now).fits, former.fits)
        const action = { operation: 'devices.undo', version: deviceVersion(device) }
        await onDevice(context, action, (shop, id) =>
          fits ? changeFits(shop, id, fits) : changeDevice(shop, id, textIn(former)),
        )
      },
    }),
    fit: consoleAction({
      permission,
      form: fitsForm,
      run: (context, { skus: typed }) =>
        onDevice(context, { operation: 'devices.fit' }, (shop, id) =>
          changeFits(shop, id, { skus: numbersIn(typed), fits: true }),
        ),
    }),
    unfit: consoleAction({
      permission,
      form: unfitForm,
      run: (context, { 'row[]': skus }) =>
        onDevice(context, { operation: 'devices.unfit' }, (shop, id) =>
          changeFits(shop, id, { skus: [...new Set(skus)], fits: false }),
        ),
    }),
    remove: consoleAction({
      permission,
      form: deviceRemoveForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onDevice(context, { operation: 'devices.remove' }, (shop, id) => removeDevice(shop, id))
        return consolePath('devices')
      },
    }),
  },
})

const requestedId = ({ request }: ConsoleContext): string => (request.params['id'] ?? '').slice(0, 140)

const textIn = ({ type_numbers: typeNumbers, ...names }: DeviceFields) => ({ ...names, typeNumbers })

/** The article numbers of a text: one on each line, or with commas or tabs between. */
function numbersIn(text: string): string[] {
  const numbers = text.split(/[\n,;\t]/).map((number) => number.trim())
  return [...new Set(numbers.filter((number) => number !== ''))]
}

/** An entry adds parts or removes them; undefined where it changed something else. */
function fitsBetween(now: readonly string[], former: readonly string[]) {
  const added = former.filter((sku) => !now.includes(sku))
  const removed = now.filter((sku) => !former.includes(sku))
  if (added.length > 0) return { skus: added, fits: true }
  return removed.length > 0 ? { skus: removed, fits: false } : undefined
}

async function onDevice(
  context: ConsoleContext,
  { operation, version }: { operation: string; version?: string },
  work: (shop: Shop, id: string) => Promise<void>,
): Promise<void> {
  const id = requestedId(context)
  const device = await deviceById(context.shop.db, id)
  if (!device) throw new ConsoleError('unknown')
  const subject = { kind: 'device', id, label: deviceName(device) }
  const guard = async (trx: DatabaseTransaction) => {
    // Of two people at the same time, the second reads what the first has written.
    await lockImports(trx)
    const current = await deviceById(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && deviceVersion(current) !== version) throw await recordChanged(trx, subject)
  }
  const fields = (trx: DatabaseTransaction) => deviceLog(trx, id)
  await audited(context.shop, context.session.actor, { operation, subject, guard, fields }, (shop) => work(shop, id))
}
