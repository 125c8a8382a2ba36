import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientErrors } from '../../../../contracts/calls/client-errors.ts'
import { ExcelToCart } from '../../../../contracts/calls/excel-to-cart.ts'
import type { Log } from '../../log.ts'
import type { AnswerKind, RequestMetrics } from '../metrics.ts'
import { routeOf } from '../route-of.ts'

/**
 * One line, one count and one duration per finished request, without query (it may carry a login token) and without
 * the shopper's address. From `slowMs` on (0 is never) the line is a warning with the name of the route.
 */
export function watchRequest(
  { log, metrics, slowMs = 0 }: { log: Log; metrics: RequestMetrics; slowMs: number | undefined },
  { id, req, res }: { id: string; req: IncomingMessage; res: ServerResponse },
): void {
  const started = performance.now()
  res.once('close', () => {
    const duration = performance.now() - started
    const ms = Math.round(duration * 10) / 10
    const aborted = res.writableFinished ? undefined : true
    const target = req.url ?? ''
    const route = routeOf(target.split(/[?#]/, 1)[0] ?? '')
    // A stream lasts as long as somebody looks at the screen.
    const isStream = String(res.getHeader('content-type')).startsWith('text/event-stream')
    const isSlow = slowMs > 0 && duration >= slowMs && !isStream
    const about = { request_id: id, method: req.method, path: pathOf(target), status: res.statusCode, ms, aborted }
    if (isSlow) log.warn({ ...about, route }, 'slow request')
    else log.info(about, 'request')
    metrics.count(res.statusCode)
    if (isStream) return
    metrics.time(kindOf(target), res.statusCode, duration, aborted)
    metrics.timeRoute(route, res.statusCode, duration, aborted)
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
