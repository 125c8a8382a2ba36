import type { APIRoute } from 'astro'
import { receiveWebhook } from '../../../../server/ordering/payment/receive-webhook.ts'
import { toProblem, problemResponse } from '../../../../server/platform/http/answers/problem.ts'

/** Webhooks are signed over their raw body, so they are read as text and not through a contract. */
export const POST: APIRoute = async ({ locals: { shop, requestId }, params, request }) => {
  try {
    await receiveWebhook(shop, params['provider'] ?? '', await request.text(), request.headers)
    return new Response(null, { status: 200 })
  } catch (error) {
    const problem = toProblem(error)
    if (problem.status >= 500) shop.log.error({ request_id: requestId, err: error }, 'webhook failed')
    return problemResponse(problem, requestId)
  }
}
