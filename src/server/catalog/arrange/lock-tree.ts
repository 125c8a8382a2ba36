import { lockCategories, lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { CatalogError } from '../catalog-error.ts'
import { isAbandoned } from '../import/journal/import-owner.ts'
import { markTree, openImports } from '../import/journal/journal-queries.ts'

/**
 * Lets one transaction at a time arrange the categories, while no import and nobody else writes which categories
 * products are in. Throws CatalogError while an import is being written, which knows the categories by their ids and
 * addresses; one that has only read them reads them again.
 */
export async function lockTree(trx: DatabaseTransaction): Promise<void> {
  await lockImports(trx)
  // Imports tell by the clock of the machine that they are alive.
  if ((await openImports(trx)).some((each) => !isAbandoned(each, new Date())))
    throw new CatalogError('catalog_import', 'An import is being written: try again when it has ended.')
  await lockCategories(trx)
  await markTree(trx, newId())
}
