import { Agent, request } from 'node:http'
import type { Readable } from 'node:stream'

export type RawAsked = {
  path: string
  method: string
  headers?: Record<string, string>
  body?: Buffer | Readable | undefined
}
export type RawAnswered = { status: number; headers: NodeJS.Dict<string | string[]>; text: string; ms: number }

const timeoutMs = 40_000

/**
 * A client that sends exactly what it is given and accepts any result: a broken connection or a timeout is status 0.
 */
export class RawClient {
  readonly #origin: URL
  readonly #agent: Agent

  constructor(origin: string, connections: number) {
    this.#origin = new URL(origin)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  ask({ path, method, headers = {}, body }: RawAsked): Promise<RawAnswered> {
    const started = performance.now()
    const { promise, resolve } = Promise.withResolvers<RawAnswered>()
    const broken = (): void => resolve({ status: 0, headers: {}, text: '', ms: performance.now() - started })
    const length = Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {}
    const sent = request(
      {
        host: this.#origin.hostname,
        port: this.#origin.port,
        path,
        method,
        agent: this.#agent,
        headers: { ...length, ...headers },
        timeout: timeoutMs,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            ms: performance.now() - started,
          }),
        )
        response.once('error', broken)
      },
    )
    sent.once('timeout', () => sent.destroy())
    sent.once('error', broken)
    if (body === undefined || Buffer.isBuffer(body)) sent.end(body)
    else body.once('error', broken).pipe(sent)
    return promise
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
