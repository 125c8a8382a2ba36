import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long a page or a job waits for a provider: whatever the provider does, a page answers within 6 s, its own work on
 * a busy machine included.
 */
export const timeoutMs = 4_500

/** A provider that has not answered in time; what happened there is unknown. */
export class NotInTime extends Error {
  override readonly name = 'NotInTime'
}

const late = Symbol('late')

/** The answer of a provider; throws NotInTime when it takes too long, though it may still come and have its effect. */
export async function inTime<Answer>(answer: Promise<Answer>, milliseconds = timeoutMs): Promise<Answer> {
  const stop = new AbortController()
  const patience = wait(milliseconds, late, { signal: stop.signal }).catch(() => late)
  const first = await Promise.race([answer, patience]).finally(() => stop.abort())
  if (first === late) throw new NotInTime(`The payment provider has not answered within ${milliseconds} ms.`)
  return first as Answer
}
