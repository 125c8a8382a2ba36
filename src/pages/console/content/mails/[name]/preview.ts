import type { APIRoute } from 'astro'
import { contentMailPreviewScreen } from '../../../../../server/console/content/mails/mail-preview-page.ts'

export const GET: APIRoute = (context) => answer(context)
export const POST: APIRoute = (context) => answer(context)

async function answer(context: Parameters<APIRoute>[0]): Promise<Response> {
  const result = await contentMailPreviewScreen(context.locals.shop, context)
  return result instanceof Response ? result : new Response(null, { status: 404 })
}
