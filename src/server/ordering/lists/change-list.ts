import type { ListFault } from '../../../contracts/customer-pages/part-lists.ts'
import {
  addedToList,
  listLengths,
  listText,
  maxListLines,
  maxLists,
  movedBy,
  type WantedPart,
} from '../../../domain/lists/part-lists.ts'
import { requireCustomer } from '../../identity/sessions/guards.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { deleteLine, listLines, putLines } from './line-queries.ts'
import {
  countLists,
  deleteList,
  insertList,
  lockList,
  updateList,
  type ListPermission,
  type PartListRow,
} from './list-queries.ts'

type Services = Pick<Shop, 'db' | 'now'>
/** A list of a customer who is signed in. */
export type ListOf = { customerId: string; id: string }
/** Typed quantities and notes by product id. */
export type TypedLines = ReadonlyMap<string, { quantity?: number; note?: string }>
type Line = Row<'part_list_lines'>

/** Makes a list with these parts; returns its id, or why not. Limits hold under simultaneous requests. */
export async function makeList(
  { db, now }: Services,
  customerId: string,
  { name: typed, parts }: { name: string; parts: readonly WantedPart[] },
): Promise<{ id: string } | { fault: ListFault }> {
  const name = listText(typed, listLengths.name)
  const lines = addedToList([], parts)
  if (name === '') return { fault: 'name_required' }
  if (lines.length > maxListLines) return { fault: 'list_full' }
  const at = now()
  return db.transaction().execute(async (trx) => {
    await requireCustomer(trx, customerId)
    if ((await countLists(trx, customerId)) >= maxLists) return { fault: 'too_many_lists' }
    const id = newId(at.getTime())
    const row = { id, customer_id: customerId, organization_id: null, name }
    await insertList(trx, { ...row, created_at: at.toISOString(), updated_at: at.toISOString() })
    await putLines(trx, id, lines)
    return { id }
  })
}

/** Adds parts to a list. Quantities of parts that are already on it are added up. */
export async function addToList(
  shop: Services,
  list: ListOf,
  parts: readonly WantedPart[],
): Promise<ListFault | 'missing' | null> {
  return changeList(shop, list, 'change', async (trx) => {
    const lines = await listLines(trx, list.id)
    const changed = addedToList(lines.map(placedPart), parts)
    const known = new Set(lines.map(({ product_id: id }) => id))
    const added = changed.filter(({ productId }) => !known.has(productId)).length
    if (lines.length + added > maxListLines) return 'list_full'
    await putLines(trx, list.id, changed)
    return null
  })
}

/** Saves typed quantities and notes; lines that are no longer on the list are left out. */
export async function saveLines(shop: Services, list: ListOf, typed: TypedLines): Promise<'missing' | null> {
  return changeList(shop, list, 'change', async (trx) => {
    const lines = (await listLines(trx, list.id)).map(placedPart)
    const changed = lines.flatMap((line) => {
      const change = typed.get(line.productId)
      const saved = { ...line, ...change }
      return change && (saved.quantity !== line.quantity || saved.note !== line.note) ? [saved] : []
    })
    await putLines(trx, list.id, changed)
    return null
  })
}

/** Moves a line up or down by one. */
export async function moveLine(
  shop: Services,
  list: ListOf,
  { productId, step }: { productId: string; step: -1 | 1 },
): Promise<'missing' | null> {
  return changeList(shop, list, 'change', async (trx) => {
    const lines = new Map((await listLines(trx, list.id)).map((line) => [line.product_id, placedPart(line)]))
    const order = movedBy([...lines.keys()], productId, step)
    const moved = order.flatMap((id, at) => {
      const line = lines.get(id)
      return line && line.position !== at + 1 ? [{ ...line, position: at + 1 }] : []
    })
    await putLines(trx, list.id, moved)
    return null
  })
}

/** Removes a product from a list; `missing` if the list is gone or not the reader's to change. */
export async function removeLine(shop: Services, list: ListOf, productId: string): Promise<'missing' | null> {
  return changeList(shop, list, 'change', async (trx) => {
    await deleteLine(trx, list.id, productId)
    return null
  })
}

/** Puts another part in the place of a line, with its quantity and note. */
export async function replaceLine(
  shop: Services,
  list: ListOf,
  { productId, by }: { productId: string; by: Omit<WantedPart, 'quantity' | 'note'> },
): Promise<'missing' | null> {
  return changeList(shop, list, 'change', async (trx) => {
    const lines = (await listLines(trx, list.id)).map(placedPart)
    const old = lines.find((line) => line.productId === productId)
    if (!old) return null
    const known = lines.find((line) => line.productId === by.productId)
    await deleteLine(trx, list.id, productId)
    const instead = known ? addedToList([known], [{ ...old, ...by }]) : [{ ...old, ...by }]
    await putLines(trx, list.id, instead)
    return null
  })
}

/** Renames a list of one's own, or shares it with an organization (null: no longer). */
export async function changeOwnList(
  shop: Services,
  list: ListOf,
  change: Partial<Pick<PartListRow, 'name' | 'organization_id'>>,
): Promise<'missing' | null> {
  return changeList(shop, list, 'own', async (trx) => {
    await updateList(trx, list.id, change)
    return null
  })
}

/** Deletes a list; `missing` if it is gone or not the reader's own. */
export async function removeList(shop: Services, list: ListOf): Promise<'missing' | null> {
  return changeList(shop, list, 'own', async (trx) => {
    await deleteList(trx, list.id)
    return null
  })
}

/** Runs a change on the locked list; `missing` for a list that the customer must not change. */
async function changeList<Fault>(
  { db, now }: Services,
  { customerId, id }: ListOf,
  permission: ListPermission,
  change: (trx: DatabaseTransaction) => Promise<Fault>,
): Promise<Fault | 'missing'> {
  return db.transaction().execute(async (trx) => {
    const at = now().toISOString()
    return (await lockList(trx, customerId, id, { permission, at })) ? change(trx) : 'missing'
  })
}

function placedPart({ product_id: productId, sku, name, quantity, note, position }: Line) {
  return { productId, sku, name, quantity, note, position }
}
