import type { Minor } from '../../../domain/money/money.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { documentJson } from '../documents/document-json.ts'
import { documentContentsOf } from '../documents/document-queries.ts'
import { givenBackOf } from '../orders/refund-queries.ts'

/**
 * How much of what goes back to given cards the books take back: at most what the invoice or receipt of the order has
 * of them, less what went back before. Documents of versions that did not tell cards apart have none.
 */
export async function givenInBooks(db: Queryable, orderId: string, back: Minor): Promise<Minor> {
  if (back <= 0) return 0
  const charge = (await documentContentsOf(db, orderId)).find(
    ({ kind, subject }) => kind !== 'credit_note' && subject === '',
  )
  const charged = charge ? (documentJson.read(charge.content).givenCard ?? 0) : 0
  return Math.max(0, Math.min(back, charged - (await givenBackOf(db, orderId))))
}
