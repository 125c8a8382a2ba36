import type { PieceView } from '../../contracts/order-page.ts'

/** Pieces as rows of a plain text. */
export function pieceRows(pieces: readonly PieceView[]): string[] {
  return pieces.map(({ quantity, name, sku }) => `${quantity} x ${name} (${sku})`)
}
