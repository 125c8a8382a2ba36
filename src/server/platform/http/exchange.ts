import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request in the pipeline. */
export type Exchange = {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** A uuid v7 created here; ids from outside are ignored. */
  readonly id: string
  /** Always on ORIGIN, whatever the Host header is. */
  readonly url: URL
  /** The shopper's address, after the trusted proxies. */
  readonly address: string
  /** Aborted when the shopper leaves before the answer is written. */
  readonly gone: AbortSignal
}

/** Answers the request and returns true, or passes it to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>

/** Creates the `gone` signal of an answer. */
export function goneSignal(res: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}
