import type { APIRoute } from 'astro'
import { packingSlipsFile } from '../../../server/console/packing/packing-slips-file.ts'

export const GET: APIRoute = async (context) => {
  const result = await packingSlipsFile(context.locals.shop, context)
  return result instanceof Response ? result : new Response(null, { status: 404 })
}
