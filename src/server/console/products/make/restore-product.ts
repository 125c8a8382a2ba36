import { z } from 'zod'
import { productType } from '../../../../domain/products/products.ts'
import { writeRecord } from '../../../catalog/changes/rewrite-product.ts'
import { newProduct } from '../../../catalog/own-files/new-products.ts'
import { parseProductType } from '../../../catalog/own-files/own-part-columns.ts'
import { withText } from '../../../catalog/own-files/own-simple-columns.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { lockImports } from '../../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { remake, type Removed, type Restorable } from '../../staff/restorable.ts'
import { withFieldFaults } from '../record/field-fault.ts'
import { isOfSection } from '../record/record-sections.ts'
import { ownerOfSku, productAt } from '../record/record-state-queries.ts'
import { wholeFieldsOf } from '../record/save-section.ts'
import { writeCells } from '../record/write-cells.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await productAt(db, id)) !== undefined

const logged = z.looseObject({
  sku: z.string().min(1),
  name_sv: z.string(),
  name_en: z.string(),
  type: z.enum(['standard', 'variant', 'set', 'gift-card']),
  parent: z.nullable(z.string()),
})
/** Pictures and documents went with the product. */
const isFile = (field: string): boolean => /^(?:pictures|picture_texts_|documents|document_titles_)/.test(field)

/**
 * Products that were deleted; nothing referred to them. They are drafts with their former ids, numbers, texts, prices
 * and stock, without pictures and documents, which were deleted too.
 */
export const restorableProducts: Restorable = {
  kind: 'product',
  removedBy: ['products.remove'],
  isThere,
  canBe: ({ session }, { fields }) =>
    logged.safeParse(fields).success &&
    (may(session, 'prices.change') || !Object.entries(cellsIn(fields)).some(([field]) => isOfSection('prices', field))),
  restore: (context, removed) =>
    remake(
      context,
      removed,
      {
        kind: 'product',
        operation: 'products.restore',
        lock: lockImports,
        isThere,
        log: (db, id) => wholeFieldsOf(context, id)(db as DatabaseTransaction),
      },
      (shop) => make(context, shop, removed),
    ),
}

/** The cells that say something, and that can be written. */
function cellsIn(fields: Removed['fields']): Record<string, string> {
  const own = Object.entries(fields).filter(
    ([field]) => !isFile(field) && !['status', 'type', 'parent'].includes(field),
  )
  return Object.fromEntries(
    own.flatMap(([field, cell]) => (typeof cell === 'string' && cell !== '' ? [[field, cell]] : [])),
  )
}

async function make(context: ConsoleContext, { db, kind, now }: Shop, { id, fields }: Removed): Promise<void> {
  const { sku, name_sv, name_en, type: typeCell, parent } = logged.parse(fields)
  const type = parseProductType(typeCell)
  const fresh = newProduct(id, sku, now())
  const texts = withText(withText(fresh.texts, 'name', 'sv', name_sv), 'name', 'en', name_en)
  const stock = type === productType.standard ? fresh.stock : null
  await db.transaction().execute(async (trx) => {
    if (await ownerOfSku(trx, sku)) throw new ConsoleError('product_sku_taken', { sku })
    if (parent !== null && !(await productAt(trx, parent))) throw new ConsoleError('not_possible')
    await writeRecord(trx, { kind, now: now() }, { ...fresh, type, parent_id: parent, texts, stock, status: 'draft' })
    const cells = new Map(Object.entries(cellsIn(fields)))
    await withFieldFaults(context, () => writeCells(context, trx, { kind, now: now() }, { id, cells, style: 'files' }))
  })
}
