import { promisify } from 'node:util'
import { brotliDecompress, zstdDecompress } from 'node:zlib'
import { compress, isCompressible, quickEncoding, type Encoding } from '../answers/compress.ts'
import { bodyHash } from '../answers/entity-tags.ts'
import type { Caching } from './page-caching.ts'

const firstQuality = 6
const bestQuality = 11
const fromBrotli = promisify(brotliDecompress)
const fromZstd = promisify(zstdDecompress)

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
  /** What the first reader accepts; undefined when nobody waits for the page. */
  readonly accepted?: ReadonlySet<Encoding> | undefined
}

/**
 * Stores the body once: as zstd for a reader who accepts it, as brotli for all others, and as it is when compressing
 * saves nothing. Other encodings are created on request.
 */
export async function createCachedPage({
  status,
  contentType,
  headers,
  body,
  caching,
  now,
  accepted,
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
  const stored = accepted?.has('zstd') === true ? 'zstd' : 'br'
  const encoding = isCompressible(contentType, body.length) ? stored : 'identity'
  addVariant(page, encoding, await compress(body, encoding, firstQuality))
  return page
}

/** Returns a variant with an accepted encoding; creates it when missing. */
export async function variantOf(page: CachedPage, accepted: ReadonlySet<Encoding>): Promise<PageVariant> {
  const encoding = quickEncoding(accepted)
  const there = storedVariant(page, accepted) ?? page.making.get(encoding)
  if (there !== undefined) return there
  const making = makeVariant(page, encoding).finally(() => page.making.delete(encoding))
  page.making.set(encoding, making)
  return making
}

async function makeVariant(page: CachedPage, encoding: Encoding): Promise<PageVariant> {
  return addVariant(page, encoding, await compress(await identityBody(page), encoding, firstQuality))
}

/**
 * Returns the stored variant that is best for a reader; undefined when one that is shorter can be created. A body too
 * short to compress has only the identity variant.
 */
export function storedVariant({ variants }: CachedPage, accepted: ReadonlySet<Encoding>): PageVariant | undefined {
  const brotli = accepted.has('br') ? variants.get('br') : undefined
  return (
    brotli ?? variants.get(quickEncoding(accepted)) ?? (isStoredPlain(variants) ? variants.get('identity') : undefined)
  )
}

/** Whether the page is stored as a body that is not compressed, and so is no other way. */
export function isStoredPlain(variants: CachedPage['variants']): boolean {
  return !variants.has('br') && !variants.has('zstd')
}

/** Replaces what is stored of a page that is requested again by brotli of the best quality, which all browsers read. */
export async function storeSmallest(page: CachedPage): Promise<void> {
  if (isStoredPlain(page.variants)) return
  addVariant(page, 'br', await compress(await identityBody(page), 'br', bestQuality))
  removeVariant(page, 'zstd')
}

async function identityBody({ variants }: CachedPage): Promise<Buffer> {
  const [brotli, zstd] = [variants.get('br'), variants.get('zstd')]
  if (brotli !== undefined) return fromBrotli(brotli.body)
  return zstd === undefined ? (variants.get('identity')?.body ?? Buffer.alloc(0)) : fromZstd(zstd.body)
}

function removeVariant(page: CachedPage, encoding: Encoding): void {
  page.bytes -= page.variants.get(encoding)?.body.length ?? 0
  page.variants.delete(encoding)
}

function addVariant(page: CachedPage, encoding: Encoding, made: Buffer): PageVariant {
  const body = ownMemory(made)
  const etag = `"${page.hash}-${encoding}${body.length.toString(36)}"`
  const notModified = ['ETag', etag, 'Vary', 'Accept-Encoding', ...page.headers]
  const headers = ['Content-Type', page.contentType, 'Content-Length', String(body.length), ...notModified]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  const variant = { body, headers, notModified }
  removeVariant(page, encoding)
  page.bytes += body.length
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
