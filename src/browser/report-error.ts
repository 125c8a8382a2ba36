import { apiPaths } from '../routes.ts'
import { callerQuery } from './caller.ts'

const reportsPerPage = 5
let left = reportsPerPage

/** Reports an error to the shop (spec section 7, POST /captuerr); limited to a few per page. */
export function reportError(thrown: unknown, level = 'error'): void {
  if (left-- <= 0) return
  const { message, stack = '' } = thrown instanceof Error ? thrown : { message: String(thrown) }
  const body = JSON.stringify({
    error: message.slice(0, 2_000),
    level,
    stack: stack.slice(0, 8_000),
    userAgent: navigator.userAgent.slice(0, 500),
    url: location.href.slice(0, 2_000),
  })
  const headers = { 'Content-Type': 'application/json' }
  fetch(`${apiPaths.clientErrors}?${new URLSearchParams(callerQuery())}`, {
    method: 'POST',
    headers,
    body,
    keepalive: true,
  }).catch(() => {})
}
