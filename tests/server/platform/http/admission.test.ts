import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Admission, type Leave } from '../../../../src/server/platform/http/admission.ts'

const staying = new AbortController().signal
const limits = { all: 4, perNetwork: 2, waiting: 3, longestWaitMs: 5_000 }

describe('slots', () => {
  test('are granted at once up to the share of a network, and other networks still get theirs', async () => {
    const admission = new Admission({ ...limits, waiting: 0 })
    const got = await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map((network) => admission.enter(network, staying)))
    expect(got.map((leave) => leave !== undefined)).toEqual([true, true, false, true, true, false])
    expect(admission.stats).toEqual({ running: 4, waiting: 0, refused: 2 })
  })

  test('are granted to the waiting networks in turn, not to the longest queue', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, longestWaitMs: 5_000 })
    const first = await admission.enter('x', staying)
    const order: string[] = []
    const wait = async (network: string) => {
      const leave = await admission.enter(network, staying)
      order.push(network)
      leave?.()
    }
    const all = ['a', 'a', 'a', 'b', 'c'].map(wait)
    first?.()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a'])
  })

  test('are refused after the longest wait', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, longestWaitMs: 20 })
    await admission.enter('a', staying)
    expect(await admission.enter('a', staying)).toBeUndefined()
    expect(admission.stats).toEqual({ running: 1, waiting: 0, refused: 1 })
  })

  test('are not kept for clients that left', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, longestWaitMs: 5_000 })
    const leave = await admission.enter('a', staying)
    const leaving = new AbortController()
    const gone = admission.enter('b', leaving.signal)
    leaving.abort()
    expect(await gone).toBeUndefined()
    leave?.()
    expect(admission.stats).toEqual({ running: 0, waiting: 0, refused: 0 })
  })

  test('are never lost nor granted twice, in any order of events', async () => {
    const event = fc.record({
      network: fc.constantFrom('a', 'b', 'c'),
      act: fc.constantFrom('enter', 'leave', 'abort'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const admission = new Admission(limits)
        const held: Leave[] = []
        const waiting: AbortController[] = []
        const entries: Promise<unknown>[] = []
        for (const { network, act } of events) {
          if (act === 'leave') held.shift()?.()
          else if (act === 'abort') waiting.shift()?.abort()
          else {
            const here = new AbortController()
            waiting.push(here)
            entries.push(admission.enter(network, here.signal).then((leave) => leave && held.push(leave)))
          }
          await Promise.resolve()
          expect(admission.stats.running).toBeLessThanOrEqual(limits.all)
        }
        for (const each of waiting) each.abort()
        await Promise.all(entries)
        for (const leave of held) leave()
        held[0]?.()
        expect(admission.stats).toMatchObject({ running: 0, waiting: 0 })
      }),
      { numRuns: 200 },
    )
  })
})
