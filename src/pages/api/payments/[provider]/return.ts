import type { APIRoute } from 'astro'
import { returnFromPayment } from '../../../../server/ordering/payment/return-from-payment.ts'
import { toProblem, problemResponse, ProblemError } from '../../../../server/platform/http/answers/problem.ts'

/**
 * Where a provider's page sends the shopper: on to the confirmation or, with `left`, back to choose another way to pay.
 */
export const GET: APIRoute = async ({ locals: { shop, requestId }, params, url }) => {
  try {
    const { searchParams: query } = url
    const how = query.has('left') ? 'left' : 'done'
    const path = await returnFromPayment(shop, params['provider'] ?? '', query.get('attempt') ?? '', how)
    if (path === undefined) throw new ProblemError(404, 'payment_unknown')
    return new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })
  } catch (error) {
    const problem = toProblem(error)
    if (problem.status >= 500) shop.log.error({ request_id: requestId, err: error }, 'the return from a payment failed')
    return problemResponse(problem, requestId)
  }
}
