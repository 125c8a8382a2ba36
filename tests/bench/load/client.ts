import { once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export type Asked = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
export type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer; ms: number }

/** What browsers send with https, and on a loopback address. */
const ofBrowsers = 'gzip, deflate, br, zstd'

/**
 * An HTTP client with this many kept-alive connections; it accepts the encodings of browsers, unless `headers` say
 * others, and does not decompress answers.
 */
export class Client {
  readonly #origin: URL
  readonly #agent: Agent

  constructor(origin: string, connections: number) {
    this.#origin = new URL(origin)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  async ask({ path, method = 'GET', headers = {}, body }: Asked): Promise<Answered> {
    const started = performance.now()
    const sent = request({
      host: this.#origin.hostname,
      port: this.#origin.port,
      path,
      method,
      agent: this.#agent,
      headers: {
        'accept-encoding': ofBrowsers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    })
    sent.end(body)
    const [response] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: Buffer.concat(chunks),
      ms: performance.now() - started,
    }
  }

  /** Requests an uncompressed answer, so that it can be read. */
  postJson(path: string, value: unknown): Promise<Answered> {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' }
    return this.ask({ path, method: 'POST', headers, body: JSON.stringify(value) })
  }

  postForm(path: string, fields: Record<string, string>): Promise<Answered> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.ask({ path, method: 'POST', headers, body: new URLSearchParams(fields).toString() })
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
