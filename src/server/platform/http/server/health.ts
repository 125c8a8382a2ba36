import type { Log } from '../../log.ts'
import { inertPolicy, type HeaderList } from '../answers/security-headers.ts'
import { send } from '../answers/send.ts'
import type { Exchange, Step } from '../exchange.ts'

const textHeaders = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']
const cacheMs = 1000

export type Readiness = {
  /** True from the first stop signal until the process ends. */
  isDraining(): boolean
  /** True while a new process reads what lists and searches wait for. */
  isStarting?(): boolean
  /** Returns why the shop cannot sell, in a word or two; undefined when it can. */
  fault(): Promise<string | undefined>
}

/**
 * /healthz: the process is alive. /readyz: it can serve every shopper; 503 while it drains, while it reads the products
 * after a start, and where the database is unreachable, damaged or read-only. /servez: it can serve at least cached
 * pages; 503 while it drains.
 */
export function healthStep(readiness: Readiness, always: HeaderList = []): Step {
  return async (exchange) => {
    const { pathname } = exchange.url
    if (pathname === '/healthz') return answer(exchange, 200, 'alive', always)
    if (pathname !== '/readyz' && pathname !== '/servez') return false
    if (readiness.isDraining()) return answer(exchange, 503, 'draining', always)
    if (pathname === '/servez') return answer(exchange, 200, 'serving', always)
    if (readiness.isStarting?.()) return answer(exchange, 503, 'starting', always)
    const fault = await readiness.fault()
    return fault === undefined ? answer(exchange, 200, 'ready', always) : answer(exchange, 503, fault, always)
  }
}

/** Caches the check for a second, however many load balancers ask, and logs when the result changes. */
export function cachedCheck<Fault extends string>(
  check: () => Promise<Fault | undefined>,
  log: Pick<Log, 'error' | 'info'>,
  now = Date.now,
): () => Promise<Fault | undefined> {
  let last: Fault | undefined
  let checkedAt = 0
  let result: Promise<Fault | undefined> | undefined
  const run = async (): Promise<Fault | undefined> => {
    const fault = await check()
    if (fault !== last)
      log[fault === undefined ? 'info' : 'error']({ fault }, fault === undefined ? 'ready again' : 'not ready')
    last = fault
    return fault
  }
  return () => {
    if (result === undefined || now() - checkedAt >= cacheMs) [checkedAt, result] = [now(), run()]
    return result
  }
}

async function answer({ req, res }: Exchange, status: number, text: string, always: HeaderList): Promise<true> {
  await send(req, res, { status, headers: [...textHeaders, ...inertPolicy, ...always], body: Buffer.from(`${text}\n`) })
  return true
}
