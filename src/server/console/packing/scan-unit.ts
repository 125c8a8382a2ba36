import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { deleteScan, insertScan, productsByCode, scansOf, type Scan } from './scan-queries.ts'

type Packer = { readonly orderId: string; readonly actor: string }

/** The lines of an order that a scanned SKU or EAN means. */
export async function linesOfCode(
  db: Queryable,
  lines: readonly OrderLineRow[],
  code: string,
): Promise<OrderLineRow[]> {
  const number = normalizePartNumber(code)
  if (number === '') return []
  // An EAN-13 that begins with 0 is also printed, and read, as a UPC of 12 digits.
  const spellings = /^\d{12,13}$/.test(number) ? [number, `0${number}`, number.replace(/^0/, '')] : [number]
  const ids = await productsByCode(db, [...new Set(lines.map((line) => line.product_id))], spellings)
  return lines.filter((line) => ids.includes(line.product_id) || normalizePartNumber(line.sku) === number)
}

/**
 * Counts one unit of a part in an order, up to what is left to ship. The order is locked: two scanners at once never
 * count more together. A scan whose `key` is known was sent twice and changes nothing. Throws ConsoleError.
 */
export async function scanUnit(shop: Shop, { orderId, actor }: Packer, key: string, code: string): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const scans = await openScans(trx, shop, orderId)
    if (scans.some((scan) => scan.key === key)) return
    const meant = await linesOfCode(trx, await orderLineRows(trx, orderId), code)
    if (meant.length === 0) throw new ConsoleError('scan_unknown')
    const line = meant.find((each) => unitsOf(scans, each.position) < toShip(each))
    if (!line) throw new ConsoleError('scan_beyond')
    const { position } = line
    await insertScan(trx, { id: newId(shop.now().getTime()), order_id: orderId, key, position, is_short: 0, actor })
  })
}

/** Marks the rest of a line as missing, or takes the mark back. */
export async function markRest(
  shop: Shop,
  { orderId, actor }: Packer,
  written: string,
  rest: 'short' | 'found',
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const scans = await openScans(trx, shop, orderId)
    const line = (await orderLineRows(trx, orderId)).find((each) => String(each.position) === written)
    if (!line) throw new ConsoleError('units_unknown')
    const { position } = line
    const known = scans.find((scan) => scan.is_short === 1 && scan.position === position)
    if (known && rest === 'found') await deleteScan(trx, orderId, known.id)
    if (!known && rest === 'short')
      await insertScan(trx, {
        id: newId(shop.now().getTime()),
        order_id: orderId,
        key: `short:${position}`,
        position,
        is_short: 1,
        actor,
      })
  })
}

/** Takes the last scan back, if it is still the one that the person saw. */
export async function takeBack(shop: Shop, { orderId }: Packer, id: string): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const last = (await openScans(trx, shop, orderId)).findLast((scan) => scan.is_short === 0)
    if (last?.id !== id) throw new ConsoleError('changed_meanwhile')
    await deleteScan(trx, orderId, id)
  })
}

/** How many units of a line are scanned. */
export function unitsOf(scans: readonly Scan[], position: number): number {
  return scans.filter((scan) => scan.is_short === 0 && scan.position === position).length
}

export function isOpen({ status, hold }: Pick<OrderRow, 'status' | 'hold'>): boolean {
  return hold === null && (status === 'confirmed' || status === 'processing')
}

async function openScans(trx: DatabaseTransaction, { now }: Shop, orderId: string): Promise<Scan[]> {
  const order = await lockOrder(trx, orderId, now())
  if (order.hold !== null) throw new ConsoleError('on_hold')
  if (!isOpen(order)) throw new ConsoleError('nothing_left')
  return scansOf(trx, orderId)
}
