import type * as z from 'zod/mini'
import type { ApiScope } from '../../domain/staff/api-scopes.ts'

type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The contract of one call, shared by browser and server (spec section 7). Schemas use zod/mini, because browsers load
 * them.
 */
export type Contract = {
  readonly method: Method
  /** The path with parameters in Astro's form: `/api/widget-by-slug/[slug]`. */
  readonly path: string
  /** What the key of another system must be allowed to; calls of browsers have none. */
  readonly scope?: ApiScope
  /** Query parameters as text; when absent, the query is ignored. */
  readonly query?: Schema
  /** JSON body or form fields; when absent, the body is ignored. */
  readonly body?: Schema
  readonly bodyType?: 'application/json' | 'multipart/form-data'
  readonly response: Schema
  /** Names (lower case) of response headers whose values the operation sets. */
  readonly responseHeaders?: readonly string[]
  /**
   * Problem codes (problem+json) specific to this call; those shared by all calls are in
   * server/platform/http/answers/problem.ts.
   */
  readonly errors: readonly string[]
}

/** Declares a call and keeps the exact types of its schemas. */
export function defineCall<const C extends Contract>(contract: C): C {
  return contract
}

export type QueryOf<C extends Contract> = C['query'] extends Schema ? z.output<C['query']> : undefined
export type BodyOf<C extends Contract> = C['body'] extends Schema ? z.output<C['body']> : undefined
/** What an operation returns: the response before its schema parses it. */
export type AnswerOf<C extends Contract> = z.input<C['response']>
/** What the browser receives: the response after its schema has parsed it. */
export type ResponseOf<C extends Contract> = z.output<C['response']>
