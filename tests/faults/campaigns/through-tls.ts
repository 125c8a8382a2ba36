import { Client, type Answered, type Asked } from '../../bench/load/client.ts'
import type { Balancer } from './balancer.ts'
import { TlsClient, untilServing } from './tls-client.ts'

/** The client of the campaigns' shoppers, which comes to the shop through a balancer with TLS and keeps no cookies. */
export class ThroughTls extends Client {
  readonly #tls: TlsClient

  constructor(balancer: Balancer, connections: number) {
    super(`https://127.0.0.1:${balancer.port}`, 1)
    this.#tls = new TlsClient(balancer, '127.0.0.1', connections, false)
  }

  untilServing(): Promise<void> {
    return untilServing(this.#tls)
  }

  /** Throws where the connection broke, as `Client` does. */
  override async ask({ path, method = 'GET', headers = {}, body }: Asked): Promise<Answered> {
    const started = performance.now()
    const asked = {
      path,
      method,
      headers: { 'accept-encoding': 'br', ...headers },
      ...(body === undefined ? {} : { body }),
    }
    const response = await this.#tls.open(asked)
    const pieces: Buffer[] = await response.toArray()
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: Buffer.concat(pieces),
      ms: performance.now() - started,
    }
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]()
    this.#tls[Symbol.dispose]()
  }
}
