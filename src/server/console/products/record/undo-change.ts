import { z } from 'zod'
import { productSections, type undoProductForm } from '../../../../contracts/console/product.ts'
import { currencyCodes } from '../../../../domain/money/currencies.ts'
import { priceCell } from '../../../catalog/own-files/own-simple-columns.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { auditOf } from '../../../platform/audit/audit-queries.ts'
import { audited } from '../../../platform/audit/audit.ts'
import { auditJson } from '../../../platform/db/json-columns.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { withFieldFaults } from './field-fault.ts'
import { productLink } from './product-link.ts'
import { isOfSection } from './record-sections.ts'
import { lockedState, type RecordState } from './record-state.ts'
import { requestedProduct, cellsFor, fieldsOf } from './save-section.ts'
import { writeCells } from './write-cells.ts'

type Cells = ReadonlyMap<string, string>
type Entry = Pick<Row<'audit_log'>, 'operation' | 'before' | 'after'>

/** Of the newest entries about a product, one can be undone. */
const maxEntries = 100
/** Entries whose fields are the cells of the product's page; `products.change` is a change by another system. */
const ofCells = new Set(['products.edit', 'products.pieces', 'products.undo', 'products.change', 'products.vat'])
/** Entries of the list, and of the buttons that publish and hide. */
const ofGoods = new Set(['products.save', 'products.publish', 'products.hide'])

const cells = z.record(z.string(), z.string())
const level = z.object({ level: z.nullable(z.int()) })
const currency = z.enum(currencyCodes)
const goods = z.object({
  status: z.optional(z.string()),
  prices: z.optional(z.array(z.object({ currency, min_quantity: z.number(), amount: z.number() }))),
  on_hand: z.optional(z.number()),
  shelf: z.optional(z.string()),
})

/**
 * Takes back a change that the log has, where everything that it changed still stands: a later change of the same
 * fields is not lost. Returns the address of the product.
 */
export async function undoChange(
  context: ConsoleContext,
  { entry }: z.output<typeof undoProductForm>,
): Promise<string> {
  const { shop, session } = context
  const { id, sku } = await requestedProduct(context)
  const found = (await auditOf(shop.db, { kind: 'product', id }, maxEntries)).find((each) => each.id === entry)
  if (!found) throw new ConsoleError('unknown')
  const subject = { kind: 'product', id, label: sku }
  const action = { operation: 'products.undo', subject, note: found.at, fields: fieldsOf(context, id) }
  const before = await audited(shop, session.actor, action, ({ db, kind, now }) =>
    db.transaction().execute(async (trx) => {
      const state = await lockedState(trx, id)
      if (!state) throw new ConsoleError('unknown')
      const former = formerCells(found, state, await cellsFor(context, trx, state, 'files'))
      if (!former) throw new ConsoleError('product_undo')
      if (!mayUndo(context, former)) throw new ConsoleError('not_possible')
      await withFieldFaults(context, () =>
        writeCells(context, trx, { kind, now: now() }, { id, cells: former, style: 'files' }),
      )
      return former
    }),
  )
  return `${productLink({ id, sku: before.get('sku') ?? sku })}#history`
}

/** Which of some entries about a product the person can undo as it is now. */
export async function undoableEntries(
  context: ConsoleContext,
  state: RecordState,
  entries: readonly Row<'audit_log'>[],
): Promise<string[]> {
  const now = await cellsFor(context, context.shop.db, state, 'files')
  return entries.flatMap((entry) => {
    const former = formerCells(entry, state, now)
    return former && mayUndo(context, former) ? [entry.id] : []
  })
}

function mayUndo({ session }: ConsoleContext, former: Cells): boolean {
  const isOfPrices = [...former.keys()].some((field) => isOfSection('prices', field))
  return may(session, 'products.change') && (!isOfPrices || may(session, 'prices.change'))
}

/** What the fields of an entry were before it; undefined where one of them is no longer what the entry made it. */
function formerCells({ operation, before, after }: Entry, state: RecordState, now: Cells): Cells | undefined {
  const [was, became] = [before, after].map((json) => cellsIn(operation, auditJson.read(json), state))
  if (!was || !became || was.size === 0) return undefined
  const isPlain = [...was.keys()].every((field) => productSections.some((section) => isOfSection(section, field)))
  const isSame = [...became].every(([field, cell]) => was.has(field) && now.get(field) === cell)
  return isPlain && isSame && was.size === became.size ? was : undefined
}

function cellsIn(operation: string, fields: unknown, state: RecordState): Map<string, string> | undefined {
  if (ofCells.has(operation)) {
    const read = cells.safeParse(fields)
    return read.success ? new Map(Object.entries(read.data)) : undefined
  }
  if (operation === 'stock.level') {
    const read = level.safeParse(fields)
    return read.success ? new Map([['level', String(read.data.level ?? '')]]) : undefined
  }
  const read = ofGoods.has(operation) ? goods.safeParse(fields) : undefined
  return read?.success ? goodsCells(read.data, state) : undefined
}

/** The units of suppliers, which are on hand too, are not the product's own. */
function goodsCells({ status, prices, on_hand: onHand, shelf }: z.output<typeof goods>, state: RecordState) {
  const found = new Map<string, string>()
  if (status !== undefined) found.set('status', status)
  if (shelf !== undefined) found.set('shelf', shelf)
  if (onHand !== undefined && state.units !== null) found.set('stock', String(onHand - (state.onHand - state.units)))
  const known = new Set([...(prices ?? []), ...state.record.prices].map((each) => each.currency))
  if (prices) for (const each of known) found.set(`price_${each}`, priceCell(prices, each))
  return found
}
