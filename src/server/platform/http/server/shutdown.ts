import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../../log.ts'

const longestDrainMs = 10_000
const idleSweepMs = 100
/** How long a client that keeps its connection has for one more request, which ends it without an error. */
const longestGoodbyeMs = 5_000

export type Drain = {
  /** True once the node shall get no more requests; false while only this worker of it leaves. */
  isDraining(): boolean
  /** Stops accepting, lets running requests finish for at most ten seconds, then closes the rest. */
  stop(reason: string): Promise<void>
  /**
   * Stops accepting, while another worker accepts: connections end with their next answer, and those that stay silent
   * after five seconds; then like `stop`.
   */
  leave(reason: string): Promise<void>
}

export type DrainOptions = {
  readonly server: Server
  readonly log: Log
  /** Runs after the last request: closes the database. */
  readonly close: () => Promise<void>
  /** Runs when no more requests are accepted: ends answers that would last. */
  readonly endStreams?: () => void
  readonly longestMs?: number
  readonly goodbyeMs?: number
  /** How long /readyz answers 503 while requests are still accepted, so that a load balancer can redirect first. */
  readonly delayMs?: number
}

/** Creates the only way to stop the server; a second call waits for the first. */
export function createDrain({
  server,
  log,
  close,
  endStreams = () => {},
  longestMs = longestDrainMs,
  goodbyeMs = longestGoodbyeMs,
  delayMs = 0,
}: DrainOptions): Drain {
  let stopping: Promise<void> | undefined
  let isLeaving = false
  async function sayGoodbye(reason: string): Promise<void> {
    log.info({ reason }, 'leaving')
    // The close of the HTTP server would also cut connections on which a request may be on its way.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    server.prependListener('request', (_, res: ServerResponse) => (res.shouldKeepAlive = false))
    endStreams()
    await Promise.race([closed, delay(goodbyeMs)])
    await finish(closed)
  }
  async function drain(reason: string): Promise<void> {
    log.info({ reason }, 'stopping')
    if (delayMs > 0) await delay(delayMs)
    const closed = promisify(server.close.bind(server))()
    endStreams()
    await finish(closed)
  }
  async function finish(closed: Promise<void>): Promise<void> {
    const cut = setTimeout(() => server.closeAllConnections(), longestMs)
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs)
    await closed
    clearTimeout(cut)
    clearInterval(sweep)
    await close()
    log.info('stopped')
  }
  return {
    isDraining: () => stopping !== undefined && !isLeaving,
    stop: (reason) => (stopping ??= drain(reason)),
    leave: (reason) => {
      isLeaving ||= stopping === undefined
      return (stopping ??= sayGoodbye(reason))
    },
  }
}

/**
 * Drains and ends the process on SIGTERM and SIGINT, and after an uncaught error, because the state is then unknown.
 * `endLog` flushes the log.
 */
export function stopOnSignals(drain: Drain, log: Log, endLog: () => Promise<void>): void {
  const end = (reason: string, code: number) =>
    void drain
      .stop(reason)
      .finally(endLog)
      .finally(() => process.exit(code))
  process.on('SIGTERM', () => end('SIGTERM', 0))
  process.on('SIGINT', () => end('SIGINT', 0))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    end('uncaught exception', 1)
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
}
