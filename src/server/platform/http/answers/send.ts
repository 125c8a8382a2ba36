import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Answer = {
  readonly status: number
  /** Flat list (name, value, …) as writeHead takes it; a name may occur twice. */
  readonly headers: readonly string[]
  readonly body?: Buffer | Readable | undefined
}

/** Writes a complete answer; a HEAD request gets only the headers. */
export async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  if (res.headersSent || res.destroyed) return
  const length = Buffer.isBuffer(body) ? ['Content-Length', String(body.length)] : []
  res.writeHead(status, [...headers, ...length])
  if (req.method === 'HEAD' && body instanceof Readable) body.destroy()
  if (req.method === 'HEAD' || body === undefined) res.end()
  else if (Buffer.isBuffer(body)) res.end(body)
  else await pipeline(body, res)
}
