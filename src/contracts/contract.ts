import type * as z from 'zod/mini'

type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What one call of the shop promises to both ends (spec section 7). Schemas come from zod/mini: browsers load this
 * file.
 */
export interface Contract {
  readonly method: Method
  /** Path as browsers call it, parameters in Astro's form: `/api/widget-by-slug/[slug]`. */
  readonly path: string
  /** Query parameters as text; without it the query is ignored. */
  readonly query?: Schema
  /** JSON body, or the fields of a form; without it the body is ignored. */
  readonly body?: Schema
  readonly bodyType?: 'application/json' | 'multipart/form-data'
  readonly response: Schema
  /** Response headers, with lower-case names, whose values the operation gives as text. */
  readonly responseHeaders?: readonly string[]
  /**
   * Codes that the call may answer with in problem+json, beside those every call shares
   * (server/platform/http/answers/problem.ts).
   */
  readonly errors: readonly string[]
}

/** Declares a call and keeps the exact types of its schemas. */
export function defineCall<const C extends Contract>(contract: C): C {
  return contract
}

export type QueryOf<C extends Contract> = C['query'] extends Schema ? z.output<C['query']> : undefined
export type BodyOf<C extends Contract> = C['body'] extends Schema ? z.output<C['body']> : undefined
/** What the operation must give: the response before its schema has parsed it. */
export type AnswerOf<C extends Contract> = z.input<C['response']>
/** What the browser gets: the response after its schema has parsed it. */
export type ResponseOf<C extends Contract> = z.output<C['response']>
