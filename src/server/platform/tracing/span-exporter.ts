import type { TraceContext } from './trace-context.ts'

/** Kinds of spans in the protocol. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const

export type Span = TraceContext & {
  readonly parentId?: string | undefined
  readonly name: string
  readonly kind: (typeof spanKinds)[keyof typeof spanKinds]
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly hasFailed: boolean
}

type Options = {
  /** Such as http://collector:4318; spans are sent to /v1/traces below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  readonly version: string
  /** Told at the first failure in a row. */
  readonly onFailure: (why: string) => void
  /** Sends without making spans of it. */
  readonly send: (work: () => Promise<void>) => Promise<void>
}

const [maxWaiting, maxAtOnce] = [4_096, 512]
const everyMs = 2_000
const timeoutMs = 5_000

/**
 * Sends spans to a collector in batches (OTLP over HTTP, as JSON). Spans that it does not take are lost, and at most
 * 4,096 wait: a collector that is slow or gone costs the shop nothing.
 */
export class SpanExporter {
  readonly #options: Options
  readonly #waiting: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #hasFailed = false

  constructor(options: Options) {
    this.#options = options
  }

  add(span: Span): void {
    if (this.#waiting.length >= maxWaiting) return
    this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.flush(), everyMs).unref()
  }

  /** Sends what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending = this.#sending.then(() => this.#options.send(() => this.#sendAll()))
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    for (let sent = 0; this.#waiting.length > 0 && sent < maxWaiting; sent += maxAtOnce) {
      const failure = await this.#sendSome(this.#waiting.splice(0, maxAtOnce))
      if (failure !== undefined && !this.#hasFailed) this.#options.onFailure(failure)
      this.#hasFailed = failure !== undefined
    }
  }

  async #sendSome(spans: readonly Span[]): Promise<string | undefined> {
    const { endpoint, headers } = this.#options
    try {
      const answer = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(this.#message(spans)),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      await answer.body?.cancel()
      return answer.ok ? undefined : `status ${answer.status}`
    } catch (error) {
      return error instanceof Error ? `${error.message} ${String(error.cause ?? '')}`.trim() : String(error)
    }
  }

  #message(spans: readonly Span[]) {
    const { service, version } = this.#options
    const resource = attributesOf({ 'service.name': service, 'service.version': version, 'process.pid': process.pid })
    const scopeSpans = [{ scope: { name: 'shop' }, spans: spans.map(messageOf) }]
    return { resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] }
  }
}

const failed = 2

function messageOf({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, hasFailed }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    status: hasFailed ? { code: failed } : {},
  }
}

function attributesOf(values: Span['attributes']) {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

/** JSON of the protocol has whole numbers of 64 bits as texts. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n)
}
