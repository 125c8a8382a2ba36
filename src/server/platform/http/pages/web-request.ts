import { Readable } from 'node:stream'
import type { Exchange } from '../exchange.ts'
import type { PageKey } from './page-key.ts'

const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'])
/** Headers between proxies; Astro must not derive the origin or the client from them. */
const forwardedHeader = /^(?:x-forwarded-|forwarded$|x-real-ip$)/

/**
 * Builds the web Request for Astro: on the shop's own origin, with the body, without the proxies' headers. A HEAD is
 * rendered as the GET whose headers it asks for; `send` leaves the body out.
 */
export function webRequest({ req, url }: Exchange, body: Buffer | undefined): Request {
  const hasBody = body !== undefined && body.length > 0
  return new Request(url, {
    method: req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET'),
    headers: headersOf(req),
    body: hasBody ? new Uint8Array(body) : null,
  })
}

/** Like `webRequest`, with a body that is read while it arrives. */
export function streamedRequest({ req, res, url }: Exchange): Request {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue()
  const init = { method: req.method ?? 'POST', headers: headersOf(req), body: Readable.toWeb(req), duplex: 'half' }
  return new Request(url, init as RequestInit)
}

function headersOf(req: Exchange['req']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value === undefined || hopByHopHeaders.has(name) || forwardedHeader.test(name)) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

/** Builds the request that fills the cache: it holds nothing of the shopper but a known currency and country. */
export function sharedRequest(key: PageKey, origin: string): Request {
  return new Request(origin + key.target, { headers: key.cookie === '' ? {} : { Cookie: key.cookie } })
}
