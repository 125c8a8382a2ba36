import type { IncomingMessage } from 'node:http'
import { matchScreen } from '../../../routes.ts'
import { ProblemError } from './answers/problem.ts'
import type { Exchange } from './exchange.ts'
import { enterLane, type Lanes } from './lanes.ts'

const kibibyte = 1024
/** What anybody may send anywhere. */
const defaultLimit = 64 * kibibyte
const fileLimit = 2048 * kibibyte
/** 500 lines with their notes, which are three times as long in a form. */
const listLimit = 512 * kibibyte
/**
 * A record's texts in the console: 20,000 letters in two languages, twice because the form also has what it had shown,
 * each letter of up to 9 bytes in a form.
 */
const recordLimit = 1024 * kibibyte
/** 100,000 prices as text; what they are read from is smaller (price-lists/read-price-file.ts). */
const priceListLimit = 8192 * kibibyte
/** A guide of 60 steps as it is typed. */
const previewLimit = 1024 * kibibyte
const limitsByPath: readonly (readonly [RegExp, number])[] = [
  [/^\/api\/(sync-cart|sync-coupons|checkout)$/, 1024 * kibibyte],
  [/^\/api\/preview-html$/, previewLimit],
  [/^\/excel-to-cart$/, fileLimit],
  [/^\/console\/payouts$/, fileLimit],
  [/^\/console\/settings\/brand$/, fileLimit + defaultLimit],
  [/^\/console\/price-lists\/[^/]+$/, priceListLimit],
  [/^\/console\/content\/[^/]+\/[^/]+$/, fileLimit],
  [/^\/console\/(?!sign-in|invitation)/, recordLimit],
  [/^\/api\/payments\/[^/]+\/webhook$/, 256 * kibibyte],
]

/** Forms with files that are written to disk while they arrive. */
const streamedForms = /^\/console\/(?:imports\/new|pictures\/[^/]+|products\/[^/]+\/files)$/

/** Whether the body of a path is handed on as it arrives; who reads it limits it. */
export function isStreamed({ method }: Pick<IncomingMessage, 'method'>, pathname: string): boolean {
  return method === 'POST' && streamedForms.test(pathname)
}

/** How long a sender of whose body nothing more is read may read the answer before the connection is closed. */
const lingerMs = 5000

/** Discards the rest of a body, because a reset would destroy the answer before the sender reads it. */
export function cutLater(req: IncomingMessage): void {
  void discarded(req).then(() => req.complete || req.destroy())
}

/** Resolves when the rest of a body has been discarded, or its sender has had time to read an answer. */
export function discarded(req: IncomingMessage): Promise<void> {
  if (req.complete || req.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  req.removeAllListeners('data')
  req.resume()
  const timer = setTimeout(resolve, lingerMs)
  timer.unref()
  for (const event of ['end', 'close']) req.once(event, resolve)
  return promise.finally(() => clearTimeout(timer))
}

/** Returns the maximum body size in bytes for a path. */
export function bodyLimit(pathname: string): number {
  const trimmed = pathname.replace(/(?<!\/)\/+$/, '')
  const screen = matchScreen(trimmed)?.screen
  if (screen === 'excel-order') return fileLimit
  if (screen === 'my-account-list') return listLimit
  if (screen === 'page-preview') return previewLimit
  return limitsByPath.find(([path]) => path.test(trimmed))?.[1] ?? defaultLimit
}

/** Whether a request says that its body is longer than anybody may send, or does not say how long it is. */
export function isLong({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && declaredLength(headers) > defaultLimit
}

function declaredLength(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : Infinity))
}

/** Refuses a long form of the console before any of it is read, because its sender is not known to work there. */
export function strangersForm(): ProblemError {
  return new ProblemError(413, 'signed_out', { headers: { Connection: 'close' } })
}

/**
 * Reads the whole body. Too large a body is refused with 413, by its declared length or while it arrives. Large bodies
 * and those of unknown length need a slot: otherwise a few slow senders would fill the memory.
 */
export async function readBody(exchange: Exchange, limit: number, lanes?: Lanes): Promise<Buffer | undefined> {
  const { req, res } = exchange
  if (req.method === 'GET' || req.method === 'HEAD') return undefined
  const declared = declaredLength(req.headers)
  if (declared !== Infinity && declared > limit) throw tooLarge(limit)
  const leave = lanes && declared > defaultLimit ? await enterLane(lanes, 'uploads', exchange) : undefined
  try {
    if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue()
    return await collect(req, limit)
  } finally {
    leave?.()
  }
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
    // A sender that leaves, or is too slow, is no fault of the shop or its database.
    req.on('error', (cause) => fail(new ProblemError(400, 'request_aborted', { cause })))
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
