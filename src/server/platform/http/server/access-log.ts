import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../log.ts'
import { ClientErrors } from '../../../../contracts/calls/client-errors.ts'
import { ExcelToCart } from '../../../../contracts/calls/excel-to-cart.ts'
import type { AnswerKind, RequestMetrics } from '../metrics.ts'

/**
 * One line, one count and one duration per finished request, without query (it may carry a login token) and without
 * the shopper's address.
 */
export function watchRequest(
  log: Log,
  metrics: RequestMetrics,
  id: string,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const started = performance.now()
  res.once('close', () => {
    const duration = performance.now() - started
    const ms = Math.round(duration * 10) / 10
    const aborted = res.writableFinished ? undefined : true
    log.info(
      { request_id: id, method: req.method, path: pathOf(req.url ?? ''), status: res.statusCode, ms, aborted },
      'request',
    )
    metrics.count(res.statusCode)
    metrics.time(kindOf(req.url ?? ''), res.statusCode, duration, aborted)
  })
}

function kindOf(target: string): AnswerKind {
  if (target.startsWith('/pictures/') || target.startsWith('/documents/')) return 'static'
  const isCall = ['/api/', ExcelToCart.path, ClientErrors.path].some((path) => target.startsWith(path))
  return isCall ? 'call' : 'page'
}

/** Checkouts and subscriptions are opened by a secret in their path (`newSecret`); slugs have no capital letters. */
const secret = /(?<=\/)(?=[^/]*[A-Z])[\w-]{32}(?=\/|$)/g

function pathOf(target: string): string {
  return (target.split(/[?#]/, 1)[0] ?? '').replace(secret, '[secret]').slice(0, 500)
}
