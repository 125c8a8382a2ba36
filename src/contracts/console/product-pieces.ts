import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { ProductStatus } from './products.ts'

/** Of each piece its place, how many of it are in the set and whether it goes (`off:<id>`), by its id. */
export const savePiecesForm = z.object({
  version: formText(64),
  'place:': formTextsByKey,
  'quantity:': formTextsByKey,
  'off:': formTextsByKey,
})
export type SavePiecesInput = z.output<typeof savePiecesForm>

export const addPieceForm = z.object({ sku: formText(100), quantity: formText(10) })

/** A part that is in a set or could be. `price` is that of one unit with VAT; null without one. */
export type PiecePart = {
  readonly id: string
  readonly sku: string
  readonly name: string
  readonly address: string
  readonly status: ProductStatus
  readonly price: Minor | null
  readonly available: number
}
type Piece = PiecePart & { readonly quantity: number }

/**
 * The pieces of a set. `apart` is what they cost bought one by one, null where one has no price; `price` is what it
 * costs, and `sets` how many can be put together now.
 */
export type ProductPiecesPage = {
  readonly id: string
  readonly sku: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly pieces: readonly Piece[]
  /** Changes with the pieces, their order and their numbers. */
  readonly version: string
  readonly price: Minor | null
  readonly apart: Minor | null
  readonly sets: number
  readonly query: string
  /** What the query finds; null without one. */
  readonly found: readonly PiecePart[] | null
  readonly most: number
  readonly mayChange: boolean
}
