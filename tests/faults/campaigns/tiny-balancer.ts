import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ShopNode = { origin: URL; isReady: boolean; isServing: boolean; agent: Agent }

const lookEveryMs = 100

/**
 * A minimal balancer: alternates between nodes whose /readyz answers 200, else those whose /servez does, and tries the
 * next on a refused connection (docs/operations/behind-a-balancer.md).
 */
export class TinyBalancer {
  readonly #nodes = new Map<string, ShopNode>()
  readonly #server = createServer((req, res) => void this.#pass(req, res))
  readonly #timer = setInterval(() => void this.look(), lookEveryMs)
  #turn = 0

  static async start(): Promise<TinyBalancer> {
    const balancer = new TinyBalancer()
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Adds a node and checks its readiness from now on. */
  add(origin: string): void {
    this.#nodes.set(origin, {
      origin: new URL(origin),
      isReady: false,
      isServing: false,
      agent: new Agent({ keepAlive: true }),
    })
  }

  isReady(origin: string): boolean {
    return this.#nodes.get(origin)?.isReady ?? false
  }

  async look(): Promise<void> {
    await Promise.all(
      this.#nodes.values().map(async (node) => {
        ;[node.isReady, node.isServing] = await Promise.all([isGood(node, '/readyz'), isGood(node, '/servez')])
      }),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
    for (const { agent } of this.#nodes.values()) agent.destroy()
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = Buffer.concat(await req.toArray())
    const nodes = [...this.#nodes.values()]
    const ready = nodes.some(({ isReady }) => isReady)
      ? nodes.filter(({ isReady }) => isReady)
      : nodes.filter(({ isServing }) => isServing)
    this.#turn += 1
    const order = ready.map((_, at) => ready[(at + this.#turn) % ready.length]).filter((node) => node !== undefined)
    for (const node of order) if (await forward(node, req, body, res)) return
    res.writeHead(502).end()
  }
}

async function isGood({ origin }: ShopNode, path: string): Promise<boolean> {
  return fetch(new URL(path, origin), { headers: { connection: 'close' }, signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )
}

/** False when the connection was refused, so that nothing can have happened there. */
function forward(
  { origin, agent }: ShopNode,
  req: IncomingMessage,
  body: Buffer,
  res: ServerResponse,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const headers = {
    ...req.headers,
    'content-length': String(body.length),
    'x-forwarded-for': req.socket.remoteAddress ?? '',
  }
  const sent = request(
    {
      host: origin.hostname,
      port: origin.port,
      path: req.url,
      method: req.method,
      agent,
      headers: req.method === 'GET' ? req.headers : headers,
    },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
      answer.once('end', () => resolve(true))
      answer.once('error', () => {
        res.destroy()
        resolve(true)
      })
    },
  )
  sent.once('error', (error) => {
    const isRefused = Reflect.get(error, 'code') === 'ECONNREFUSED'
    if (!isRefused && !res.headersSent) res.writeHead(502).end()
    resolve(!isRefused)
  })
  sent.end(body)
  return promise
}
