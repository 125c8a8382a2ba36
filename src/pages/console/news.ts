import type { APIRoute } from 'astro'
import { newsScreen } from '../../server/console/news/news-stream.ts'

export const GET: APIRoute = async (context) => {
  const result = await newsScreen(context.locals.shop, context)
  return result instanceof Response ? result : new Response(null, { status: 404 })
}
