import { productSections, type SaveProductInput } from '../../../../contracts/console/product.ts'
import { typeName } from '../../../catalog/own-files/own-part-columns.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { audited } from '../../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { recordChanged } from '../../frame/record-changed.ts'
import { valueNames, withCalledValues } from './called-values.ts'
import { withFieldFaults } from './field-fault.ts'
import { isSameText, shownCell, typedCell } from './record-cells.ts'
import { recordColumns } from './record-columns.ts'
import { recordNames, type Style } from './record-names.ts'
import { isOfSection } from './record-sections.ts'
import { productAt } from './record-state-queries.ts'
import { cellsOf, lockedState, type RecordState } from './record-state.ts'
import { writeCells } from './write-cells.ts'

/** What a person wrote in a field, and what had stood there. */
export type Typed = ReadonlyMap<string, { text: string; was: string }>

/** The product of the address. Throws if it does not exist. */
export async function requestedProduct({ shop, request }: ConsoleContext) {
  const product = await productAt(shop.db, request.params['sku'] ?? '')
  if (!product) throw new ConsoleError('unknown')
  return product
}

/**
 * Writes the fields of a form in which something else stands than was shown; script sends those of the page's other
 * sections along. A field that somebody else has changed meanwhile to something else is refused, with all of the form;
 * their other fields stay.
 *
 * @returns the product's article number, which may be new.
 */
export async function saveSections(context: ConsoleContext, input: SaveProductInput): Promise<string> {
  const typed = typedIn(input)
  const isOfPrices = [...typed.keys()].some((name) => isOfSection('prices', name))
  if (!may(context.session, 'products.change') && [...typed.keys()].some((name) => !isOfSection('prices', name)))
    throw new ConsoleError('not_possible')
  if (isOfPrices && !may(context.session, 'prices.change')) throw new ConsoleError('not_possible')
  return saveFields(context, await requestedProduct(context), typed)
}

/** Writes fields of a product in one transaction, as `saveSections`; returns its article number. */
export async function saveFields(
  context: ConsoleContext,
  { id, sku }: { id: string; sku: string },
  typed: Typed,
): Promise<string> {
  const { shop, session } = context
  if (typed.size === 0) return sku
  const subject = { kind: 'product', id, label: sku }
  const guard = (trx: DatabaseTransaction) => checkUnchanged(context, trx, id, typed)
  const action = { operation: 'products.edit', subject, guard, fields: fieldsOf(context, id) }
  const asTyped = new Map([...typed].map(([name, { text }]) => [name, typedCell(name, text)]))
  const cells = await withCalledValues(shop.db, asTyped)
  await audited(shop, session.actor, action, ({ db, kind, now }) =>
    db
      .transaction()
      .execute((trx) => withFieldFaults(context, () => writeCells(context, trx, { kind, now: now() }, { id, cells }))),
  )
  return cells.get('sku') ?? sku
}

function typedIn(input: SaveProductInput): Typed {
  const was = [...input['was:']].flatMap(([key, text]) =>
    key.startsWith('field:') ? [[key.slice('field:'.length), text] as const] : [],
  )
  return new Map(
    was.flatMap(([name, before]) => {
      const text = input['field:'].get(name) ?? ''
      const isOwn = productSections.some((section) => isOfSection(section, name))
      return isOwn && !isSameText(text, before) ? [[name, { text, was: before }] as const] : []
    }),
  )
}

async function checkUnchanged(
  context: ConsoleContext,
  trx: DatabaseTransaction,
  id: string,
  typed: Typed,
): Promise<void> {
  const state = await lockedState(trx, id)
  if (!state) throw new ConsoleError('unknown')
  const cells = await cellsFor(context, trx, state, 'people')
  for (const [name, { text, was }] of typed) {
    const now = shownCell(name, cells.get(name) ?? '')
    if (!isSameText(now, was) && !isSameText(now, text)) throw await recordChanged(trx, { kind: 'product', id })
  }
}

/** All fields of a product as the page shows them, or as files and the log do. */
export async function cellsFor(
  { shop, session }: Pick<ConsoleContext, 'shop' | 'session'>,
  db: DatabaseTransaction | ConsoleContext['shop']['db'],
  state: RecordState,
  style: Style,
): Promise<Map<string, string>> {
  const { language } = session.staff
  const names = await recordNames(db, state.record, { language, style })
  const columns = recordColumns(names, shop.settings.all)
  if (style === 'files') return cellsOf(state, { names, columns })
  const reader = { language, valueNames: await valueNames(db, [state.record], language) }
  return cellsOf(state, { names, columns, reader })
}

/** The same with what a product that is deleted needs to be made again. */
export function wholeFieldsOf(context: ConsoleContext, id: string) {
  return async (trx: DatabaseTransaction) => {
    const state = await lockedState(trx, id)
    if (!state) return {}
    const { type, parent_id: parent } = state.record
    return { ...Object.fromEntries(await cellsFor(context, trx, state, 'files')), type: typeName(type), parent }
  }
}

/** What the audit log compares: every field, as files name what is in it. */
export function fieldsOf(context: ConsoleContext, id: string) {
  return async (trx: DatabaseTransaction) => {
    const state = await lockedState(trx, id)
    return state ? Object.fromEntries(await cellsFor(context, trx, state, 'files')) : {}
  }
}
