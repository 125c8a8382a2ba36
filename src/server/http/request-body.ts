import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchScreen } from '../../routes.ts'
import { ProblemError } from './problem.ts'

const KB = 1024
const DEFAULT_LIMIT = 64 * KB
const FILE_LIMIT = 2048 * KB
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^\/api\/(sync-cart|sync-coupons|checkout)$/, 1024 * KB],
  [/^\/api\/preview-html$/, 1024 * KB],
  [/^\/excel-to-cart$/, FILE_LIMIT],
  [/^\/api\/payments\/[^/]+\/webhook$/, 256 * KB],
]

/** How many bytes a request to this path may carry. */
export function bodyLimit(pathname: string): number {
  const trimmed = pathname.replace(/(?<!\/)\/+$/, '')
  if (matchScreen(trimmed)?.screen === 'excel-order') return FILE_LIMIT
  return LIMITS.find(([path]) => path.test(trimmed))?.[1] ?? DEFAULT_LIMIT
}

/** The whole body, refused with 413 by its declared length or, when that lies or is missing, while it arrives. */
export async function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Buffer | undefined> {
  if (req.method === 'GET' || req.method === 'HEAD') return undefined
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue()
  return collect(req, limit)
}

function collect(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
      else fail(tooLarge(limit))
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', fail)
    req.on('close', () => req.complete || fail(new ProblemError(400, 'request_aborted')))

    function fail(error: Error): void {
      req.removeAllListeners('data')
      reject(error)
    }
  })
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError(413, 'body_too_large', {
    detail: `At most ${limit} bytes are taken here.`,
    headers: { Connection: 'close' },
  })
}
