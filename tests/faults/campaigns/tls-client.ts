import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Balancer } from './balancer.ts'

export type TlsAsked = {
  path: string
  method?: string
  host?: string
  serverName?: string
  headers?: Record<string, string>
  body?: string | Buffer
}
export type TlsAnswered = { status: number; headers: IncomingMessage['headers']; text: string }

const host = 'shop.example'
const timeoutMs = 40_000

/** A browser-like client that comes by TLS to a balancer from an address of its own, and keeps cookies. */
export class TlsClient implements Disposable {
  readonly #agent: Agent
  readonly #port: number
  readonly #cookies = new Map<string, string>()

  readonly #keepsCookies: boolean

  constructor(
    { port, folder }: Pick<Balancer, 'port' | 'folder'>,
    localAddress = '127.0.0.1',
    connections = 8,
    keepsCookies = true,
  ) {
    this.#port = port
    this.#keepsCookies = keepsCookies
    const ca = readFileSync(path.join(folder, 'shop.crt'))
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, ca, localAddress })
  }

  /** Status 0 where the connection broke, or none was made. */
  async ask(asked: TlsAsked): Promise<TlsAnswered> {
    try {
      const response = await this.open(asked)
      const pieces: Buffer[] = await response.toArray()
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(pieces).toString(),
      }
    } catch {
      return { status: 0, headers: {}, text: '' }
    }
  }

  form(asked: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.ask({ path: asked, method: 'POST', headers: { ...type, ...headers }, body })
  }

  /** The answer as soon as its headers are there; its body is still to be read. */
  async open({ path: asked, method = 'GET', headers = {}, body, ...names }: TlsAsked): Promise<IncomingMessage> {
    const cookie = [...this.#cookies].map((each) => each.join('=')).join('; ')
    const sent = request({
      host: '127.0.0.1',
      port: this.#port,
      servername: names.serverName ?? host,
      path: asked,
      method,
      agent: this.#agent,
      timeout: timeoutMs,
      headers: {
        host: names.host ?? host,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    })
    sent.once('timeout', () => sent.destroy())
    sent.end(body)
    const [response]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]
    if (this.#keepsCookies) this.#keep(response.headers['set-cookie'] ?? [])
    return response
  }

  #keep(cookies: readonly string[]): void {
    for (const each of cookies) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

/** Waits until the shop answers through the balancer. */
export async function untilServing(client: TlsClient): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await client.ask({ path: '/healthz' })).status === 200) return
    await sleep(100)
  }
  throw new Error('The balancer did not serve within ten seconds.')
}
