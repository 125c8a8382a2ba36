import { open, type FileHandle } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { apiPaths } from '../../../../routes.ts'
import type { Env } from '../../env.ts'
import { Admission } from '../admission.ts'
import { acceptedEncodings } from '../answers/compress.ts'
import { matchesHash } from '../answers/entity-tags.ts'
import { ProblemError } from '../answers/problem.ts'
import { inertPolicy, type HeaderList } from '../answers/security-headers.ts'
import { send } from '../answers/send.ts'
import type { Exchange, Step } from '../exchange.ts'
import { BusyError } from '../lanes.ts'
import { networkOf } from '../network.ts'

const prefix = `${apiPaths.productFeeds}/`
const ending = '.xml'
const fixed = [
  'Content-Type',
  'application/xml; charset=utf-8',
  'Cache-Control',
  'public, max-age=3600, no-transform',
  'Vary',
  'Accept-Encoding',
  'X-Robots-Tag',
  'noindex',
]
const maxWaitMs = 5_000

type Options = {
  /** The compressed file of a feed by the name in its address; undefined for names that are not configured. */
  fileOf: (name: string) => string | undefined
  limits: Pick<Env, 'REQUESTS_AT_ONCE' | 'REQUESTS_PER_NETWORK'>
  always: HeaderList
}

/**
 * Serves the files for comparison sites as they are kept, compressed, and unpacked to clients that cannot read them so.
 * A file is opened once, so that an answer stays whole while the file is replaced.
 */
export function productFeedsStep({ fileOf, limits, always }: Options): Step {
  const perNetwork = limits.REQUESTS_PER_NETWORK
  const places = new Admission({ all: limits.REQUESTS_AT_ONCE, perNetwork, waiting: perNetwork, maxWaitMs })
  return async (exchange) => {
    const { req, url } = exchange
    if (!url.pathname.startsWith(prefix)) return false
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new ProblemError(405, 'method_not_allowed', { headers: { Allow: 'GET, HEAD' } })
    const name = url.pathname.slice(prefix.length)
    const path = name.endsWith(ending) ? fileOf(name.slice(0, -ending.length)) : undefined
    const file = path === undefined ? undefined : await openIfThere(path)
    if (!file) throw new ProblemError(404, 'not_found')
    try {
      await answer(exchange, file, places, always)
    } finally {
      await file.close().catch(() => {})
    }
    return true
  }
}

/** Opens a file; undefined where it was not written yet. Throws what else the file system says. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function answer(exchange: Exchange, file: FileHandle, places: Admission, always: HeaderList): Promise<void> {
  const { req, res, id } = exchange
  const { size, mtime, mtimeMs } = await file.stat()
  const isPacked = acceptedEncodings(req.headers['accept-encoding']).has('gzip')
  const version = `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`
  const tag = `"${version}${isPacked ? '-gzip' : ''}"`
  const shared = ['ETag', tag, 'Last-Modified', mtime.toUTCString(), ...fixed, ...inertPolicy, ...always]
  const headers = [...shared, 'X-Request-Id', id]
  if (matchesHash(req.headers['if-none-match'], version)) return send(req, res, { status: 304, headers })
  if (isPacked) headers.push('Content-Encoding', 'gzip', 'Content-Length', String(size))
  if (req.method === 'HEAD') return send(req, res, { status: 200, headers })
  const leave = await places.enter(networkOf(exchange.address), exchange.gone)
  if (!leave) throw new BusyError()
  try {
    await send(req, res, { status: 200, headers, body: bodyOf(file, isPacked) })
  } finally {
    leave()
  }
}

function bodyOf(file: FileHandle, isPacked: boolean): Readable {
  const packed = file.createReadStream()
  // Errors reach whoever sends the answer.
  return isPacked ? packed : pipeline(packed, createGunzip(), () => {})
}
