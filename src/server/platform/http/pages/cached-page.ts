import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { compress, isCompressible, type Encoding } from '../answers/compress.ts'
import { bodyHash } from '../answers/entity-tags.ts'
import type { Caching } from './page-caching.ts'

const firstQuality = 6
const bestQuality = 11
const decompress = promisify(brotliDecompress)

export type PageVariant = {
  readonly body: Buffer
  readonly headers: string[]
  readonly notModified: string[]
}

/** One stored answer. Times are epoch milliseconds. */
export type CachedPage = {
  readonly status: number
  readonly hash: string
  readonly tags: ReadonlySet<string>
  readonly storedAt: number
  readonly contentType: string
  /** Flat header list that the page itself declares, for every variant. */
  readonly headers: readonly string[]
  readonly variants: Map<Encoding, PageVariant>
  /** Variants being created, so that parallel requests wait for the same one. */
  readonly making: Map<Encoding, Promise<PageVariant>>
  freshUntil: number
  staleUntil: number
  /** Bytes of all variants. */
  bytes: number
  /** Bytes that the store has counted for this page. */
  countedBytes: number
  hits: number
  /** Set by a hit, cleared by the clock eviction. */
  wasUsed: boolean
}

export type PageToStore = {
  readonly status: number
  readonly contentType: string
  readonly headers: readonly string[]
  readonly body: Buffer
  readonly caching: Caching
  readonly now: number
}

/** Stores the body once, as brotli if that is shorter; other encodings are created on request. */
export async function createCachedPage({
  status,
  contentType,
  headers,
  body,
  caching,
  now,
}: PageToStore): Promise<CachedPage> {
  const page: CachedPage = {
    status,
    contentType,
    headers,
    hash: bodyHash(body),
    tags: caching.tags,
    storedAt: now,
    variants: new Map(),
    making: new Map(),
    freshUntil: now + caching.maxAge * 1000,
    staleUntil: now + (caching.maxAge + caching.staleWhileRevalidate) * 1000,
    bytes: 0,
    countedBytes: 0,
    hits: 0,
    wasUsed: false,
  }
  const encoding = isCompressible(contentType, body.length) ? 'br' : 'identity'
  addVariant(page, encoding, await compress(body, encoding, firstQuality))
  return page
}

/** Returns the variant for an encoding; creates it when missing. */
export async function variantOf(page: CachedPage, encoding: Encoding): Promise<PageVariant> {
  const there = storedVariant(page, encoding) ?? page.making.get(encoding)
  if (there !== undefined) return there
  const making = makeVariant(page, encoding).finally(() => page.making.delete(encoding))
  page.making.set(encoding, making)
  return making
}

async function makeVariant(page: CachedPage, encoding: Encoding): Promise<PageVariant> {
  return addVariant(page, encoding, await compress(await identityBody(page), encoding, firstQuality))
}

/** Returns the variant for an encoding if it is stored; a body too short to compress has only the identity variant. */
export function storedVariant(page: CachedPage, encoding: Encoding): PageVariant | undefined {
  return page.variants.get(encoding) ?? (page.variants.has('br') ? undefined : page.variants.get('identity'))
}

/** Recompresses a page that is requested again with brotli's best quality. */
export async function improveBrotli(page: CachedPage): Promise<void> {
  if (!page.variants.has('br')) return
  addVariant(page, 'br', await compress(await identityBody(page), 'br', bestQuality))
}

async function identityBody(page: CachedPage): Promise<Buffer> {
  const brotli = page.variants.get('br')
  return brotli === undefined ? (page.variants.get('identity')?.body ?? Buffer.alloc(0)) : decompress(brotli.body)
}

function addVariant(page: CachedPage, encoding: Encoding, made: Buffer): PageVariant {
  const body = ownMemory(made)
  const etag = `"${page.hash}-${encoding}${body.length.toString(36)}"`
  const notModified = ['ETag', etag, 'Vary', 'Accept-Encoding', ...page.headers]
  const headers = ['Content-Type', page.contentType, 'Content-Length', String(body.length), ...notModified]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  const variant = { body, headers, notModified }
  page.bytes += body.length - (page.variants.get(encoding)?.body.length ?? 0)
  page.variants.set(encoding, variant)
  return variant
}

/**
 * Copies a buffer: zlib returns a view into one several times as large, which must not stay in memory with the page.
 */
function ownMemory(view: Buffer): Buffer {
  if (view.buffer.byteLength === view.length) return view
  const copy = Buffer.allocUnsafeSlow(view.length)
  view.copy(copy)
  return copy
}
