import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import { percentile } from '../../bench/figure.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { freePort } from '../../support/free-port.ts'
import { recipe } from './balancer.ts'
import { count, timing, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { inProduction, type NginxProcess } from './nginx-process.ts'
import { startNginx } from './nodes.ts'
import { TlsClient, untilServing } from './tls-client.ts'

const engine = 'PostgreSQL'
const perSecond = 50

/** Two nodes behind nginx are restarted by rolling-restart.sh under load; then one of them is killed. */
export async function rollingOn(ground: Ground): Promise<Finding[]> {
  if (!ground.engines.includes(engine)) return []
  const data = await ground.newShop(engine)
  const ports = [await freePort(), await freePort()]
  const nodes = new Map<number, FaultShop>()
  const start = async (port: number) => nodes.set(port, await FaultShop.start(data, inProduction, port))
  for (const port of ports) await start(port)
  await using front = await startNginx(ports)
  try {
    return await rollAndKill({ ground, data, ports, nodes, start, front })
  } finally {
    for (const node of nodes.values()) await node.end('SIGTERM')
  }
}

type Rolling = {
  ground: Ground
  data: ShopData
  ports: number[]
  nodes: Map<number, FaultShop>
  start: (port: number) => Promise<unknown>
  front: NginxProcess
}

async function rollAndKill({ ground, data, ports, nodes, start, front }: Rolling): Promise<Finding[]> {
  const { productPaths } = await readCatalogue(data, 'en', 100)
  using client = new TlsClient(front, '127.0.0.1', 100)
  await untilServing(client)
  const rounds = ground.size(3)
  const roll = new Load(client, productPaths)
  const codes: (number | null)[] = []
  for (let round = 0; round < rounds; round += 1) codes.push(await rollingRestart(front, nodes, start))
  const rolled = await roll.end()
  const kill = new Load(client, productPaths)
  await sleep(1_000)
  await nodes.get(ports[0] ?? 0)?.kill()
  await sleep(2_000)
  const killed = await kill.end()
  const failed = ({ answers }: Ended) => answers.filter(({ status }) => status !== 200)
  const told = (ended: Ended) => {
    const kinds = Map.groupBy(failed(ended), ({ what, status }) => `${what} ${status}`)
    return `of ${ended.answers.length} ${[...kinds].map(([kind, each]) => `${each.length} x ${kind}`).join(', ')}`
  }
  return [
    count(
      'nginx: rolling restarts that did not end well',
      codes.filter((code) => code !== 0).length,
      { exactly: 0 },
      {
        engine,
        beside: `of ${rounds}`,
      },
    ),
    count(
      'nginx: requests that failed during rolling restarts',
      failed(rolled).length,
      { exactly: 0 },
      {
        engine,
        beside: told(rolled),
      },
    ),
    timing(
      'nginx: answer during rolling restarts, p99',
      percentile(
        rolled.answers.map(({ ms }) => ms),
        0.99,
      ),
      'ms',
      {
        engine,
      },
    ),
    count(
      'nginx: pages and carts that failed after kill -9 of one node',
      failed(killed).length,
      { exactly: 0 },
      { engine, beside: told(killed) },
    ),
  ]
}

/** Runs the script of the recipe, whose command to restart a node waits until a file that it leaves is removed. */
async function rollingRestart(
  front: NginxProcess,
  nodes: Map<number, FaultShop>,
  start: (port: number) => Promise<unknown>,
): Promise<number | null> {
  const file = path.join(front.folder, 'restart-')
  const script = spawn(recipe('rolling-restart.sh'), [], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODES: path.join(front.folder, 'shop-nodes.conf'),
      RELOAD: front.reload,
      RESTART: `touch ${file}%PORT; while [ -e ${file}%PORT ]; do sleep 0.05; done`,
      QUIET: '1',
    },
  })
  const ended = once(script, 'exit')
  const isOver = ended.then(() => true)
  while (!(await Promise.race([isOver, sleep(50, false)])))
    for (const [port, node] of nodes)
      if (existsSync(file + port)) {
        await node.end('SIGTERM')
        await start(port)
        rmSync(file + port)
      }
  return script.exitCode
}

type Told = { what: 'page' | 'cart'; status: number; ms: number }
type Ended = { answers: Told[] }

/** Pages and priced carts in turn, at an even pace, however long each takes. */
class Load {
  readonly #client: TlsClient
  readonly #paths: readonly string[]
  readonly #running: Promise<Told[]>
  #isOver = false

  constructor(client: TlsClient, paths: readonly string[]) {
    this.#client = client
    this.#paths = paths
    this.#running = this.#run()
  }

  async end(): Promise<Ended> {
    this.#isOver = true
    return { answers: await this.#running }
  }

  async #run(): Promise<Told[]> {
    const answers: Promise<Told>[] = []
    const begun = performance.now()
    for (let at = 0; !this.#isOver; at += 1) {
      answers.push(this.#one(at))
      await sleep(Math.max(0, begun + ((at + 1) * 1000) / perSecond - performance.now()))
    }
    return Promise.all(answers)
  }

  async #one(at: number): Promise<Told> {
    const started = performance.now()
    const isCart = at % 5 === 0
    const { status } = await this.#client.ask(
      isCart
        ? {
            path: '/api/sync-cart?locale=sv',
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"items":[]}',
          }
        : { path: this.#paths[at % this.#paths.length] ?? '/en' },
    )
    return { what: isCart ? 'cart' : 'page', status, ms: performance.now() - started }
  }
}
