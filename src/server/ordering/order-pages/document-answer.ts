import type { Shop } from '../shop.ts'
import type { Session } from '../../identity/sessions/session.ts'
import type { Language } from '../../../domain/locales.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { orderDocument } from './order-document.ts'
import type { OrderRow } from '../orders/queries.ts'
import { returnSlip } from '../returns/return-slip.ts'
import { visibleOrder } from '../orders/visible-order.ts'

/**
 * GET /{lang}/my-order/:id/invoice.pdf, receipt.pdf, or the number of a credit note or of a return, whose slip it is:
 * for the order's own customer or guest. Everybody else, and a document that there is not, gets the same 404.
 */
export async function documentAnswer(
  shop: Shop,
  session: Session | null,
  asked: { number: string; file: string; language: Language },
): Promise<Response> {
  const order = await visibleOrder(shop, session, asked.number)
  const name = /^([\w-]{1,40})\.pdf$/.exec(asked.file)?.[1]
  const document = order && name ? await named(shop, order, name, asked.language) : undefined
  if (!document) throw new ProblemError(404, 'not_found')
  return new Response(new Uint8Array(document.pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${document.number}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

async function named(shop: Shop, order: OrderRow, name: string, language: Language) {
  if (name === 'invoice' || name === 'receipt') return orderDocument(shop, order.id, name, language)
  return (
    (await returnSlip(shop.db, order, name, language)) ?? orderDocument(shop, order.id, 'credit_note', language, name)
  )
}
