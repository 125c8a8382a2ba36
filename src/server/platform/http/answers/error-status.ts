import { storageFault } from '../../db/faults/storage-fault.ts'
import { isTemporary } from '../../db/is-temporary.ts'
import { isUnstorable } from '../../db/is-unstorable.ts'
import { isStatementTimeout } from '../../db/statement-timeout.ts'

/** Passes the status from the error page to the server, because Astro gives every error page the status 500. */
export const errorStatusHeader = 'X-Error-Status'

/** Returns the error page's answer with the status that it requested; returns other answers unchanged. */
export function withDeclaredStatus(response: Response): Response {
  const status = Number(response.headers.get(errorStatusHeader))
  if (status === 0) return response
  const headers = new Headers(response.headers)
  headers.delete(errorStatusHeader)
  return new Response(response.body, { status, headers })
}

/**
 * Returns the status for a thrown value: its status code, its status, or its response's status (spec section 8); 503
 * while the database is busy or its disk takes no writes, 400 for text that it cannot store, else 500.
 */
export function errorStatus(thrown: unknown): number {
  const declared = [field(thrown, 'statusCode'), field(thrown, 'status'), field(field(thrown, 'response'), 'status')]
  const status = declared.find(
    (each) => typeof each === 'number' && Number.isInteger(each) && each >= 400 && each <= 599,
  )
  return typeof status === 'number'
    ? status
    : isTemporary(thrown) || isStatementTimeout(thrown) || storageFault(thrown) !== undefined
      ? 503
      : isUnstorable(thrown)
        ? 400
        : 500
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
