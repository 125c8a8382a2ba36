import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { DocumentKind } from '../../platform/db/tables/fulfilment-tables.ts'
import { documentJson } from '../documents/document-json.ts'
import { documentByNumber, documentOf, type DocumentRow } from '../documents/document-queries.ts'
import { drawDocument } from '../documents/draw-document.ts'
import { issueDocument } from '../documents/issue-document.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import { lockOrder, type OrderServices } from '../orders/transition.ts'
import { isCharged } from '../refunds/billing.ts'

export const documentKinds: readonly DocumentKind[] = ['invoice', 'receipt', 'credit_note']

/**
 * Draws an order's document as a PDF in a language, the same bytes every time, and issues it on the first request.
 * Undefined if the order has none yet: an unpaid invoice is issued with the parcel, a receipt after payment, a credit
 * note with a refund.
 */
export async function orderDocument(
  services: OrderServices,
  orderId: string,
  kind: DocumentKind,
  language: Language,
  number?: string,
): Promise<{ number: string; pdf: Buffer } | undefined> {
  const order = await orderById(services.db, orderId)
  const row = order && (await documentRow(services, order, kind, number))
  if (!row) return undefined
  return { number: row.number, pdf: await drawDocument(documentJson.read(row.content), language) }
}

async function documentRow(
  services: OrderServices,
  order: OrderRow,
  kind: DocumentKind,
  number: string | undefined,
): Promise<DocumentRow | undefined> {
  if (number !== undefined) {
    const named = await documentByNumber(services.db, number)
    return named?.order_id === order.id && named.kind === kind ? named : undefined
  }
  const subject = kind === 'credit_note' ? undefined : ''
  const known = await documentOf(services.db, order.id, kind, subject)
  if (known || kind === 'credit_note') return known
  await services.db.transaction().execute(async (trx) => {
    const now = services.now()
    const held = await lockOrder(trx, order.id, now)
    if (wasConfirmed(held.status) && !isBilled(held) && (await isCharged(trx, held)))
      await issueDocument(trx, { order: held, kind, now })
  })
  return documentOf(services.db, order.id, kind, subject)
}
