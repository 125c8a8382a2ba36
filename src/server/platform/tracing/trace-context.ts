import { randomBytes } from 'node:crypto'

/** The place of a span in its trace: hexadecimal ids, and whether the trace is recorded. */
export type TraceContext = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }

/** The time in milliseconds since 1970, with fractions; it does not jump when the clock is set. */
export function timeNow(): number {
  return performance.timeOrigin + performance.now()
}

const version0 = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
/** Versions to come may have more fields. */
const later = /^(?!00|ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Reads a traceparent header (W3C Trace Context); undefined where it is missing or invalid. */
export function readTraceparent(header = ''): TraceContext | undefined {
  const [, traceId, spanId, flags = ''] = version0.exec(header) ?? later.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Makes the context of a span: in its parent's trace, or in a new one, of which a share is recorded. */
export function newContext(parent: TraceContext | undefined, share: number): TraceContext {
  const spanId = randomBytes(8).toString('hex')
  if (parent) return { traceId: parent.traceId, spanId, isSampled: parent.isSampled }
  return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: Math.random() < share }
}
