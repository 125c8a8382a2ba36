import { Readable } from 'node:stream'
import { chooseEncoding, compress, isCompressible } from '../answers/compress.ts'
import { mayBeFramed, tightenPolicy } from '../answers/content-policy.ts'
import type { Exchange } from '../exchange.ts'
import { inertPolicy, type HeaderList } from '../answers/security-headers.ts'
import type { Answer } from '../answers/send.ts'

const DYNAMIC_QUALITY = 4
const NO_BODY = Buffer.alloc(0)
/** Written by us, or meant for caches in front. */
const OWN = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'vary',
  'content-security-policy',
])
const FOR_SHARED_CACHES = new Set(['cdn-cache-control', 'cache-tag'])

export interface AnswerOptions {
  readonly always: HeaderList
  /** A cache of others in front obeys CDN-Cache-Control and Cache-Tag. */
  readonly hasCdn: boolean
  /**
   * Whether the answer is what everybody gets for this address who has no cookie: only then a cache in front may share
   * it. It knows addresses alone, and a cookie may choose another currency or country for the same one.
   */
  readonly isForAll?: boolean
}

/** Astro leaves the charset of pages to their markup. */
export function contentTypeOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  const type = headers.get('Content-Type') ?? undefined
  return type === 'text/html' ? 'text/html; charset=utf-8' : type
}

/**
 * Flat headers of a web Response for writeHead, without those of its body, with the security headers and a default for
 * Cache-Control.
 */
export function flatHeaders(
  { headers }: Pick<Response, 'headers'>,
  body: Buffer,
  cacheControl: string,
  { always, hasCdn, isForAll = false }: AnswerOptions,
): string[] {
  const policy = headers.get('Content-Security-Policy')
  const flat: string[] = policy !== null && mayBeFramed(policy) ? withoutHeader(always, 'X-Frame-Options') : [...always]
  for (const [name, value] of headers) {
    if (isHandedOn(name, hasCdn && isForAll)) flat.push(name, value)
  }
  if (hasCdn && !isForAll) flat.push('CDN-Cache-Control', 'private, no-store')
  if (!headers.has('Cache-Control')) flat.push('Cache-Control', cacheControl)
  if (policy === null) flat.push(...inertPolicy)
  else flat.push('Content-Security-Policy', tightenPolicy(policy, body.toString()))
  return flat
}

function isHandedOn(name: string, isShared: boolean): boolean {
  return !OWN.has(name) && (isShared || !FOR_SHARED_CACHES.has(name))
}

/** Compresses what gains from it; bodies of other kinds, and those that forbid it (`no-transform`), stream through. */
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
    ? chooseEncoding(exchange.req.headers['accept-encoding'])
    : 'identity'
  if (type !== undefined) headers.push('Content-Type', type, 'Vary', 'Accept-Encoding')
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  return { status: response.status, headers, body: await compress(plain, encoding, DYNAMIC_QUALITY) }
}

function streamed(exchange: Exchange, response: Response, cacheControl: string, options: AnswerOptions): Answer {
  const headers = [...flatHeaders(response, NO_BODY, cacheControl, options), 'X-Request-Id', exchange.id]
  const type = contentTypeOf(response)
  if (type !== undefined) headers.push('Content-Type', type)
  return { status: response.status, headers, body: response.body === null ? undefined : Readable.from(response.body) }
}

function withoutHeader(flat: HeaderList, name: string): string[] {
  return flat.filter((_, at) => flat[at - (at % 2)] !== name)
}

function mayHaveBody({ status }: Response): boolean {
  return status !== 204 && status !== 304
}
