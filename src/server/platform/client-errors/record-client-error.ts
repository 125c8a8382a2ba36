import type { ClientErrors } from '../../../contracts/calls/client-errors.ts'
import type { Operation } from '../http/calls/endpoint.ts'
import { isWithin } from '../http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import { redacted } from './redact.ts'

/** Logs a browser's error, redacted; limited per address and minute. */
export const recordClientError: Operation<typeof ClientErrors, Shop> = async (
  { log, limits },
  { body },
  { requestId, clientAddress },
) => {
  if (!(await isWithin(limits.clientErrors, clientAddress))) return null
  const { error, level, stack, userAgent, url } = body
  const report = {
    error: redacted(error),
    level,
    stack: stack && redacted(stack),
    userAgent,
    url: url && redacted(url.split(/[?#]/, 1)[0] ?? ''),
  }
  log.warn({ request_id: requestId, client_error: report }, 'error in a browser')
  return null
}
