import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { percentile } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import { endWithBench } from '../../bench/own-processes.ts'
import { orBroken } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import type { CrowdMessage } from './crowd-process.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'

const [maxIdle, maxSlow] = [10_000, 3_000]
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
    const before = await watch(client, shop)
    const port = Number(new URL(shop.origin).port)
    await using crowd = await CrowdProcess.start(port, ground.size(maxIdle), ground.size(maxSlow))
    const during = await watch(client, shop)
    const { memory } = shop
    return judge(ground, { before, during, crowd: crowd.said, megabytes: memory.residentMB })
  },
}

/** A process of its own, so that its work does not count as the shop's. */
class CrowdProcess implements AsyncDisposable {
  said: CrowdMessage = { idle: 0, slow: 0, closed: 0 }
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
    endWithBench(child, 'SIGKILL')
    child.on('message', (said: CrowdMessage) => {
      this.said = said
    })
  }

  /** Resolves when all are connected. */
  static async start(port: number, idle: number, slow: number): Promise<CrowdProcess> {
    const program = new URL('./crowd-process.ts', import.meta.url)
    const crowd = new CrowdProcess(fork(program, [port, idle, slow].map(String), { execArgv: [] }))
    await once(crowd.#child, 'message')
    return crowd
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

/**
 * Of the shop for a second: `processorMs` of all its threads, and `waitedMs` that its main thread waited for a core.
 * `ownMs`: how late the client itself was, p99.
 */
type Watched = { times: number[]; failed: number; processorMs: number; waitedMs: number; ownMs: number }

async function watch(client: Client, shop: FaultShop): Promise<Watched> {
  const asked: Promise<{ status: number; ms: number }>[] = []
  const own = monitorEventLoopDelay({ resolution: 1 })
  own.enable()
  const [began, used, waited] = [performance.now(), shop.processorMs, shop.waitedMs]
  while (performance.now() < began + seconds * 1000) {
    asked.push(orBroken(client.ask({ path: href('en', 'home') })))
    await sleep(askEveryMs)
  }
  const answers = await Promise.all(asked)
  own.disable()
  const inASecond = (ms: number) => (ms * 1000) / (performance.now() - began)
  return {
    times: answers.map(({ ms }) => ms),
    failed: answers.filter(({ status }) => status !== 200).length,
    processorMs: inASecond(shop.processorMs - used),
    waitedMs: inASecond(shop.waitedMs - waited),
    ownMs: own.percentile(99) / 1e6,
  }
}

type Seen = { before: Watched; during: Watched; crowd: CrowdMessage; megabytes: number }

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
      beside:
        `p50 ${percentile(during.times, 0.5).toFixed(1)} ms; without them p99 ${alone}; ` +
        `the client itself was late by ${during.ownMs.toFixed(1)}, before ${before.ownMs.toFixed(1)} ms (p99)`,
    }),
    timing('connections: processor time of the shop for a second', during.processorMs, 'ms', {
      engine,
      beside:
        `without them ${before.processorMs.toFixed(0)} ms; its main thread waited ${during.waitedMs.toFixed(0)} ms ` +
        `for a core, without them ${before.waitedMs.toFixed(0)} ms`,
    }),
    timing('connections: memory of the shop', megabytes, 'MB', { engine }),
  ]
}
