import type { IncomingMessage } from 'node:http'
import type { Log } from '../../log.ts'

/**
 * Warns once when a request has X-Forwarded-For but no proxy is trusted: every shopper then counts as the proxy, and
 * one who guesses passwords locks out all others.
 */
export function forwardedWarning(log: Log, trustedHops: number): (req: IncomingMessage) => void {
  let isSaid = trustedHops > 0
  return ({ headers }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log.warn(
      'X-Forwarded-For arrives, but TRUST_PROXY_HOPS is 0: behind a proxy set it to the number of proxies, or all ' +
        'shoppers count as one in every limit',
    )
  }
}
