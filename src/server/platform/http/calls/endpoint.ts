import type { APIContext, APIRoute } from 'astro'
import type * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Contract, QueryOf } from '../../../../contracts/calls/contract.ts'
import { plainPageHeaders } from '../answers/plain-page.ts'
import { toProblem, ProblemError, problemResponse, type FieldError } from '../answers/problem.ts'
import { refusedPage } from '../answers/refused-page.ts'
import { isDeeperThan } from './json-depth.ts'

export type CallInput<C extends Contract> = {
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
}

/** What an operation can read of its request besides its input, and what it can set on the answer. */
export type CallContext = {
  readonly requestId: string
  readonly clientAddress: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly locals: App.Locals
  readonly request: Request
  readonly cookies: APIContext['cookies']
  /** Declares for how long shared caches may keep the answer (seconds) and which tags purge it. */
  readonly cache: Pick<APIContext['cache'], 'set'>
  /** Headers of the answer that the contract declares. */
  readonly headers: Headers
  /** Status of the answer, 200 by default. */
  status: number
}

/** `Services` is what the operation needs of the shop. */
export type Operation<C extends Contract, Services> = (
  shop: Services,
  input: CallInput<C>,
  context: CallContext,
) => AnswerOf<C> | Promise<AnswerOf<C>>

/**
 * Creates an Astro route from a contract and its operation. Invalid input is answered with 400 invalid_query or
 * invalid_json, 415 wrong_content_type, 422 invalid_body; a ProblemError with its own code; everything else with 500
 * internal.
 */
export function endpoint<C extends Contract>(contract: C, operation: Operation<C, App.Locals['shop']>): APIRoute {
  return withProblems(async (context) => {
    const call = callContext(context)
    const input = {
      query: readQuery(contract, context.url),
      body: await readBody(contract, context.request),
    } as CallInput<C>
    const answer = await operation(context.locals.shop, input, call)
    return jsonResponse(contract.response.parse(answer), call)
  })
}

/** Adds the same error answers to a route that parses its request itself: an upload, a webhook, a form. */
export function withProblems(handle: (context: APIContext) => Response | Promise<Response>): APIRoute {
  return async (context) => {
    try {
      return await handle(context)
    } catch (thrown) {
      return failure(thrown, context)
    }
  }
}

function callContext({ locals, clientAddress, params, request, cookies, cache }: APIContext): CallContext {
  return {
    requestId: locals.requestId,
    clientAddress,
    params,
    locals,
    request,
    cookies,
    cache,
    headers: new Headers(),
    status: 200,
  }
}

function readQuery({ query }: Contract, url: URL): unknown {
  if (query === undefined) return undefined
  return parseInput(query, Object.fromEntries(url.searchParams), { status: 400, code: 'invalid_query', errors: [] })
}

async function readBody({ body, bodyType = 'application/json', errors }: Contract, request: Request): Promise<unknown> {
  if (body === undefined) return undefined
  const [sent] = (request.headers.get('Content-Type') ?? '').split(';', 1)
  if (sent?.trim().toLowerCase() !== bodyType)
    throw new ProblemError(415, 'wrong_content_type', { detail: `Send ${bodyType}.` })
  const read = bodyType === 'application/json' ? parseJson(await request.text()) : await formFields(request)
  return parseInput(body, read, { status: 422, code: 'invalid_body', errors })
}

async function formFields(request: Request): Promise<unknown> {
  try {
    return Object.fromEntries(await request.formData())
  } catch (cause) {
    throw new ProblemError(422, 'invalid_body', { cause })
  }
}

/** Maximum nesting of a call's JSON; real calls use a few levels. */
const maxJsonDepth = 64

function parseJson(text: string): unknown {
  if (isDeeperThan(text, maxJsonDepth)) throw new ProblemError(400, 'invalid_json')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProblemError(400, 'invalid_json', { cause })
  }
}

/** Validates input; a rule whose message is one of the call's own codes gives the problem that code. */
function parseInput(
  schema: z.ZodMiniType,
  input: unknown,
  { status, code, errors: own }: Pick<Contract, 'errors'> & { status: number; code: string },
): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const named = parsed.error.issues.find((issue) => own.includes(issue.message))?.message
  const errors = parsed.error.issues
    .slice(0, 50)
    .map((issue): FieldError => ({ path: issue.path.join('.'), code: issue.code ?? 'custom' }))
  throw new ProblemError(status, named ?? code, { errors })
}

function jsonResponse(answer: unknown, { headers, status }: CallContext): Response {
  headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify(answer), { status, headers })
}

function failure(thrown: unknown, { locals, request, routePattern, originPathname }: APIContext): Response {
  const problem = toProblem(thrown)
  if (problem.status >= 500) {
    const call = `${request.method} ${routePattern}`
    locals.shop.log.error(
      { request_id: locals.requestId, call, code: problem.code, err: problem.cause ?? problem },
      'call failed',
    )
  }
  const page = refusedPage(originPathname, problem)
  if (page === undefined) return problemResponse(problem, locals.requestId)
  const headers = Object.fromEntries(
    plainPageHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [])),
  )
  return new Response(new Uint8Array(page), { status: problem.status, headers })
}
