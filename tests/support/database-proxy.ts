import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * A proxy in front of a PostgreSQL server. `shut` simulates a stopped server: connections break and new ones are
 * refused. `freeze` simulates a hanging one, as after SIGSTOP: connections are accepted, but nothing is answered until
 * it resumes.
 */
export class DatabaseProxy {
  #target: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server
  #port = 0
  #isFrozen = false

  private constructor(target: { host: string; port: number }) {
    this.#target = target
    this.#server = this.#newServer()
  }

  /** @returns the proxy and the URL of the same database behind it. */
  static async open(databaseUrl: string): Promise<{ proxy: DatabaseProxy; url: string }> {
    const url = new URL(databaseUrl)
    const proxy = new DatabaseProxy({ host: url.hostname, port: Number(url.port || 5432) })
    await proxy.#listen()
    url.hostname = '127.0.0.1'
    url.port = String(proxy.#port)
    return { proxy, url: url.href }
  }

  async shut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  freeze(): void {
    this.#isFrozen = true
    for (const socket of this.#sockets) socket.pause()
  }

  async open(): Promise<void> {
    this.#isFrozen = false
    for (const socket of this.#sockets) socket.resume()
    if (this.#server.listening) return
    this.#server = this.#newServer()
    await this.#listen()
  }

  /** Leads to another server from now on, as an address does after a failover; what is connected is cut. */
  leadTo(databaseUrl: string): void {
    const url = new URL(databaseUrl)
    this.#target = { host: url.hostname, port: Number(url.port || 5432) }
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shut()
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  #newServer(): Server {
    return createServer((client) => {
      const upstream = connect(this.#target)
      this.#join(client, upstream)
      this.#join(upstream, client)
    })
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.once('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
    if (this.#isFrozen) from.pause()
  }
}
