import { spanKinds, type Span } from './span-exporter.ts'
import { newContext, timeNow, traceparentOf, type TraceContext } from './trace-context.ts'

/** What Node publishes about a request by `fetch`, and of one by `node:http`. */
type FetchRequest = { origin: string | URL; method: string; addHeader: (name: string, value: string) => void }
type HttpRequest = { host: string; method: string; setHeader: (name: string, value: string) => void }
type Message = { request: object; response?: { statusCode?: number } }
type Channels = {
  subscribe: (name: string, hear: (message: unknown) => void) => void
  unsubscribe: (name: string, hear: (message: unknown) => void) => boolean
}
type End = (
  context: TraceContext,
  parentId: string,
  part: Pick<Span, 'name' | 'kind' | 'attributes' | 'startedAt' | 'hasFailed'>,
) => void
type Open = { context: TraceContext; parentId: string; startedAt: number; method: string; host: string }

/**
 * Makes spans of outgoing requests that are part of a trace, and hands the trace on with the header traceparent. Names
 * the host alone: paths and queries may hold what is secret. The returned function ends it.
 */
export function followOutgoing(channels: Channels, current: () => TraceContext | undefined, end: End): () => void {
  const open = new WeakMap<object, Open>()
  const begin = (request: object, about: { method: string; host: string }): string | undefined => {
    const parent = current()
    if (parent === undefined) return undefined
    const context = newContext(parent, 1)
    const startedAt = timeNow()
    open.set(request, { context, parentId: parent.spanId, startedAt, ...about })
    return traceparentOf(context)
  }
  const close = (request: object, status: number | undefined): void => {
    const found = open.get(request)
    if (found === undefined) return
    open.delete(request)
    const { context, parentId, startedAt, method, host } = found
    const answered: Record<string, number> = status === undefined ? {} : { 'http.response.status_code': status }
    const attributes = { 'http.request.method': method, 'server.address': host, ...answered }
    const hasFailed = status === undefined || status >= 400
    end(context, parentId, { name: `${method} ${host}`, kind: spanKinds.client, attributes, startedAt, hasFailed })
  }
  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    'undici:request:create': ({ request }) => {
      const { origin, method, addHeader } = request as FetchRequest
      const header = begin(request, { method, host: new URL(origin).hostname })
      if (header !== undefined) addHeader.call(request, 'traceparent', header)
    },
    'undici:request:headers': ({ request, response }) => close(request, response?.statusCode),
    'undici:request:error': ({ request }) => close(request, undefined),
    'http.client.request.created': ({ request }) => {
      const { host, method, setHeader } = request as HttpRequest
      const header = begin(request, { method, host })
      if (header !== undefined) setHeader.call(request, 'traceparent', header)
    },
    'http.client.response.finish': ({ request, response }) => close(request, response?.statusCode),
    'http.client.request.error': ({ request }) => close(request, undefined),
  }
  const heard = Object.entries(listeners).map(([name, hear]) => {
    const listener = (message: unknown): void => hear(message as Message)
    channels.subscribe(name, listener)
    return () => void channels.unsubscribe(name, listener)
  })
  return () => {
    for (const stop of heard) stop()
  }
}
