import { changeCategoryIn } from '../../catalog/arrange/change-category.ts'
import { makeCategory } from '../../catalog/arrange/make-category.ts'
import { categoryRecord, skuOfPicture } from '../../catalog/arrange/tree-queries.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { remake, type Removed, type Restorable } from '../staff/restorable.ts'
import { categoryLog } from './on-category.ts'
import { categoryIn, isWholeCategory, wordsIn } from './undo-category.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await categoryRecord(db, id)) !== undefined

/** Categories that were deleted; nothing was in them. They become the last below the category that they were below. */
export const restorableCategories: Restorable = {
  kind: 'category',
  removedBy: ['categories.remove'],
  isThere,
  canBe: (_context, { fields }) => isWholeCategory(fields),
  restore,
}

async function restore(context: ConsoleContext, removed: Removed): Promise<void> {
  const { id, fields } = removed
  const former = categoryIn(fields)
  const { parent, menu, uri, facts, fits, picture } = former
  const words = { en: wordsIn(former, 'en'), sv: wordsIn(former, 'sv') }
  // A picture that no product has any more is left out.
  const pictureOf = picture === null ? undefined : await skuOfPicture(context.shop.db, picture)
  const change = { isInMenu: menu, uri, facts, fits, ...(pictureOf === undefined ? {} : { pictureOf }) }
  await remake(
    context,
    removed,
    { kind: 'category', operation: 'categories.restore', lock: lockImports, isThere, log: categoryLog },
    (shop) =>
      makeCategory(shop, { id, parentId: parent, words }, (trx) => changeCategoryIn(trx, shop.now(), id, change)),
  )
}
