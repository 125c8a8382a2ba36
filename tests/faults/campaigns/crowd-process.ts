import { connect, type Socket } from 'node:net'
import { href } from '../../../src/routes.ts'

/** What the process of the crowd says when all are connected, and of those that were closed since, each time. */
export type CrowdMessage = { idle: number; slow: number; closed: number }

const openedAtOnce = 200
const byteEveryMs = 2_000
/** Slow senders do not all send at the same moment. */
const shares = 100

/** Idle connections, and slow ones that send their headers byte by byte. Started by the campaign `connections`. */
class Crowd {
  /** Slow connections that the shop closed; each is opened again. */
  closed = 0
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  readonly #slow = new Set<Socket>()
  #share = 0

  constructor(port: number) {
    this.#port = port
    setInterval(() => this.#send(), byteEveryMs / shares)
  }

  /** Resolves when all are connected. */
  async open(idle: number, slow: number): Promise<CrowdMessage> {
    for (let at = 0; at < idle; at += openedAtOnce)
      await Promise.all(Array.from({ length: Math.min(openedAtOnce, idle - at) }, () => this.#connect()))
    const connected = this.#sockets.size
    for (let at = 0; at < slow; at += openedAtOnce)
      await Promise.all(Array.from({ length: Math.min(openedAtOnce, slow - at) }, () => this.#crawl()))
    return { idle: connected, slow: this.#slow.size, closed: this.closed }
  }

  #send(): void {
    this.#share = (this.#share + 1) % shares
    let at = 0
    for (const socket of this.#slow) if ((at += 1) % shares === this.#share) socket.write('a')
  }

  #connect(): Promise<Socket> {
    const { promise, resolve } = Promise.withResolvers<Socket>()
    const socket = connect(this.#port, '127.0.0.1', () => resolve(socket))
    this.#sockets.add(socket)
    socket.on('error', () => resolve(socket))
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (!this.#slow.delete(socket)) return
      this.closed += 1
      void this.#crawl()
    })
    return promise
  }

  async #crawl(): Promise<void> {
    const socket = await this.#connect()
    socket.write(`GET ${href('en', 'home')} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `)
    this.#slow.add(socket)
  }
}

const [port = 0, idle = 0, slow = 0] = process.argv.slice(2).map(Number)
const crowd = new Crowd(port)
const opened = await crowd.open(idle, slow)
process.send?.(opened)
setInterval(() => process.send?.({ ...opened, closed: crowd.closed } satisfies CrowdMessage), 1_000)
process.once('disconnect', () => process.exit())
