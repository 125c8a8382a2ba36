import { createReadStream, type Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptedEncodings, compress, smallEncoding } from '../answers/compress.ts'
import { ProblemError } from '../answers/problem.ts'
import type { HeaderList } from '../answers/security-headers.ts'
import { send, type Answer } from '../answers/send.ts'
import type { Exchange, Step } from '../exchange.ts'
import { byteRange } from './byte-range.ts'
import { contentType } from './content-types.ts'

const picturesPrefix = '/pictures/'
/** Letters, digits, inner dots and dashes: no hidden files, no path outside the folder. */
const safePath = /^(?:[a-zA-Z0-9_-][a-zA-Z0-9._-]*\/)*[a-zA-Z0-9_-][a-zA-Z0-9._-]*\.(?:avif|webp|jpg|png|svg)$/
const immutable = ['Cache-Control', 'public, max-age=31536000, immutable']
/** A drawing has 2 to 6 kB; better qualities of brotli save a twentieth of that. */
const brotliQuality = 6
const picturePolicy = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
]
const fixed = [...immutable, ...picturePolicy]

/** Serves product pictures from the data folder; their names change with their content, so they are immutable. */
export function picturesStep(folder: string, always: HeaderList): Step {
  return async ({ req, res, url }) => {
    if (!url.pathname.startsWith(picturesPrefix)) return false
    const path = url.pathname.slice(picturesPrefix.length)
    const found = safePath.test(path) ? await stat(join(folder, path)).catch(() => undefined) : undefined
    if (found === undefined || !found.isFile()) throw new ProblemError(404, 'not_found')
    const file = join(folder, path)
    await send(
      req,
      res,
      path.endsWith('.svg')
        ? await drawingAnswer(req, file, found, always)
        : fileAnswer(req, file, found, [...fixed, ...always]),
    )
    return true
  }
}

/**
 * A drawing, compressed as the client accepts it. The shop's own code writes all drawings; an import never brings one.
 */
async function drawingAnswer(req: Exchange['req'], file: string, found: Stats, always: HeaderList): Promise<Answer> {
  const encoding = smallEncoding(acceptedEncodings(req.headers['accept-encoding']))
  const etag = entityTag(found, encoding)
  const shared = [...immutable, 'ETag', etag, 'Vary', 'Accept-Encoding', ...picturePolicy, ...always]
  if (req.headers['if-none-match'] === etag) return { status: 304, headers: shared }
  const headers = ['Content-Type', contentType(file), ...shared]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  return { status: 200, headers, body: await compress(await readFile(file), encoding, brotliQuality) }
}

function entityTag({ size, mtimeMs }: Stats, encoding?: string): string {
  return `"${[size.toString(36), Math.round(mtimeMs).toString(36), ...(encoding ? [encoding] : [])].join('-')}"`
}

/** A file that never changes, whole or the part that is asked for. */
export function fileAnswer(req: Exchange['req'], file: string, found: Stats, always: HeaderList): Answer {
  const { size } = found
  const etag = entityTag(found)
  const shared = ['ETag', etag, 'Accept-Ranges', 'bytes', ...always]
  if (req.headers['if-none-match'] === etag) return { status: 304, headers: shared }
  const range = byteRange(req.headers.range, size)
  if (range === 'unsatisfiable') return { status: 416, headers: [...shared, 'Content-Range', `bytes */${size}`] }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = ['Content-Type', contentType(file), 'Content-Length', String(end - start + 1), ...shared]
  if (range !== undefined) headers.push('Content-Range', `bytes ${start}-${end}/${size}`)
  const body = req.method === 'HEAD' ? undefined : createReadStream(file, { start, end })
  return { status: range === undefined ? 200 : 206, headers, body }
}
