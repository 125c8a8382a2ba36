import type { FinderForm } from '../../../contracts/catalog-pages/find-parts-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { deviceBrands } from './device-queries.ts'

const cacheMs = 600_000

/** Loads the parts finder's form for a page; undefined in a shop without devices. */
export async function finderForm(
  { db, memory }: Pick<Shop, 'db' | 'memory'>,
  hiddenFields: FinderForm['hiddenFields'] = {},
): Promise<FinderForm> {
  return { brands: await memory.remember('device-brands', cacheMs, () => deviceBrands(db)), hiddenFields }
}
