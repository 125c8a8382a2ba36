import { STATUS_CODES as statusTitles } from 'node:http'
import { storageFault } from '../../db/faults/storage-fault.ts'
import { isTemporary } from '../../db/is-temporary.ts'
import { isUnstorable } from '../../db/is-unstorable.ts'
import { isStatementTimeout } from '../../db/statement-timeout.ts'

/** A wrong field: the dotted path into the input and the schema's error code. */
export type FieldError = {
  readonly path: string
  readonly code: string
}

export type ProblemDetails = {
  /** A sentence for developers; shoppers read a translation of the code. */
  readonly detail?: string
  readonly errors?: readonly FieldError[]
  /** The allowed number, when there were too many. */
  readonly limit?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** Thrown in a request to answer with this status and code (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly details: ProblemDetails

  constructor(status: number, code: string, details: ProblemDetails = {}) {
    super(`${status} ${code}`, { cause: details.cause })
    this.status = status
    this.code = code
    this.details = details
  }
}

export const problemMediaType = 'application/problem+json'

/** Builds the problem+json text: type, title, status, code, detail?, errors?, limit?, request_id. */
export function problemText({ status, code, details }: ProblemError, requestId: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: statusTitles[status] ?? 'Error',
    status,
    code,
    detail: details.detail,
    errors: details.errors,
    limit: details.limit,
    request_id: requestId,
  })
}

/** Builds a web Response for a problem. */
export function problemResponse(problem: ProblemError, requestId: string): Response {
  const headers = { 'Content-Type': problemMediaType, 'Cache-Control': 'no-store', ...problem.details.headers }
  return new Response(problemText(problem, requestId), { status: problem.status, headers })
}

/**
 * Converts any thrown value to a problem: a busy database and a full disk are 503, text that the database cannot store
 * 400, anything unknown is `internal`.
 */
export function toProblem(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  if (isTemporary(thrown)) return new ProblemError(503, 'try_again', { cause: thrown, headers: { 'Retry-After': '1' } })
  if (storageFault(thrown) !== undefined)
    return new ProblemError(503, 'try_again', { cause: thrown, headers: { 'Retry-After': '10' } })
  if (isStatementTimeout(thrown))
    return new ProblemError(503, 'too_slow', { cause: thrown, headers: { 'Retry-After': '10' } })
  if (isUnstorable(thrown)) return new ProblemError(400, 'bad_text', { cause: thrown })
  return new ProblemError(500, 'internal', { cause: thrown })
}
