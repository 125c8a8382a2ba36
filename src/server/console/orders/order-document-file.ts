import { documentByNumber } from '../../ordering/documents/document-queries.ts'
import { orderDocument, documentKinds } from '../../ordering/order-pages/order-document.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import { consoleScreen } from '../frame/console-screen.ts'

/** An order's invoice, receipt or credit note as a PDF in the order's language. */
export const orderDocumentFile = consoleScreen<never>({
  screen: 'order-document',
  permission: 'orders.view',
  load: async ({ shop, request: { params } }) => {
    const order = await orderByNumber(shop.db, (params['number'] ?? '').slice(0, 40))
    const number = /^([\w-]{1,40})\.pdf$/.exec(params['document'] ?? '')?.[1]
    const row = order && number ? await documentByNumber(shop.db, number) : undefined
    const kind = documentKinds.find((each) => each === row?.kind)
    const document = order && kind ? await orderDocument(shop, order.id, kind, order.language, number) : undefined
    if (!document) return undefined
    return new Response(new Uint8Array(document.pdf), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${document.number}.pdf"`,
      },
    })
  },
})
