import type { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

/** What modules publish for metrics and tracing, by the name of its channel; none of it is personal data. */
export type Measurements = {
  /** A statement of the database, with the time until its answer. */
  statement: { ms: number; isWrite: boolean }
  /** A write that PostgreSQL refused because of its disk. */
  write_refused: { fault: string }
  /** A run of a background job. */
  job: { job: string; ms: number; hasFailed: boolean }
  /** An effect of the outbox, such as a mail. */
  effect: { kind: string; outcome: 'done' | 'failed' | 'given_up' }
  /** A payment notice of a provider, and what it did. */
  payment: { provider: string; outcome: string; completion: string }
  /** What a browser refused because of a page's policy. */
  forbidden: { directive: string }
}
type Name = keyof Measurements

const channelOf = (name: Name) => channel(`shop.${name}`)
const statements = channelOf('statement')

/** Publishes a measurement to the listeners in this process; without a listener it costs next to nothing. */
export function publishDiagnostic<Kind extends Name>(name: Kind, measurement: Measurements[Kind]): void {
  channelOf(name).publish(measurement)
}

/** Runs a statement of the database, and publishes how long it took if there is a listener. */
export function timed<Result>(isWrite: () => boolean, work: () => Promise<Result>): Promise<Result> {
  return statements.hasSubscribers ? measureQuery(isWrite, work) : work()
}

async function measureQuery<Result>(isWrite: () => boolean, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    statements.publish({ ms: performance.now() - started, isWrite: isWrite() })
  }
}

/** Listens to a channel; the returned function ends it. */
export function listen<Kind extends Name>(name: Kind, onMeasurement: (of: Measurements[Kind]) => void): () => void {
  const listener = (message: unknown): void => onMeasurement(message as Measurements[Kind])
  channelOf(name).subscribe(listener)
  return () => void channelOf(name).unsubscribe(listener)
}

/** Work that takes a while and has parts: a request, a job, an effect of the outbox. It contains no personal data. */
export type Work = {
  readonly kind: 'request' | 'job' | 'effect'
  /** Names the kind of work, such as a route or a job. */
  readonly name: string
  readonly method?: string | undefined
  /** The trace that this work is part of, as the caller sent it (W3C Trace Context). */
  readonly traceparent?: string | undefined
  /** The status of the answer, once there is one. */
  readonly status?: () => number
  /** Set by the tracing that follows the work; called when the work ends. */
  ended?: (error?: unknown) => void
}
const works = channel('shop.work')

/** Runs work as a span, if something traces; else it costs next to nothing. */
export function traced<Result>(begun: () => Work, run: () => Promise<Result>): Promise<Result> {
  return works.hasSubscribers ? runTraced(begun(), run) : run()
}

function runTraced<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return works.runStores(work, async () => {
    try {
      const result = await run()
      work.ended?.()
      return result
    } catch (error) {
      work.ended?.(error)
      throw error
    }
  })
}

/** Gives each work a context, which its parts find in `store`; the returned function ends it. */
export function traceWork<Context>(store: AsyncLocalStorage<Context>, begin: (work: Work) => Context): () => void {
  works.bindStore(store, (message) => begin(message as Work))
  return () => void works.unbindStore(store)
}
