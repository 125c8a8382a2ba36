import type { APIRoute } from 'astro'
import { orderDocumentFile } from '../../../../server/console/orders/order-document-file.ts'

export const GET: APIRoute = async (context) => {
  const result = await orderDocumentFile(context.locals.shop, context)
  return result instanceof Response ? result : new Response(null, { status: 404 })
}
