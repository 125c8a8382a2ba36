import {
  addPieceForm,
  savePiecesForm,
  type ProductPiecesPage,
  type SavePiecesInput,
} from '../../../../contracts/console/product-pieces.ts'
import { productType } from '../../../../domain/products/products.ts'
import { lockedRecord, rewriteProduct } from '../../../catalog/changes/rewrite-product.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { audited } from '../../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { recordChanged } from '../../frame/record-changed.ts'
import { inPlaces } from '../files/order-files.ts'
import { productsBySkus } from '../product-by-sku-queries.ts'
import { requestedProduct, fieldsOf } from '../record/save-section.ts'
import { maxPieces, piecesContent, piecesVersion } from './pieces-content.ts'

const permission = 'products.change'
const maxUnits = 1_000
type Items = ProductRecord['set_items']

/** The pieces of a set: how many of each, in which order, and a search for those that are added. */
export const productPiecesScreen = consoleScreen<ProductPiecesPage>({
  screen: 'product-pieces',
  permission: 'products.view',
  load: piecesContent,
  actions: {
    save: consoleAction({ permission, form: savePiecesForm, run: savePieces }),
    add: consoleAction({
      permission,
      form: addPieceForm,
      run: async (context, { sku, quantity }) => {
        const units = parseUnits(quantity === '' ? '1' : quantity, 'quantity')
        await changePieces(context, undefined, async (trx, items) => [...items, await newPiece(trx, items, sku, units)])
      },
    }),
  },
})

async function savePieces(context: ConsoleContext, input: SavePiecesInput): Promise<void> {
  await changePieces(context, input.version, async (_trx, items) => {
    const counted = items.map(({ product_id: id, quantity }) => {
      const isGone = input['off:'].has(id)
      const typed = input['quantity:'].get(id)
      return { id, quantity: typed === undefined || isGone ? quantity : parseUnits(typed, `quantity:${id}`) }
    })
    const placed = inPlaces(counted, { places: input['place:'], off: input['off:'] })
    return placed.map(({ id, quantity }) => ({ product_id: id, quantity }))
  })
}

function parseUnits(text: string, field: string): number {
  const units = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  if (units < 1 || units > maxUnits) throw new ConsoleError('piece_quantity', { most: maxUnits }, field)
  return units
}

async function newPiece(trx: DatabaseTransaction, items: Items, sku: string, quantity: number) {
  const [part] = await productsBySkus(trx, [sku])
  if (!part || part.type !== productType.standard) throw new ConsoleError('piece_unknown', { sku }, 'sku')
  if (items.some(({ product_id: id }) => id === part.id)) throw new ConsoleError('piece_there', { sku }, 'sku')
  if (items.length >= maxPieces) throw new ConsoleError('pieces_full', { count: maxPieces }, 'sku')
  return { product_id: part.id, quantity }
}

type Change = (trx: DatabaseTransaction, items: Items) => Promise<Items>

/** Writes the pieces in one transaction; with `version` only what the form had shown is changed. */
async function changePieces(context: ConsoleContext, version: string | undefined, change: Change): Promise<void> {
  const { shop, session } = context
  const { id, sku, type } = await requestedProduct(context)
  if (type !== productType.set) throw new ConsoleError('unknown')
  const subject = { kind: 'product', id, label: sku }
  const action = { operation: 'products.pieces', subject, fields: fieldsOf(context, id) }
  await audited(shop, session.actor, action, ({ db, kind, now }) =>
    db.transaction().execute(async (trx) => {
      const stored = await lockedRecord(trx, id)
      if (!stored) throw new ConsoleError('unknown')
      const { set_items: items } = stored.record
      if (version !== undefined && version !== piecesVersion(items)) throw await recordChanged(trx, subject)
      const changed = await change(trx, items)
      await rewriteProduct(trx, { kind, now: now() }, id, (record) => ({ ...record, set_items: changed }))
    }),
  )
}
