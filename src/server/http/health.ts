import type { Exchange, Step } from './exchange.ts'
import { send } from './send.ts'

const TEXT = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']

export interface Readiness {
  /** True from the first signal to stop until the process ends. */
  isDraining(): boolean
  /** Rejects while the database does not answer. */
  checkDatabase(): Promise<void>
}

/** /healthz: the process is alive. /readyz: send it shoppers; 503 while it drains or the database is away. */
export function healthStep(readiness: Readiness): Step {
  return async (exchange) => {
    if (exchange.url.pathname === '/healthz') return answer(exchange, 200, 'alive')
    if (exchange.url.pathname !== '/readyz') return false
    if (readiness.isDraining()) return answer(exchange, 503, 'draining')
    const isThere = await readiness.checkDatabase().then(() => true, () => false)
    return isThere ? answer(exchange, 200, 'ready') : answer(exchange, 503, 'no database')
  }
}

async function answer({ req, res }: Exchange, status: number, text: string): Promise<true> {
  await send(req, res, { status, headers: TEXT, body: Buffer.from(`${text}\n`) })
  return true
}
