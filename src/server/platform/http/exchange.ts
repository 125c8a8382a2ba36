import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request on its way through the pipeline. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** uuid v7, made here; no id from outside is taken over. */
  readonly id: string
  /** Always on ORIGIN, whatever the Host header says. */
  readonly url: URL
  /** The shopper's address after trusted proxies were counted off. */
  readonly address: string
  /** Aborted when the shopper leaves before the answer is written. */
  readonly gone: AbortSignal
}

/** Answers the request and gives true, or leaves it to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>

/** A signal for `gone` of this answer. */
export function goneSignal(res: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}
