import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../../log.ts'

const maxDrainMs = 10_000
/** A worker that another one has replaced has more time; its supervisor kills it after 90 seconds. */
const maxLeaveMs = 60_000
const idleSweepMs = 100
/** When the event loop took longer than this to look at the network, requests may wait there unread. */
const freshMs = 10
/** How long a client that keeps its connection has for one more request, which ends it without an error. */
const maxSilentMs = 5_000

export type Drain = {
  /** True once the node shall get no more requests; false while only this worker of it leaves. */
  isDraining(): boolean
  /** Stops accepting, lets running requests finish for at most ten seconds, then closes the rest. */
  stop(reason: string): Promise<void>
  /**
   * Stops accepting, while another worker accepts: connections end with their next answer, and those that stay silent
   * after five seconds; then like `stop`, but running requests have a minute.
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
  readonly maxMs?: number
  readonly maxLeavingMs?: number
  readonly silentMs?: number
  /** How long /readyz answers 503 while requests are still accepted, so that a load balancer can redirect first. */
  readonly delayMs?: number
}

/** Creates the only way to stop the server; a second call waits for the first. */
export function createDrain({
  server,
  log,
  close,
  endStreams = () => {},
  maxMs = maxDrainMs,
  maxLeavingMs = maxLeaveMs,
  silentMs = maxSilentMs,
  delayMs = 0,
}: DrainOptions): Drain {
  let stopping: Promise<void> | undefined
  let isLeaving = false
  async function drainReplaced(reason: string): Promise<void> {
    log.info({ reason }, 'leaving')
    // The close of the HTTP server would also cut connections on which a request may be on its way.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    server.prependListener('request', (_, res: ServerResponse) => (res.shouldKeepAlive = false))
    endStreams()
    await Promise.race([closed, delay(silentMs)])
    await finish(closed, maxLeavingMs)
  }
  async function drain(reason: string): Promise<void> {
    log.info({ reason }, 'stopping')
    if (delayMs > 0) await delay(delayMs)
    await networkRead()
    const closed = promisify(server.close.bind(server))()
    endStreams()
    await finish(closed, maxMs)
  }
  async function finish(closed: Promise<void>, cutAfterMs: number): Promise<void> {
    const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs)
    const over = new AbortController()
    void sweep(server, over.signal)
    await closed
    clearTimeout(cut)
    over.abort()
    await close()
    log.info('stopped')
  }
  return {
    isDraining: () => stopping !== undefined && !isLeaving,
    stop: (reason) => (stopping ??= drain(reason)),
    leave: (reason) => {
      isLeaving ||= stopping === undefined
      return (stopping ??= drainReplaced(reason))
    },
  }
}

/** Closes idle connections again and again until `over`, but not while the event loop is too busy to see requests. */
async function sweep(server: Server, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await delay(idleSweepMs)
    const began = performance.now()
    await networkRead()
    if (performance.now() - began < freshMs) server.closeIdleConnections()
  }
}

/**
 * Waits until the event loop has read what had come. Before, a connection counts as idle whose next request waits
 * unread, and that request would fail when it is closed.
 */
async function networkRead(): Promise<void> {
  await immediate()
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
