import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib'

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

const compressibleType =
  /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json|problem\+json|ld\+json|xml|rss\+xml))/
/** Compressing fewer bytes than this saves nothing on the wire. */
const minBytes = 512
/** An output buffer that holds the whole result saves calls of zlib; texts shrink to less than this part. */
const chunkPart = 3
const minChunk = 1024
const gzipLevel = 5
const zstdLevel = 3
/** A body of this size takes Zstandard less than a millisecond, which is less than another thread would cost. */
const maxBytesAtOnce = 256 * 1024
/**
 * The window holds the whole body, up to 256 kB. Brotli takes 0.5 MB to compress with a window of 64 kB, several with a
 * larger one.
 */
const [minWindowBits, maxWindowBits] = [16, 18]
const maxRemembered = 200
const remembered = new Map<string, ReadonlySet<Encoding>>()
const nothingElse: ReadonlySet<Encoding> = new Set(['identity'])
/** Zstandard takes at most a fifth of Brotli's processor time, and its result is about an eighth larger. */
const quickestFirst = ['zstd', 'br', 'gzip', 'identity'] as const
const smallestFirst = ['br', 'zstd', 'gzip', 'identity'] as const
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const zstdAsync = promisify(zstdCompress)

/** Returns the encodings that the Accept-Encoding header allows; 'identity' is always among them. */
export function acceptedEncodings(accepts: string | string[] | undefined): ReadonlySet<Encoding> {
  if (typeof accepts !== 'string') return nothingElse
  const known = remembered.get(accepts)
  if (known !== undefined) return known
  if (remembered.size >= maxRemembered) remembered.clear()
  const accepted = parseEncodings(accepts)
  remembered.set(accepts, accepted)
  return accepted
}

/** Returns the accepted encoding that is best for a body which may be sent only once. */
export function quickEncoding(accepted: ReadonlySet<Encoding>): Encoding {
  return quickestFirst.find((encoding) => accepted.has(encoding)) ?? 'identity'
}

/** Returns the accepted encoding that makes a body smallest. */
export function smallEncoding(accepted: ReadonlySet<Encoding>): Encoding {
  return smallestFirst.find((encoding) => accepted.has(encoding)) ?? 'identity'
}

export function isCompressible(contentType: string | undefined, bytes: number): boolean {
  return bytes >= minBytes && contentType !== undefined && compressibleType.test(contentType)
}

/**
 * Compresses with zstd at once when the body is small, else in a worker thread; `quality` (0 to 11) applies to brotli
 * only.
 */
export async function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return body
  const chunkSize = Math.max(minChunk, Math.ceil(body.length / chunkPart))
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel, chunkSize })
  if (encoding === 'zstd') return zstd(body, chunkSize)
  return brotliAsync(body, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(body.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

function zstd(body: Buffer, chunkSize: number): Buffer | Promise<Buffer> {
  const options = {
    chunkSize,
    pledgedSrcSize: body.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: zstdLevel,
      [constants.ZSTD_c_windowLog]: windowBitsFor(body.length),
    },
  }
  return body.length <= maxBytesAtOnce ? zstdCompressSync(body, options) : zstdAsync(body, options)
}

function windowBitsFor(bytes: number): number {
  return Math.min(maxWindowBits, Math.max(minWindowBits, Math.ceil(Math.log2(bytes))))
}

function parseEncodings(header: string): ReadonlySet<Encoding> {
  const allowed = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  return new Set(quickestFirst.filter((encoding) => encoding === 'identity' || allowed.has(encoding)))
}
