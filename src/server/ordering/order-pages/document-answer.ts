import type { Language } from '../../../domain/places/locales.ts'
import type { Session } from '../../identity/sessions/session.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { documentByNumber } from '../documents/document-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import { returnSlip } from '../returns/return-slip.ts'
import type { Shop } from '../shop.ts'
import { orderDocument } from './order-document.ts'

/**
 * GET /{lang}/my-order/:id/{file}.pdf: an order's invoice, receipt, credit note or document of an addition (by
 * number), or return slip (by the return's number), for the order's own customer or guest. Throws the same 404 for
 * other visitors and for missing documents.
 */
export async function documentAnswer(
  shop: Shop,
  session: Session | null,
  requested: { number: string; file: string; language: Language },
): Promise<Response> {
  const order = await visibleOrder(shop, session, requested.number)
  const name = /^([\w-]{1,40})\.pdf$/.exec(requested.file)?.[1]
  const document = order && name ? await documentNamed(shop, order, name, requested.language) : undefined
  if (!document) throw new ProblemError(404, 'not_found')
  return new Response(new Uint8Array(document.pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${document.number}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

async function documentNamed(shop: Shop, order: OrderRow, name: string, language: Language) {
  if (name === 'invoice' || name === 'receipt') return orderDocument(shop, order.id, name, language)
  const slip = await returnSlip(shop, order, name, language)
  if (slip) return slip
  const row = await documentByNumber(shop.db, name)
  return row && row.subject !== '' ? orderDocument(shop, order.id, row.kind, language, name) : undefined
}
