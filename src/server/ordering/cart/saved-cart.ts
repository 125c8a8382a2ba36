import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { cartLinesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newSecret } from '../../platform/ids.ts'
import type { OrderEvent } from '../orders/order-events.ts'
import type { Shop } from '../shop.ts'
import { checkLineCount, knownLines } from './line-limit.ts'
import { mergeLines } from './merge-lines.ts'
import { lockSavedCart, rewriteSavedCart, savedCartRow } from './saved-cart-queries.ts'
import { storedLines } from './store-cart.ts'

/**
 * A browser's lines and their owner: empty for a guest, otherwise the customer's id, a colon, and the mark that this
 * browser got when it last took over the saved cart.
 */
export type OwnedLines = { items: readonly SentLine[]; owner: string }
type Brought = OwnedLines & { isUnchanged?: boolean | undefined }

export function ownerId(owner: string): string {
  return owner.split(':', 1)[0] ?? ''
}

/**
 * Saves the customer's cart as this browser has it and returns it. Lines of a guest, or lines saved by another browser
 * meanwhile, are merged first (merge-lines.ts). A browser without changes gets the saved cart. Repeated calls change
 * nothing. Throws 422 too_many_lines if the merged cart is too long; both carts stay as they are.
 */
export async function saveBrowserCart(
  shop: Pick<Shop, 'db' | 'now' | 'env'>,
  customerId: string,
  brought: Brought,
): Promise<OwnedLines> {
  const { db, now } = shop
  const { owner, isUnchanged = false } = brought
  const items = await knownLines(db, brought.items)
  const row = {
    customer_id: customerId,
    mark: owner.slice(customerId.length + 1),
    lines: cartLinesJson.write(storedLines(items)),
    updated_at: now().toISOString(),
  }
  const known = await savedCartRow(db, customerId)
  const isNewest = known?.mark === row.mark
  if (isNewest && (isUnchanged || known.lines === row.lines || (await rewriteSavedCart(db, row))))
    return { items, owner }
  const own = owner !== '' && isUnchanged ? [] : items
  return db.transaction().execute((trx) =>
    takeOver(trx, customerId, {
      items: own,
      at: row.updated_at,
      check: (lines) => checkLineCount(shop, customerId, lines),
    }),
  )
}

type TakingOver = { items: readonly SentLine[]; at: string; check: (lines: readonly SentLine[]) => void }

async function takeOver(
  trx: DatabaseTransaction,
  customerId: string,
  { items, at, check }: TakingOver,
): Promise<OwnedLines> {
  const row = await lockSavedCart(trx, { customer_id: customerId, mark: newSecret(), updated_at: at })
  const lines = await knownLines(trx, mergeLines(items, cartLinesJson.read(row.lines)))
  check(lines)
  await rewriteSavedCart(trx, { ...row, lines: cartLinesJson.write(storedLines(lines)) })
  return { items: lines, owner: `${customerId}:${row.mark}` }
}

/**
 * Removes ordered parts from the customer's saved cart and sets a new mark, so that all browsers reload it. Parts added
 * elsewhere meanwhile stay.
 */
export async function removeOrderedLines(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  const { customer_id: customerId } = event.order
  if (event.type !== 'order.confirmed' || customerId === null || !(await savedCartRow(trx, customerId))) return
  const change = { customer_id: customerId, mark: newSecret(), updated_at: event.at.toISOString() }
  const [row, ordered] = await Promise.all([lockSavedCart(trx, change), event.lines()])
  const skus = new Set(ordered.map(({ sku }) => sku))
  const left = cartLinesJson.read(row.lines).filter(({ sku }) => !skus.has(sku))
  await rewriteSavedCart(trx, { ...row, lines: cartLinesJson.write(left) })
}
