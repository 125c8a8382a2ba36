import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const compressibleType =
  /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json|problem\+json|ld\+json|xml|rss\+xml))/
/** Compressing fewer bytes than this saves nothing on the wire. */
const leastBytes = 512
/** An output buffer that holds the whole result saves calls of zlib; texts shrink to less than this part. */
const chunkPart = 3
const smallestChunk = 1024
const gzipLevel = 5
/**
 * The window holds the whole body, up to 256 kB. Brotli takes 0.5 MB to compress with a window of 64 kB, several with a
 * larger one.
 */
const [leastWindowBits, mostWindowBits] = [16, 18]
const mostRemembered = 200
const remembered = new Map<string, Encoding>()
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Returns the best encoding that the Accept-Encoding header allows. */
export function chooseEncoding(accepts: string | string[] | undefined): Encoding {
  if (typeof accepts !== 'string') return 'identity'
  const known = remembered.get(accepts)
  if (known !== undefined) return known
  if (remembered.size >= mostRemembered) remembered.clear()
  const chosen = parseEncodings(accepts)
  remembered.set(accepts, chosen)
  return chosen
}

export function isCompressible(contentType: string | undefined, bytes: number): boolean {
  return bytes >= leastBytes && contentType !== undefined && compressibleType.test(contentType)
}

/** Compresses in a worker thread; `quality` (0 to 11) applies to brotli only. */
export function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(body)
  const chunkSize = Math.max(smallestChunk, Math.ceil(body.length / chunkPart))
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel, chunkSize })
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

function windowBitsFor(bytes: number): number {
  return Math.min(mostWindowBits, Math.max(leastWindowBits, Math.ceil(Math.log2(bytes))))
}

function parseEncodings(header: string): Encoding {
  const allowed = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  if (allowed.has('br')) return 'br'
  return allowed.has('gzip') ? 'gzip' : 'identity'
}
