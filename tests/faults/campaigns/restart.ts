import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../../bench/catalogue.ts'
import { percentile } from '../../bench/figure.ts'
import { Client, type Answered } from '../../bench/load/client.ts'
import { freePort } from '../../support/free-port.ts'
import { isConfirmation, look, orBroken, place, startCheckout, stockedProducts } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { TinyBalancer } from './tiny-balancer.ts'

const engine = 'PostgreSQL'
export const perSecond = 100
/** How long both nodes serve before the first one ends, which shows whether the machine is too busy for the load. */
const quietSeconds = 4
/** Every n-th request is an order. */
const orderEvery = 10

/** Two nodes behind a balancer are restarted one after the other under load. */
export const restart: Campaign = {
  name: 'restart',
  about: 'rolling restart of two nodes at 100 requests/s',
  run: async (ground) => (ground.engines.includes(engine) ? restartOn(ground) : []),
}

async function restartOn(ground: Ground): Promise<Finding[]> {
  const rounds = ground.size(3)
  const data = await ground.newShop(engine)
  const [product] = await stockedProducts(data, 1_000_000, 1)
  const { productPaths } = await readCatalogue(data, 'en', 200)
  await using balancer = await TinyBalancer.start()
  const variables = { ORIGIN: `http://127.0.0.1:${balancer.port}`, DRAIN_SECONDS: '2' }
  const ports = [await freePort(), await freePort()]
  const start = async (port: number): Promise<FaultShop> => {
    const shop = await FaultShop.start(data, variables, port)
    balancer.add(shop.origin)
    while (!balancer.isReady(shop.origin)) await sleep(20)
    return shop
  }
  const nodes = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)]
  using client = new Client(`http://127.0.0.1:${balancer.port}`, 200)
  const load = new Load(client, ['/en', '/sv', ...productPaths], product?.sku ?? '')
  const running = load.run()
  await sleep(quietSeconds * 1000)
  for (let at = 0; at < rounds * 2; at += 1) {
    await nodes[at % 2]?.end('SIGTERM')
    nodes[at % 2] = await start(ports[at % 2] ?? 0)
    await sleep(1_000)
  }
  load.isOver = true
  const answers = await running
  for (const node of nodes) await node.end('SIGTERM')
  return judge(answers, rounds * 2)
}

export type Told = Answered & { isGood: boolean; what: string }

/** Pages, priced carts and orders in turn, at an even pace of `rate` requests a second, however long each takes. */
export class Load {
  isOver = false
  readonly #client: Client
  readonly #paths: readonly string[]
  readonly #sku: string
  readonly #rate: number

  constructor(client: Client, paths: readonly string[], sku: string, rate = perSecond) {
    this.#client = client
    this.#paths = paths
    this.#sku = sku
    this.#rate = rate
  }

  async run(): Promise<Told[]> {
    const seen = await look(this.#client, await startCheckout(this.#client, [{ sku: this.#sku, quantity: 1 }]))
    const answers: Promise<Told>[] = []
    const begun = performance.now()
    for (let at = 0; !this.isOver; at += 1) {
      answers.push(at % orderEvery === 0 ? this.#order(seen) : at % orderEvery === 5 ? this.#price() : this.#page(at))
      await sleep(Math.max(0, begun + ((at + 1) * 1000) / this.#rate - performance.now()))
    }
    return Promise.all(answers)
  }

  async #page(at: number): Promise<Told> {
    const path = this.#paths[at % this.#paths.length] ?? '/en'
    const answer = await orBroken(this.#client.ask({ path }))
    return { ...answer, isGood: answer.status === 200, what: 'page' }
  }

  async #price(): Promise<Told> {
    const answer = await orBroken(
      this.#client.postJson('/api/sync-cart?locale=sv', { items: [{ sku: this.#sku, quantity: 2 }] }),
    )
    return { ...answer, isGood: answer.status === 200, what: 'cart' }
  }

  async #order(seen: string): Promise<Told> {
    const nothing: Answered = { status: 0, headers: {}, body: Buffer.alloc(0), ms: 0 }
    const checkout = await startCheckout(this.#client, [{ sku: this.#sku, quantity: 1 }]).catch(() => undefined)
    const answer = checkout ? await orBroken(place(this.#client, checkout, { seen })) : nothing
    return { ...answer, isGood: checkout !== undefined && isConfirmation(answer, checkout), what: 'order' }
  }
}

function judge(answers: readonly Told[], restarts: number): Finding[] {
  const failed = answers.filter(({ isGood }) => !isGood)
  const kinds = [...new Set(failed.map(({ what, status }) => `${what} ${status}`))].join(', ')
  const times = answers.map(({ ms }) => ms)
  const before = times.slice(0, quietSeconds * perSecond)
  return [
    count(
      'restart: requests that failed',
      failed.length,
      { exactly: 0 },
      { engine, beside: `of ${answers.length} during ${restarts} restarts${kinds && `: ${kinds}`}` },
    ),
    timing('restart: answer, p99', percentile(times, 0.99), 'ms', {
      engine,
      beside:
        `p50 ${percentile(times, 0.5).toFixed(1)} ms; ` +
        `before the first restart p50 ${percentile(before, 0.5).toFixed(1)}, ` +
        `p99 ${percentile(before, 0.99).toFixed(1)} ms`,
    }),
  ]
}
