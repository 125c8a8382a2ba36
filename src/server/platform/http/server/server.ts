import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isConsolePath } from '../../../../console-routes.ts'
import { traced, type Work } from '../../diagnostics.ts'
import type { Env } from '../../env.ts'
import type { Log } from '../../log.ts'
import { ProblemError } from '../answers/problem.ts'
import { checkCrossSite } from '../cross-site.ts'
import { goneSignal, type Exchange, type Step } from '../exchange.ts'
import type { RequestMetrics } from '../metrics.ts'
import { newRequestId } from '../request-id.ts'
import { routeOf } from '../route-of.ts'
import type { ServeDirectly } from '../static/static-files.ts'
import { watchRequest } from './access-log.ts'
import { answerProblem } from './answer-problem.ts'
import { clientAddress } from './client-address.ts'
import {
  capConnections,
  PipelineGuard,
  spreadConnections,
  waitForAnswer,
  type ConnectionLimits,
} from './connection-caps.ts'
import { forwardedWarning } from './forwarded-warning.ts'
import { hostCheck, type HostSettings } from './known-hosts.ts'
import { checkMethod, requestUrl } from './request-target.ts'

export type ShopServerOptions = {
  readonly env: Pick<Env, 'ORIGIN' | 'TRUST_PROXY_HOPS'> &
    Partial<ConnectionLimits & HostSettings & Pick<Env, 'SLOW_REQUEST_MS'>>
  /** How long a client may read nothing of an answer; for tests. */
  readonly stalledMs?: number
  readonly log: Log
  readonly metrics: RequestMetrics
  /** Answers from memory, tried before anything else. */
  readonly direct: readonly { kind: 'cached' | 'static'; serve: ServeDirectly }[]
  /** Tried in order; the last one answers everything. */
  readonly steps: readonly Step[]
}

/**
 * Slow senders are disconnected: 10 s for the headers, 30 s for the whole request. Checked often, so that thousands
 * that came together are not closed in one turn of the event loop.
 */
const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 250,
}

/** Creates the HTTP server: first answers from memory, then checks, then the steps. Does not listen yet. */
export function createShopServer(options: ShopServerOptions): Server {
  const server = createServer(serverLimits)
  spreadConnections(server)
  const { CONNECTIONS = Infinity, CONNECTIONS_PER_NETWORK = Infinity, TRUST_PROXY_HOPS } = options.env
  capConnections(server, { CONNECTIONS, CONNECTIONS_PER_NETWORK, TRUST_PROXY_HOPS }, options.stalledMs)
  const { ORIGIN, CONSOLE_ORIGIN, isProduction = false, HOSTS = [] } = options.env
  const isKnownHost = hostCheck({ ORIGIN, CONSOLE_ORIGIN, isProduction, HOSTS })
  const pipelining = new PipelineGuard()
  const warnOfProxy = forwardedWarning(options.log, TRUST_PROXY_HOPS)
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    warnOfProxy(req)
    if (res.socket === null && pipelining.isTooMuch(req, res)) return
    if (!isKnownHost(req)) return void misdirected(req, res, options)
    if (serveDirectly(req, res, options)) return
    waitForAnswer(res)
    void traced(
      () => workOf(req, res),
      () => handle(req, res, options),
    )
  }
  server.on('request', listener)
  server.on('checkContinue', listener)
  return server
}

function serveDirectly(req: IncomingMessage, res: ServerResponse, { direct, metrics }: ShopServerOptions): boolean {
  const started = performance.now()
  const found = direct.find(({ serve }) => serve(req, res))
  if (found === undefined) return false
  metrics.time(found.kind, res.statusCode, performance.now() - started)
  return true
}

function workOf(req: IncomingMessage, res: ServerResponse): Work {
  const route = routeOf((req.url ?? '').split(/[?#]/, 1)[0] ?? '')
  const traceparent = req.headers['traceparent']?.toString()
  return { kind: 'request', name: route, method: knownMethod(req), traceparent, status: () => res.statusCode }
}

/** Visitors cannot make up names of methods. */
function knownMethod({ method = '' }: IncomingMessage): string {
  return /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : '_OTHER'
}

function misdirected(req: IncomingMessage, res: ServerResponse, { env, log }: ShopServerOptions): Promise<void> {
  return answerProblem(req, res, newRequestId(), new ProblemError(421, 'misdirected'), { env, log })
}

async function handle(
  req: IncomingMessage,
  res: ServerResponse,
  { env, log, metrics, steps }: ShopServerOptions,
): Promise<void> {
  const id = newRequestId()
  watchRequest({ log, metrics, slowMs: env.SLOW_REQUEST_MS }, { id, req, res })
  try {
    checkMethod(req.method)
    const url = requestUrl(req.url, env.ORIGIN)
    checkCrossSite(req, url.pathname, isConsolePath(url.pathname) ? (env.CONSOLE_ORIGIN ?? env.ORIGIN) : env.ORIGIN)
    await walk(steps, { req, res, id, url, address: clientAddress(req, env.TRUST_PROXY_HOPS), gone: goneSignal(res) })
  } catch (error) {
    await answerProblem(req, res, id, error, { env, log })
  }
}

async function walk(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const step of steps) if (await step(exchange)) return
}
