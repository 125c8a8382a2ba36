import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { byteRange } from './byte-range.ts'
import { contentType } from './content-types.ts'
import type { Exchange, Step } from '../exchange.ts'
import { ProblemError } from '../answers/problem.ts'
import type { HeaderList } from '../answers/security-headers.ts'
import { send, type Answer } from '../answers/send.ts'

const picturesPrefix = '/pictures/'
/** Letters, digits, inner dots and dashes: no hidden files, no path outside the folder. */
const safePath = /^(?:[a-zA-Z0-9_-][a-zA-Z0-9._-]*\/)*[a-zA-Z0-9_-][a-zA-Z0-9._-]*\.(?:avif|webp|jpg|png|svg)$/
const picturePolicy = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
]

/** Serves product pictures from the data folder; their names change with their content, so they are immutable. */
export function picturesStep(folder: string, always: HeaderList): Step {
  return async ({ req, res, url }) => {
    if (!url.pathname.startsWith(picturesPrefix)) return false
    const path = url.pathname.slice(picturesPrefix.length)
    const found = safePath.test(path) ? await stat(join(folder, path)).catch(() => undefined) : undefined
    if (found === undefined || !found.isFile()) throw new ProblemError(404, 'not_found')
    await send(req, res, pictureAnswer(req, join(folder, path), found, always))
    return true
  }
}

function pictureAnswer(req: Exchange['req'], file: string, { size, mtimeMs }: Stats, always: HeaderList): Answer {
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  const shared = [
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'ETag',
    etag,
    'Accept-Ranges',
    'bytes',
    ...picturePolicy,
    ...always,
  ]
  if (req.headers['if-none-match'] === etag) return { status: 304, headers: shared }
  const range = byteRange(req.headers.range, size)
  if (range === 'unsatisfiable') return { status: 416, headers: [...shared, 'Content-Range', `bytes */${size}`] }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = ['Content-Type', contentType(file), 'Content-Length', String(end - start + 1), ...shared]
  if (range !== undefined) headers.push('Content-Range', `bytes ${start}-${end}/${size}`)
  const body = req.method === 'HEAD' ? undefined : createReadStream(file, { start, end })
  return { status: range === undefined ? 200 : 206, headers, body }
}
