import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../log.ts'
import type { Counts } from '../metrics.ts'

/**
 * One line and one count per finished request, without query (it may carry a login token) and without the shopper's
 * address.
 */
export function watchRequest(log: Log, counts: Counts, id: string, req: IncomingMessage, res: ServerResponse): void {
  const started = performance.now()
  res.once('close', () => {
    const ms = Math.round((performance.now() - started) * 10) / 10
    const aborted = res.writableFinished ? undefined : true
    log.info(
      { request_id: id, method: req.method, path: pathOf(req.url ?? ''), status: res.statusCode, ms, aborted },
      'request',
    )
    counts.add(`status="${res.statusCode}"`)
  })
}

/** Checkouts and subscriptions are opened by a secret in their path (`newSecret`); slugs have no capital letters. */
const secret = /(?<=\/)(?=[^/]*[A-Z])[\w-]{32}(?=\/|$)/g

function pathOf(target: string): string {
  return (target.split(/[?#]/, 1)[0] ?? '').replace(secret, '[secret]').slice(0, 500)
}
