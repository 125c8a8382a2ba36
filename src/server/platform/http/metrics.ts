import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  /** Label text such as `status="200"`, or '', and the value now. */
  readonly values: () => Iterable<readonly [labels: string, value: number]>
}

/** Counts by label text; grows only by what the server itself names. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(labels: string): void {
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1)
  }

  entries(): Iterable<readonly [string, number]> {
    return this.#counts
  }
}

/** Prometheus' text form (version 0.0.4). */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, values }) => {
      const lines = [...values()].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

/** Memory and event loop of this process. */
export function processMetrics(): Metric[] {
  const delay = monitorEventLoopDelay()
  delay.enable()
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      type: 'gauge',
      values: () => [['', process.memoryUsage.rss()]],
    },
    {
      name: 'process_uptime_seconds',
      help: 'Time since the start.',
      type: 'gauge',
      values: () => [['', process.uptime()]],
    },
    {
      name: 'event_loop_delay_p99_seconds',
      help: 'How late timers run, since the last look.',
      type: 'gauge',
      values: () => {
        const seconds = delay.percentile(99) / 1e9
        delay.reset()
        return [['', seconds]]
      },
    },
  ]
}

/** /metrics on a port of its own, which no shopper reaches. It does not listen yet. */
export function createMetricsServer(metrics: readonly Metric[]): Server {
  return createServer((req, res) => {
    if (req.url !== '/metrics') res.writeHead(404).end()
    else res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metricsText(metrics))
  })
}
