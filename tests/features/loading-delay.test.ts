import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLoadingDelay } from '../../src/browser/loading-delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** When an answer after `ms` was received, and whether a loading state was shown before. */
async function waitFor(ms: number, abortedAt = Infinity): Promise<{ said: boolean; seenAt: number }> {
  const start = Date.now()
  const aborted = new AbortController()
  const sayWaiting = vi.fn()
  setTimeout(() => aborted.abort(), Math.min(abortedAt, 10_000))
  const seen = withLoadingDelay(new Promise((resolve) => setTimeout(resolve, ms)), sayWaiting, aborted.signal).then(
    () => Date.now() - start,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  return { said: sayWaiting.mock.calls.length > 0, seenAt: await seen }
}

test('spec 9: an answer within 200 ms shows no loading state [9.fetch.delay]', async () => {
  expect(await waitFor(199)).toEqual({ said: false, seenAt: 199 })
})

test('spec 9: a visible loading state stays for at least 200 ms [9.fetch.delay]', async () => {
  expect(await waitFor(201)).toEqual({ said: true, seenAt: 400 })
  expect(await waitFor(390)).toEqual({ said: true, seenAt: 400 })
  expect(await waitFor(900)).toEqual({ said: true, seenAt: 900 })
})

test('an aborted request shows no loading state', async () => {
  expect(await waitFor(900, 100)).toEqual({ said: false, seenAt: 900 })
})
