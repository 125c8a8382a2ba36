import type { LineFit } from '../../../contracts/customer-pages/cart-page.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import { savedFits } from '../../catalog/devices/device-queries.ts'
import { savedDevicesOf } from '../../identity/saved-devices/saved-device-queries.ts'
import type { Shop } from '../shop.ts'

type Line = { product_id: string }

/**
 * Adds to each line whether it fits a device that the customer has saved; null for guests, for customers without
 * devices, and for what is recorded for no device.
 */
export async function withFits<Each extends Line>(
  { db, kind }: Pick<Shop, 'db' | 'kind'>,
  customerId: string | null,
  lines: readonly Each[],
): Promise<(Each & { fit: LineFit | null })[]> {
  const devices = customerId === null || lines.length === 0 ? [] : await savedDevicesOf(db, customerId)
  const [first] = devices
  if (!first || customerId === null) return lines.map((line) => ({ ...line, fit: null }))
  const names = new Map(devices.map((device) => [device.id, device.own_name || deviceName(device)]))
  const ids = lines.map(({ product_id: id }) => id)
  const fitting = new Map((await savedFits(db, kind, customerId, ids)).map((row) => [row.id, row.device_id]))
  return lines.map((line) => {
    const found = fitting.get(line.product_id)
    if (found === undefined) return { ...line, fit: null }
    const only = devices.length === 1 ? (names.get(first.id) ?? null) : null
    return {
      ...line,
      fit: found === null ? { fits: false, device: only } : { fits: true, device: names.get(found) ?? '' },
    }
  })
}
