import type { SentLine } from '../../contracts/sync-cart.ts'
import { keptLines } from '../checkout/keep-cart.ts'
import type { DatabaseTransaction } from '../db/tables.ts'
import { newSecret } from '../ids.ts'
import type { Shop } from '../shop.ts'
import { mergeLines } from './merge-lines.ts'
import { knownSkus } from './queries.ts'
import { lockSavedCart, rewriteSavedCart, savedCartRow } from './saved-cart-queries.ts'

/**
 * A browser's lines and whose they are: empty for a guest's, else the customer's id, a colon, and the mark that the shop gave to
 * this browser when it last took the saved cart over.
 */
export type OwnedLines = { items: readonly SentLine[]; owner: string }
type Brought = OwnedLines & { isUnchanged?: boolean | undefined }

export function ownerId(owner: string): string {
  return owner.split(':', 1)[0] ?? ''
}

/**
 * Saves a customer's cart as this browser has it, and gives it back. What a guest put in, or what another browser has saved
 * meanwhile, is merged first (merge-lines.ts); a browser that has changed nothing gets what is saved. Doing it again changes nothing.
 */
export async function bringCart({ db, now }: Pick<Shop, 'db' | 'now'>, customerId: string, brought: Brought): Promise<OwnedLines> {
  const { items, owner, isUnchanged = false } = brought
  const row = { customer_id: customerId, mark: owner.slice(customerId.length + 1), lines: JSON.stringify(keptLines(items)), updated_at: now().toISOString() }
  const known = await savedCartRow(db, customerId)
  const isNewest = known?.mark === row.mark
  if (isNewest && (isUnchanged || known.lines === row.lines || await rewriteSavedCart(db, row))) return { items, owner }
  return db.transaction().execute((trx) => takeOver(trx, customerId, { items: owner !== '' && isUnchanged ? [] : items, at: row.updated_at }))
}

type TakingOver = { items: readonly SentLine[]; at: string }

async function takeOver(trx: DatabaseTransaction, customerId: string, { items, at }: TakingOver): Promise<OwnedLines> {
  const row = await lockSavedCart(trx, { customer_id: customerId, mark: newSecret(), updated_at: at })
  const lines = await knownLines(trx, mergeLines(items, JSON.parse(row.lines) as SentLine[]))
  await rewriteSavedCart(trx, { ...row, lines: JSON.stringify(keptLines(lines)) })
  return { items: lines, owner: `${customerId}:${row.mark}` }
}

/** Parts that the shop does not have any more are left out. */
async function knownLines(trx: DatabaseTransaction, lines: SentLine[]): Promise<SentLine[]> {
  if (lines.length === 0) return []
  const known = await knownSkus(trx, [...new Set(lines.map(({ sku }) => sku))])
  return lines.filter(({ sku }) => known.has(sku))
}

/** What was ordered leaves the customer's saved cart, and every browser hears of it; what was put in meanwhile elsewhere stays. */
export async function takeOrdered(trx: DatabaseTransaction, customerId: string | null, ordered: readonly { sku: string }[], now: Date): Promise<void> {
  if (customerId === null || !await savedCartRow(trx, customerId)) return
  const row = await lockSavedCart(trx, { customer_id: customerId, mark: newSecret(), updated_at: now.toISOString() })
  const skus = new Set(ordered.map(({ sku }) => sku))
  const left = (JSON.parse(row.lines) as SentLine[]).filter(({ sku }) => !skus.has(sku))
  await rewriteSavedCart(trx, { ...row, lines: JSON.stringify(left) })
}
