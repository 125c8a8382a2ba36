import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { traceWork, listen, type Work } from '../diagnostics.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { followOutgoing } from './outgoing.ts'
import { SpanExporter, spanKinds, type Span } from './span-exporter.ts'
import { newContext, readTraceparent, timeNow, type TraceContext } from './trace-context.ts'

type Settings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'TRUST_PROXY_HOPS'
>
/** What a part of the work needs to know; undefined while the exporter itself sends. */
type Current = TraceContext | undefined
/** Balancers ask every second. */
const healthRoute = 'health'
type Part = Pick<Span, 'name' | 'kind' | 'attributes' | 'startedAt' | 'hasFailed'>

/**
 * Makes spans of requests, jobs, effects, statements of the database and outgoing requests, and sends them to
 * OTEL_EXPORTER_OTLP_ENDPOINT. The returned function ends it and sends the last ones. A caller's traceparent counts
 * only behind a proxy (TRUST_PROXY_HOPS): else everybody could have their requests recorded.
 */
export function startTracing(env: Settings, version: string, log: Pick<Log, 'warn'>): () => Promise<void> {
  const current = new AsyncLocalStorage<Current>()
  const exporter = new SpanExporter({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service: env.OTEL_SERVICE_NAME,
    version,
    onFailure: (why) => log.warn({ why }, 'spans could not be sent'),
    send: (work) => current.run(undefined, work),
  })
  const end = (context: TraceContext, parentId: string | undefined, part: Part): void => {
    if (context.isSampled) exporter.add({ ...context, parentId, ...part, endedAt: timeNow() })
  }
  const begin = (work: Work): Current => {
    if (work.name === healthRoute) return undefined
    const sent = env.TRUST_PROXY_HOPS > 0 ? readTraceparent(work.traceparent) : undefined
    const parent = current.getStore() ?? sent
    const context = newContext(parent, env.OTEL_TRACES_SAMPLER_ARG)
    const startedAt = timeNow()
    work.ended = (error) => end(context, parent?.spanId, { ...described(work, error), startedAt })
    return context
  }
  const stops = [
    traceWork(current, begin),
    listen('statement', ({ ms, isWrite }) => {
      const parent = current.getStore()
      if (parent?.isSampled !== true) return
      const attributes = { 'db.operation.name': isWrite ? 'write' : 'read' }
      const part = { name: `database ${isWrite ? 'write' : 'read'}`, kind: spanKinds.client, attributes }
      end(newContext(parent, 1), parent.spanId, { ...part, startedAt: timeNow() - ms, hasFailed: false })
    }),
    followOutgoing({ subscribe, unsubscribe }, () => current.getStore(), end),
  ]
  return async () => {
    for (const stop of stops) stop()
    await exporter.flush()
  }
}

function described(work: Work, error: unknown): Omit<Part, 'startedAt'> {
  const { kind, name, method = '' } = work
  if (kind !== 'request')
    return {
      name: `${kind} ${name}`,
      kind: spanKinds.internal,
      attributes: { [`shop.${kind}`]: name },
      hasFailed: error !== undefined,
    }
  const status = work.status?.() ?? 0
  const attributes = { 'http.request.method': method, 'http.route': name, 'http.response.status_code': status }
  return { name: `${method} ${name}`, kind: spanKinds.server, attributes, hasFailed: status >= 500 }
}
