import type { APIContext, APIRoute } from 'astro'
import type { AnswerOf, Contract } from '../../contracts/calls/contract.ts'
import type { ApiScope } from '../../domain/staff/api-scopes.ts'
import { identifyKey, type ApiKey } from '../identity/api-keys/api-keys.ts'
import { OrderError } from '../ordering/orders/order-error.ts'
import type { Shop } from '../ordering/shop.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import { endpoint, withProblems, type CallContext, type CallInput } from '../platform/http/calls/endpoint.ts'

type ApiContract = Contract & { readonly scope: ApiScope }

/** What an operation gets: the services, the key that asks, its input and the request. */
export type ApiRequest<C extends Contract> = CallInput<C> & {
  readonly shop: Shop
  readonly key: ApiKey
  readonly call: CallContext
}
type ApiOperation<C extends Contract> = (request: ApiRequest<C>) => Promise<AnswerOf<C>>

/**
 * The route of a call for other systems. The key, its scope and its limit are looked at before anything of the request
 * is read; sessions of customers and staff count for nothing here.
 */
export function apiEndpoint<C extends ApiContract>(contract: C, operation: ApiOperation<C>): APIRoute {
  return withProblems(async (context) => {
    const { key, limits } = await admit(context, contract.scope)
    const answer = endpoint(contract, (shop, input, call) => refusable(operation({ shop, key, call, ...input })))
    const response = await answer(context)
    response.headers.set('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(limits)) response.headers.set(name, value)
    return response
  })
}

/** Throws ProblemError unless the key opens something and may do this now. */
async function admit({ locals: { shop }, request }: APIContext, scope: ApiScope) {
  const [, secret] = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.get('Authorization') ?? '') ?? []
  if (secret === undefined) throw unauthorized('key_missing')
  const key = await identifyKey(shop, secret)
  if (!key) throw unauthorized('key_unknown')
  const { isWithin, left, retryAfter } = await shop.limits.apiByKey.take(key.id)
  const limits = {
    'RateLimit-Limit': String(shop.limits.apiByKey.points),
    'RateLimit-Remaining': String(left),
    'RateLimit-Reset': String(retryAfter),
  }
  if (!isWithin)
    throw new ProblemError(429, 'too_many_requests', { headers: { ...limits, 'Retry-After': String(retryAfter) } })
  requireScope(key, scope)
  return { key, limits }
}

/** Throws ProblemError `scope_missing` unless the key has the scope. */
export function requireScope(key: ApiKey, scope: ApiScope): void {
  if (!key.scopes.has(scope))
    throw new ProblemError(403, 'scope_missing', { detail: `The key needs the scope ${scope}.` })
}

function unauthorized(code: 'key_missing' | 'key_unknown'): ProblemError {
  return new ProblemError(401, code, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

const unknown = new Set(['order_unknown', 'return_unknown'])

/** What an order refuses is a problem of the request, with the order's own code. */
async function refusable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof OrderError)) throw error
    throw new ProblemError(unknown.has(error.fault) ? 404 : 409, error.fault, { detail: error.message, cause: error })
  }
}
