import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Admission, type Leave } from '../../../../src/server/platform/http/admission.ts'
import { networkOf } from '../../../../src/server/platform/http/network.ts'

const staying = new AbortController().signal
const limits = { all: 4, perNetwork: 2, waiting: 3, maxWaitMs: 5_000 }

describe('slots', () => {
  test('are granted at once up to the share of a network, and other networks still get theirs', async () => {
    const admission = new Admission({ ...limits, waiting: 0 })
    const got = await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map((network) => admission.enter(network, staying)))
    expect(got.map((leave) => leave !== undefined)).toEqual([true, true, false, true, true, false])
    expect(admission.stats).toEqual({ running: 4, waiting: 0, refused: 2 })
  })

  test('are granted to the waiting networks in turn, not to the longest queue', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, maxWaitMs: 5_000 })
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

  test('of a subscriber with 65,536 IPv6 networks are those of two networks, and others still get theirs', async () => {
    const admission = new Admission({ all: 8, perNetwork: 2, waiting: 3, maxWaitMs: 5_000 })
    const many = Array.from({ length: 400 }, (_, at) => networkOf(`2001:db8:1:${at.toString(16)}::1`))
    const leaving = new AbortController()
    const waiting = many.map((network) => admission.enter(network, leaving.signal))
    const first = await Promise.all(waiting.slice(0, 4))
    expect(first.every((leave) => leave !== undefined)).toBe(true)
    expect(admission.stats).toEqual({ running: 4, waiting: 6, refused: 390 })
    const others = ['2001:db8:2::1', '192.0.2.7'].map(networkOf)
    expect((await Promise.all(others.map((network) => admission.enter(network, staying)))).every(Boolean)).toBe(true)
    for (const leave of first) leave?.()
    expect(admission.stats).toMatchObject({ running: 6, waiting: 2 })
    leaving.abort()
    await Promise.all(waiting)
    expect(admission.stats).toMatchObject({ running: 6, waiting: 0 })
  })

  test('go in turn to sites, not to the networks of one', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, maxWaitMs: 5_000 })
    const first = await admission.enter('x', staying)
    const order: string[] = []
    const wait = async (network: string) => {
      const leave = await admission.enter(networkOf(network), staying)
      order.push(network)
      leave?.()
    }
    const all = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1'].map(wait)
    first?.()
    await Promise.all(all)
    expect(order).toEqual(['2001:db8:1:1::1', '2001:db8:2:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'])
  })

  test('are refused after the longest wait', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, maxWaitMs: 20 })
    await admission.enter('a', staying)
    expect(await admission.enter('a', staying)).toBeUndefined()
    expect(admission.stats).toEqual({ running: 1, waiting: 0, refused: 1 })
  })

  test('are not kept for clients that left', async () => {
    const admission = new Admission({ all: 1, perNetwork: 1, waiting: 3, maxWaitMs: 5_000 })
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
      network: fc.constantFrom('a', 'b', '2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64'),
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
