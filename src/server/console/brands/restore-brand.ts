import { brandById } from '../../catalog/brands/brand-queries.ts'
import { makeBrand } from '../../catalog/brands/edit-brand.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { remake, type Restorable } from '../staff/restorable.ts'
import { brandLog, loggedBrand } from './brand-page.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await brandById(db, id)) !== undefined

/** Brands that were deleted; no product had them. */
export const restorableBrands: Restorable = {
  kind: 'brand',
  removedBy: ['brands.remove'],
  isThere,
  canBe: (_context, { fields }) => loggedBrand.safeParse(fields).success,
  restore: (context, removed) =>
    remake(
      context,
      removed,
      { kind: 'brand', operation: 'brands.restore', lock: lockImports, isThere, log: brandLog },
      (shop) => makeBrand(shop, removed.id, loggedBrand.parse(removed.fields)),
    ),
}
