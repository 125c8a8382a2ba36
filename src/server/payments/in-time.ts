import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long a page or a job waits for a provider, in milliseconds. A page must answer within 6 s, including its own
 * work on a busy machine.
 */
export const timeoutMs = 4_500

/** A provider did not answer in time; the outcome is unknown. */
class NotInTime extends Error {
  override readonly name = 'NotInTime'
}

const late = Symbol('late')

/** Waits for a provider's answer; throws NotInTime after the timeout, although the call may still succeed later. */
export async function inTime<Answer>(answer: Promise<Answer>, milliseconds = timeoutMs): Promise<Answer> {
  const stop = new AbortController()
  const timeout = wait(milliseconds, late, { signal: stop.signal }).catch(() => late)
  const first = await Promise.race([answer, timeout]).finally(() => stop.abort())
  if (first === late) throw new NotInTime(`The payment provider has not answered within ${milliseconds} ms.`)
  return first as Answer
}
