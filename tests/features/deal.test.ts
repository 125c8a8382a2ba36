import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockText, startCountdown, watchCountdowns } from '../../src/features/deal/watch-countdowns.ts'

const start = Date.parse('2026-03-01T10:00:00Z')
const period = { startsAt: start - 1_000, expiresAt: start + 3_600_000 }
let page: EventTarget & { hidden: boolean; documentElement: { lang: string } }

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  page = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } })
  vi.stubGlobal('document', page)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function see(isSeen: boolean): void {
  page.hidden = !isSeen
  page.dispatchEvent(new Event('visibilitychange'))
}

test('spec 4: the time left is shown as hours, minutes and seconds, after whole days if any', () => {
  expect([0, 1, 1_000, 61_000, 86_399_000].map((left) => clockText(left))).toEqual([
    '00:00:00',
    '00:00:01',
    '00:00:01',
    '00:01:01',
    '23:59:59',
  ])
  expect([86_400_000, 94_989_000, 405_922_000].map((left) => clockText(left, 'en'))).toEqual([
    '1 day 00:00:00',
    '1 day 02:23:09',
    '4 days 16:45:22',
  ])
  expect(clockText(405_922_000, 'sv')).toBe('4 d 16:45:22')
})

test('spec 4: the countdown ticks every second [9.deal.tick] [4.deal.countdown]', () => {
  const shown: (string | null)[] = []
  startCountdown(period, (text) => shown.push(text))
  vi.advanceTimersByTime(3_000)
  expect(shown).toEqual(['01:00:00', '00:59:59', '00:59:58', '00:59:57'])
})

test('spec 4: it pauses while the tab is hidden and resyncs when visible [4.deal.hidden-tab]', () => {
  const shown: (string | null)[] = []
  startCountdown(period, (text) => shown.push(text))
  see(false)
  const before = shown.length
  vi.advanceTimersByTime(600_000)
  expect(shown).toHaveLength(before)
  see(true)
  expect(shown.at(-1)).toBe('00:50:00')
})

test('spec 4: it stops at zero, and the deal is hidden outside its period [4.deal.zero]', () => {
  const show = vi.fn()
  startCountdown({ ...period, expiresAt: start + 2_000 }, show)
  vi.advanceTimersByTime(10_000)
  expect(show.mock.calls.map(([text]) => text)).toEqual(['00:00:02', '00:00:01', null])
  expect(vi.getTimerCount()).toBe(0)
})

test('spec 4: a page older or newer than its deal does not show it [4.deal.period]', () => {
  for (const [starts, ends, isHidden] of [
    [-9, -1, true],
    [1, 9, true],
    [-1, 9, false],
  ] as const) {
    const deal = { hidden: false, dataset: { starts: new Date(start + starts * 1_000).toISOString() } }
    const clock = { dateTime: new Date(start + ends * 1_000).toISOString(), textContent: null, closest: () => deal }
    Object.assign(page, { querySelectorAll: () => [clock] })
    watchCountdowns()
    expect(deal.hidden, `${starts} to ${ends}`).toBe(isHidden)
  }
})
