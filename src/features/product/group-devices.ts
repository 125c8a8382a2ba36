import type { FittingDevice } from '../../contracts/catalog-pages/product-page.ts'

export type DeviceGroup = { brand: string; devices: FittingDevice[] }

/** Devices under their brand, in the order they came. */
export function groupDevices(devices: readonly FittingDevice[]): DeviceGroup[] {
  const groups = new Map<string, FittingDevice[]>()
  for (const device of devices) groups.set(device.brand, [...(groups.get(device.brand) ?? []), device])
  return [...groups].map(([brand, own]) => ({ brand, devices: own }))
}
