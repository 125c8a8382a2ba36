import { attributeById } from '../../catalog/attributes/attribute-queries.ts'
import { makeAttribute } from '../../catalog/attributes/edit-attribute.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { remake, type Restorable } from '../staff/restorable.ts'
import { attributeIn, attributeLog, isWholeAttribute } from './attribute-log.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await attributeById(db, id)) !== undefined

/** Attributes that were deleted; nothing used them. They become the last of the order. */
export const restorableAttributes: Restorable = {
  kind: 'attribute',
  removedBy: ['attributes.remove'],
  isThere,
  canBe: (_context, { fields }) => isWholeAttribute(fields),
  restore: (context, removed) =>
    remake(
      context,
      removed,
      { kind: 'attribute', operation: 'attributes.restore', lock: lockImports, isThere, log: attributeLog },
      (shop) => makeAttribute(shop, removed.id, attributeIn(removed.fields)),
    ),
}
