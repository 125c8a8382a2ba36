import { Readable } from 'node:stream'
import { acceptedEncodings, compress, isCompressible, quickEncoding } from '../answers/compress.ts'
import { cspReportDirective, mayBeFramed, tightenPolicy } from '../answers/content-policy.ts'
import { inertPolicy, type HeaderList } from '../answers/security-headers.ts'
import type { Answer } from '../answers/send.ts'
import type { Exchange } from '../exchange.ts'

const dynamicQuality = 4
const noBody = Buffer.alloc(0)
/** Headers that this server writes itself, or that are meant for caches in front of it. */
const ownHeaders = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'vary',
  'content-security-policy',
])
const sharedCacheHeaders = new Set(['cdn-cache-control', 'cache-tag'])

export type AnswerOptions = {
  readonly always: HeaderList
  /** A cache in front of the server obeys CDN-Cache-Control and Cache-Tag. */
  readonly hasCdn: boolean
  /**
   * Whether this is the answer for requests without cookies. Only then may a cache in front share it: that cache knows
   * only addresses, and a cookie may select another currency or country at the same address.
   */
  readonly isForAll?: boolean
}

/** Returns the content type; adds the charset, which Astro leaves to the page's markup. */
export function contentTypeOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  const type = headers.get('Content-Type') ?? undefined
  return type === 'text/html' ? 'text/html; charset=utf-8' : type
}

/**
 * Returns a web Response's headers as a flat list for writeHead, without those of its body, with the security headers
 * that it does not set itself and a default Cache-Control.
 */
export function flatHeaders(
  { headers }: Pick<Response, 'headers'>,
  body: Buffer,
  cacheControl: string,
  { always, hasCdn, isForAll = false }: AnswerOptions,
): string[] {
  const policy = headers.get('Content-Security-Policy')
  const isFramed = policy !== null && mayBeFramed(policy)
  const flat = withoutHeaders(always, (name) => headers.has(name) || (isFramed && name === 'X-Frame-Options'))
  for (const [name, value] of headers) {
    if (isHandedOn(name, hasCdn && isForAll)) flat.push(name, value)
  }
  if (hasCdn && !isForAll) flat.push('CDN-Cache-Control', 'private, no-store')
  if (!headers.has('Cache-Control')) flat.push('Cache-Control', cacheControl)
  if (policy === null) flat.push(...inertPolicy)
  else flat.push('Content-Security-Policy', tightenPolicy(policy, body) + cspReportDirective)
  return flat
}

function isHandedOn(name: string, isShared: boolean): boolean {
  return !ownHeaders.has(name) && (isShared || !sharedCacheHeaders.has(name))
}

/** Compresses bodies that benefit; streams other types, and those marked `no-transform`, unchanged. */
export async function answerOf(
  exchange: Exchange,
  response: Response,
  cacheControl: string,
  options: AnswerOptions,
): Promise<Answer> {
  const type = contentTypeOf(response)
  const mayCompress = !/\bno-transform\b/.test(response.headers.get('Cache-Control') ?? '')
  if (response.body !== null && !(mayCompress && isCompressible(type, Number.MAX_SAFE_INTEGER)))
    return streamed(exchange, response, cacheControl, options)
  const plain = Buffer.from(await response.arrayBuffer())
  const headers = [...flatHeaders(response, plain, cacheControl, options), 'X-Request-Id', exchange.id]
  if (response.body === null)
    return { status: response.status, headers, body: mayHaveBody(response) ? plain : undefined }
  const encoding = isCompressible(type, plain.length)
    ? quickEncoding(acceptedEncodings(exchange.req.headers['accept-encoding']))
    : 'identity'
  if (type !== undefined) headers.push('Content-Type', type, 'Vary', 'Accept-Encoding')
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  return { status: response.status, headers, body: await compress(plain, encoding, dynamicQuality) }
}

function streamed(exchange: Exchange, response: Response, cacheControl: string, options: AnswerOptions): Answer {
  const headers = [...flatHeaders(response, noBody, cacheControl, options), 'X-Request-Id', exchange.id]
  const type = contentTypeOf(response)
  if (type !== undefined) headers.push('Content-Type', type)
  return { status: response.status, headers, body: response.body === null ? undefined : Readable.from(response.body) }
}

function withoutHeaders(flat: HeaderList, isLeftOut: (name: string) => boolean): string[] {
  return flat.filter((_, at) => !isLeftOut(flat[at - (at % 2)] ?? ''))
}

function mayHaveBody({ status }: Response): boolean {
  return status !== 204 && status !== 304
}
