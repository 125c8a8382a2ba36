import type { Language } from '../../../domain/places/locales.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { lineDetailsJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { partNames } from './packing-queries.ts'
import type { Scan } from './scan-queries.ts'

type Line = Pick<OrderLineRow, 'details'>
/** So many units of a part are in one unit of a set. */
export type Piece = { readonly product_id: string; readonly quantity: number }
/** A piece as the packer sees it: `units` are in one unit of the set. */
export type NamedPiece = { readonly id: string; readonly sku: string; readonly name: string; readonly units: number }

/** The parts of a set as it was sold; none for a line that is no set. */
export function piecesOf({ details }: Line): readonly Piece[] {
  return lineDetailsJson.read(details).pieces ?? []
}

/** Reads the numbers and names of the parts of all sets among some lines, and returns those of a line. */
export async function namedPieces(db: Queryable, language: Language, lines: readonly Line[]) {
  const ids = lines.flatMap((line) => piecesOf(line).map((piece) => piece.product_id))
  const names = new Map((await partNames(db, language, [...new Set(ids)])).map((part) => [part.id, part]))
  return (line: Line): NamedPiece[] =>
    piecesOf(line)
      .flatMap(({ product_id: id, quantity }) => {
        const part = names.get(id)
        if (!part) return []
        const { sku, name, label, parent } = part
        return [{ id, sku, units: quantity, name: parent === null ? name : [parent, label].filter(Boolean).join(', ') }]
      })
      .sort((one, other) => (one.sku < other.sku ? -1 : 1))
}

/** How many units of one part of a set are scanned by themselves. */
export function scannedPieces(scans: readonly Scan[], position: number, id: string): number {
  return scans.filter((scan) => isUnitOf(scan, position) && scan.piece_id === id).length
}

/** The scans that make whole units of a line: of a set its own number, and its parts as far as all are there. */
export function wholeScans(scans: readonly Scan[], line: OrderLineRow): { units: number; scans: Scan[] } {
  const own = scans.filter((scan) => isUnitOf(scan, line.position))
  const whole = own.filter((scan) => scan.piece_id === '')
  const byPiece = piecesOf(line).map(({ product_id: id, quantity }) => ({
    quantity,
    scans: own.filter((scan) => scan.piece_id === id),
  }))
  const counts = byPiece.map((piece) => Math.floor(piece.scans.length / piece.quantity))
  const complete = counts.length > 0 ? Math.min(...counts) : 0
  const used = byPiece.flatMap((piece) => piece.scans.slice(0, complete * piece.quantity))
  return { units: whole.length + complete, scans: [...whole, ...used] }
}

/** Whether one more unit of a line, or with `id` of that part of its set, is left to scan. */
export function hasRoom(scans: readonly Scan[], line: OrderLineRow, id: string): boolean {
  const pieces = piecesOf(line)
  const whole = scannedPieces(scans, line.position, '')
  const left = toShip(line) - whole
  if (id !== '') {
    const quantity = pieces.find((piece) => piece.product_id === id)?.quantity ?? 0
    return scannedPieces(scans, line.position, id) < left * quantity
  }
  const begun = pieces.map((piece) => Math.ceil(scannedPieces(scans, line.position, piece.product_id) / piece.quantity))
  return Math.max(0, ...begun) < left
}

/** The scans of a line beyond what is left to ship: units that were cancelled, or shipped without the scanner. */
export function scansBeyond(scans: readonly Scan[], line: OrderLineRow): Scan[] {
  const own = scans.filter((scan) => isUnitOf(scan, line.position))
  const whole = own.filter((scan) => scan.piece_id === '')
  const left = Math.max(0, toShip(line) - whole.length)
  const pieces = piecesOf(line).flatMap(({ product_id: id, quantity }) =>
    own.filter((scan) => scan.piece_id === id).slice(left * quantity),
  )
  return [...whole.slice(toShip(line)), ...pieces]
}

function isUnitOf(scan: Scan, position: number): boolean {
  return scan.is_short === 0 && scan.position === position
}
