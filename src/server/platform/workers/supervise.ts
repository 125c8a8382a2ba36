import { Counter, Gauge, Registry } from 'prom-client'
import { claimDataFolder } from '../db/sqlite/claim-data-folder.ts'
import type { Env } from '../env.ts'
import { createSharedCounts } from '../http/limits/rate-limit.ts'
import { createMetricsServer } from '../http/metrics.ts'
import { listen } from '../http/server/listen.ts'
import { LogOutput } from '../log-output.ts'
import { createLog, type Log } from '../log.ts'
import { markRunning } from '../running-mark.ts'
import { Supervisor } from './supervisor.ts'

/** How long the end waits for a reader of the log. */
const lastLinesMs = 1_000

type Options = {
  readonly count: number
  /** The program of a worker. */
  readonly program: string
  /** The folder of the packages that the workers use. */
  readonly packages: string
}

/**
 * Supervises workers until a signal: SIGTERM and SIGINT end them, SIGUSR2 replaces them one after the other. Resolves
 * when the first one serves, or a signal came before.
 */
export async function supervise(env: Env, { count, program, packages }: Options): Promise<void> {
  claimDataFolder(env)
  const output = new LogOutput(process.stdout, { isShared: true })
  const log = createLog(env, output)
  markRunning(packages)
  process.stderr.on('error', () => {}) // The program that read it may end before the shop.
  const supervisor = new Supervisor({ count, program, log, counts: createSharedCounts() })
  obeySignals(supervisor, log, () => output.end(lastLinesMs))
  if (await supervisor.start()) await serveMetrics(env, supervisor)
}

function obeySignals(supervisor: Supervisor, log: Log, endLog: () => Promise<void>): void {
  const end = (code: number) =>
    void supervisor
      .stop()
      .finally(endLog)
      .finally(() => process.exit(code))
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  process.on('SIGUSR2', () => supervisor.restart().catch((err: unknown) => log.error({ err }, 'not all were replaced')))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception of the supervisor')
    end(1)
  })
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection of the supervisor'))
}

/** Serves the figures of all workers together on METRICS_PORT, if that is set. */
async function serveMetrics({ HOST, METRICS_PORT }: Env, supervisor: Supervisor): Promise<void> {
  if (METRICS_PORT === undefined) return
  const own = new Registry()
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers: [own], collect: () => made.set(read()) })
  }
  const begunAt = Date.now() / 1000
  gauge('process_start_time_seconds', 'Start of the supervisor, as Unix time.', () => begunAt)
  const replaced: Counter = new Counter({
    name: 'shop_workers_replaced_total',
    help: 'Workers that ended unasked and were replaced.',
    registers: [own],
    collect: () => {
      replaced.reset()
      replaced.inc(supervisor.stats.replaced)
    },
  })
  supervisor.figures.add(own)
  const merged = { contentType: own.contentType, metrics: () => supervisor.metrics() }
  await listen(createMetricsServer(merged).unref(), { HOST, PORT: METRICS_PORT })
}
