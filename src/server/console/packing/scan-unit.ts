import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { deleteScan, deleteScans, insertScan, productsByCode, scansOf, type Scan } from './scan-queries.ts'
import { hasRoom, piecesOf, scansBeyond } from './set-pieces.ts'

type Packer = { readonly orderId: string; readonly actor: string }

/** A line of an order, or with the id of its product a part of the set that the line is. */
type Meant = { line: OrderLineRow; pieceId: string }

/** The lines of an order that a scanned SKU or EAN means, and then the sets that have it as a part. */
export async function meantByCode(db: Queryable, lines: readonly OrderLineRow[], code: string): Promise<Meant[]> {
  const number = normalizePartNumber(code)
  if (number === '') return []
  // An EAN-13 that begins with 0 is also printed, and read, as a UPC of 12 digits.
  const spellings = /^\d{12,13}$/.test(number) ? [number, `0${number}`, number.replace(/^0/, '')] : [number]
  const products = lines.flatMap((line) => [line.product_id, ...piecesOf(line).map((piece) => piece.product_id)])
  const ids = await productsByCode(db, [...new Set(products)], spellings)
  const whole = lines.filter((line) => ids.includes(line.product_id) || normalizePartNumber(line.sku) === number)
  const parts = lines.flatMap((line) =>
    piecesOf(line).flatMap(({ product_id: id }) => (ids.includes(id) ? [{ line, pieceId: id }] : [])),
  )
  return [...whole.map((line) => ({ line, pieceId: '' })), ...parts]
}

type Scanned = { key: string; code: string; position: string }

/**
 * Counts one unit of a part in an order, up to what is left to ship; of several lines that it may be for, of the one at
 * `position` first. The order is locked: two scanners at once never count more together. A scan whose `key` is known
 * was sent twice and changes nothing. Throws ConsoleError.
 */
export async function scanUnit(
  shop: Shop,
  { orderId, actor }: Packer,
  { key, code, position: wanted }: Scanned,
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const scans = await openScans(trx, shop, orderId)
    if (scans.some((scan) => scan.key === key)) return
    const meant = await meantByCode(trx, await orderLineRows(trx, orderId), code)
    if (meant.length === 0) throw new ConsoleError('scan_unknown')
    const free = meant.filter(({ line, pieceId }) => hasRoom(scans, line, pieceId))
    const chosen = free.find(({ line }) => String(line.position) === wanted) ?? free[0]
    if (!chosen) throw new ConsoleError('scan_beyond')
    const scan = {
      order_id: orderId,
      key,
      position: chosen.line.position,
      piece_id: chosen.pieceId,
      is_short: 0,
      actor,
    } as const
    await insertScan(trx, { id: newId(shop.now().getTime()), ...scan })
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

/** Forgets the scans of a line beyond what is left to ship, once the units are taken out of the parcel. */
export async function takeOut(shop: Shop, { orderId }: Packer, written: string): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const scans = await openScans(trx, shop, orderId)
    const line = (await orderLineRows(trx, orderId)).find((each) => String(each.position) === written)
    const beyond = line ? scansBeyond(scans, line) : []
    if (beyond.length === 0) throw new ConsoleError('changed_meanwhile')
    await deleteScans(
      trx,
      orderId,
      beyond.map(({ id }) => id),
    )
  })
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
