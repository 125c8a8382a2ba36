import { createServer, type Server } from 'node:http'
import { Counter, Histogram, Registry } from 'prom-client'

/**
 * `cached` is a page from memory, `page` a rendered one, `call` one of `src/contracts/`, `static` a file or picture.
 */
export type AnswerKind = 'cached' | 'page' | 'call' | 'static'

/** From 0.1 ms, what a page from memory takes, to 10 s, which only a broken shop takes. */
const buckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Fewer for each route, of which there are more than a hundred. */
const routeBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const outcomeOf = (status: number, isAborted: boolean) => (isAborted ? 'aborted' : `${Math.floor(status / 100)}xx`)

/** Counts and times the requests of this process; its registry is what /metrics shows. */
export class RequestMetrics {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were not answered from memory.',
    labelNames: ['status'],
    registers: [this.registry],
  })
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer was written; for pages and files from memory until it was handed to the socket.',
    labelNames: ['kind', 'outcome'],
    buckets,
    registers: [this.registry],
  })

  readonly #routes = new Histogram({
    name: 'http_route_duration_seconds',
    help: 'Time until the answer was written, by screen or call; without what was answered from memory.',
    labelNames: ['route', 'outcome'],
    buckets: routeBuckets,
    registers: [this.registry],
  })

  count(status: number): void {
    this.#requests.inc({ status })
  }

  /** `outcome` is the class of the status (`2xx`), or `aborted` where the client left before the end. */
  time(kind: AnswerKind, status: number, ms: number, isAborted = false): void {
    this.#durations.observe({ kind, outcome: outcomeOf(status, isAborted) }, ms / 1000)
  }

  /** `route` is one of few: the name of a screen, or the path of a call (route-of.ts). */
  timeRoute(route: string, status: number, ms: number, isAborted = false): void {
    this.#routes.observe({ route, outcome: outcomeOf(status, isAborted) }, ms / 1000)
  }
}

/** /metrics on a port of its own, which no shopper reaches. It does not listen yet. */
export function createMetricsServer(registry: Pick<Registry, 'metrics' | 'contentType'>): Server {
  return createServer((req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    void registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}
