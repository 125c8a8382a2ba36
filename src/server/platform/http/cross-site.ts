import type { IncomingMessage } from 'node:http'
import { ProblemError } from './answers/problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const webhookPath = /^\/api\/payments\/[^/]+\/webhook$/

/**
 * Refuses unsafe methods sent by another site's page (CSRF). Browsers reveal it in Sec-Fetch-Site, or in Origin over
 * plain http; programs that send neither have no shopper's cookies. Webhooks of payment providers are verified by
 * signature.
 */
export function checkCrossSite(req: IncomingMessage, pathname: string, origin: string): void {
  if (safeMethods.has(req.method ?? '') || webhookPath.test(pathname)) return
  if (!isOurOwn(req, origin)) throw new ProblemError(403, 'cross_site')
}

function isOurOwn(req: IncomingMessage, origin: string): boolean {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return req.headers.origin === undefined || req.headers.origin === origin
}
