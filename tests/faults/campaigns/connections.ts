import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import { href } from '../../../src/routes.ts'
import { orBroken } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'

const [mostIdle, mostSlow] = [10_000, 3_000]
const openedAtOnce = 200
const byteEveryMs = 2_000
const seconds = 15
const askEveryMs = 20
const slowestCachedMs = 200

/** Thousands of connections that send nothing, or their headers byte by byte, while others ask for a cached page. */
export const connections: Campaign = {
  name: 'connections',
  about: '10,000 idle and 3,000 slow connections, while others see a cached page',
  run: async (ground) => {
    const data = await ground.newShop(ground.anyEngine)
    await using shop = await FaultShop.start(data, { CONNECTIONS: '20000' })
    using client = new Client(shop.origin, 8)
    const before = await watch(client)
    using crowd = new Crowd(Number(new URL(shop.origin).port))
    await crowd.open(ground.size(mostIdle), ground.size(mostSlow))
    const during = await watch(client)
    const { memory } = shop
    return judge(ground, { before, during, crowd, megabytes: memory.residentMB })
  },
}

class Crowd {
  idle = 0
  slow = 0
  /** Slow connections that the shop closed; each is opened again. */
  closed = 0
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  readonly #slow = new Set<Socket>()
  #isOver = false

  constructor(port: number) {
    this.#port = port
    this.#timer = setInterval(() => {
      for (const socket of this.#slow) socket.write('a')
    }, byteEveryMs)
  }

  /** Resolves when all are connected. */
  async open(idle: number, slow: number): Promise<void> {
    for (let at = 0; at < idle; at += openedAtOnce)
      await Promise.all(Array.from({ length: Math.min(openedAtOnce, idle - at) }, () => this.#connect()))
    this.idle = this.#sockets.size
    for (let at = 0; at < slow; at += openedAtOnce)
      await Promise.all(Array.from({ length: Math.min(openedAtOnce, slow - at) }, () => this.#crawl()))
    this.slow = this.#slow.size
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
  }

  #connect(): Promise<Socket> {
    const { promise, resolve } = Promise.withResolvers<Socket>()
    const socket = connect(this.#port, '127.0.0.1', () => resolve(socket))
    this.#sockets.add(socket)
    socket.on('error', () => resolve(socket))
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (this.#slow.delete(socket) && !this.#isOver) {
        this.closed += 1
        void this.#crawl()
      }
    })
    return promise
  }

  async #crawl(): Promise<void> {
    const socket = await this.#connect()
    socket.write(`GET ${href('en', 'home')} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `)
    this.#slow.add(socket)
  }
}

type Watched = { times: number[]; failed: number }

async function watch(client: Client): Promise<Watched> {
  const asked: Promise<{ status: number; ms: number }>[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(askEveryMs))
    asked.push(orBroken(client.ask({ path: href('en', 'home') })))
  const answers = await Promise.all(asked)
  return { times: answers.map(({ ms }) => ms), failed: answers.filter(({ status }) => status !== 200).length }
}

type Seen = { before: Watched; during: Watched; crowd: Crowd; megabytes: number }

function judge({ anyEngine: engine }: Ground, { before, during, crowd, megabytes }: Seen): Finding[] {
  const alone = percentile(before.times, 0.99).toFixed(1)
  const crowded = `${crowd.idle} idle, ${crowd.slow} slow; ${crowd.closed} slow ones closed and opened again`
  return [
    count(
      'connections: cached pages that failed',
      during.failed,
      { exactly: 0 },
      {
        engine,
        beside: `of ${during.times.length}, with ${crowded}`,
      },
    ),
    timing('connections: cached page, p99', percentile(during.times, 0.99), 'ms', {
      engine,
      bar: { atMost: slowestCachedMs },
      beside: `p50 ${percentile(during.times, 0.5).toFixed(1)} ms; without them p99 ${alone}`,
    }),
    timing('connections: memory of the shop', megabytes, 'MB', { engine }),
  ]
}
