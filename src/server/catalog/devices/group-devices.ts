import type { DeviceGroup, FittingDevice } from '../../../contracts/catalog-pages/product-page.ts'

/** Most devices that a product page lists: a charger may fit thousands, which would make a page of a megabyte. */
const maxListed = 500

/** Puts devices under their brand, in the order they came; of brands with very many only the first are listed. */
export function groupDevices(devices: readonly FittingDevice[]): DeviceGroup[] {
  const groups = [...Map.groupBy(devices, ({ brand }) => brand)]
  const most = shareOfBrand(groups.map(([, { length }]) => length))
  return groups.map(([brand, own]) => ({ brand, count: own.length, devices: own.slice(0, most) }))
}

/** How many devices each brand may list, so that brands with few leave room to those with many. */
function shareOfBrand(counts: readonly number[]): number {
  let left = maxListed
  for (const [at, count] of counts.toSorted((one, other) => one - other).entries()) {
    const share = Math.max(1, Math.floor(left / (counts.length - at)))
    if (count > share) return share
    left -= count
  }
  return maxListed
}
